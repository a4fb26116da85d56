//! A server that has been checked, and the ways to serve it.
//!
//! What is wrong with a server was told when it was built.

use std::{fmt, sync::Arc};

#[cfg(feature = "http")]
use crate::error::BuildError;
use crate::{Server, dispatch::Dispatcher, error::Result};

#[cfg(feature = "stdio")]
impl Server {
    /// The settings of stdio.
    pub fn stdio_options(mut self, options: crate::StdioOptions) -> Self {
        self.stdio = options;
        self
    }

    /// Serves stdin and stdout until stdin is closed.
    ///
    /// Nothing else may be written to stdout: log to stderr.
    ///
    /// # Errors
    ///
    /// A server that was put together wrongly, or a pipe that broke.
    pub async fn serve_stdio(self) -> Result<()> {
        self.serve_stdio_on(std::io::stdin(), std::io::stdout()).await
    }

    /// Serves any two byte streams as stdin and stdout are served: a Unix socket, a pipe.
    ///
    /// Each stream gets a thread of its own.
    ///
    /// # Errors
    ///
    /// As [`Server::serve_stdio`].
    pub async fn serve_stdio_on(
        self,
        input: impl std::io::Read + Send + 'static,
        output: impl std::io::Write + Send + 'static,
    ) -> Result<()> {
        self.build()?.serve_stdio_on(input, output).await
    }
}

#[cfg(feature = "http")]
impl Server {
    /// The settings of HTTP.
    pub fn http_options(mut self, options: crate::HttpOptions) -> Self {
        self.http = options;
        self
    }

    /// Serves `http://addr/mcp` for as long as the process lives.
    ///
    /// # Errors
    ///
    /// A server that was put together wrongly, or an address that cannot be bound.
    pub async fn serve_http(self, addr: impl tokio::net::ToSocketAddrs) -> Result<()> {
        let app = self.build()?;
        let listener = tokio::net::TcpListener::bind(addr).await?;
        app.serve_http_on(listener, std::future::pending()).await
    }

    /// Serves `/mcp` on a listener until `shutdown` is done, then finishes the requests in flight.
    ///
    /// # Errors
    ///
    /// As [`Server::serve_http`].
    pub async fn serve_http_on(
        self,
        listener: tokio::net::TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> Result<()> {
        self.build()?.serve_http_on(listener, shutdown).await
    }

    /// The server as a tower service, to be mounted in an application.
    ///
    /// # Errors
    ///
    /// A server that was put together wrongly, or a setting of `options`.
    pub fn into_service(
        self,
        options: crate::HttpOptions,
    ) -> Result<crate::HttpService, BuildError> {
        let app = self.build()?;
        crate::HttpService::new(app.dispatcher, options)
    }
}

/// A server that has been checked.
///
/// ```
/// use askback::Server;
///
/// let app = Server::new("greeter", "1.0.0").build()?;
/// # let _ = app;
/// # Ok::<(), askback::BuildError>(())
/// ```
#[derive(Clone)]
pub struct App {
    pub(crate) dispatcher: Arc<Dispatcher>,
    #[cfg(feature = "http")]
    pub(super) http: crate::HttpOptions,
    #[cfg(feature = "stdio")]
    pub(super) stdio: crate::StdioOptions,
}

impl App {
    /// As [`Server::serve_stdio_on`].
    ///
    /// # Errors
    ///
    /// A pipe that broke.
    #[cfg(feature = "stdio")]
    pub async fn serve_stdio_on(
        self,
        input: impl std::io::Read + Send + 'static,
        output: impl std::io::Write + Send + 'static,
    ) -> Result<()> {
        crate::transport::stdio::serve(self.dispatcher, self.stdio, input, output).await?;
        Ok(())
    }

    /// As [`Server::serve_http_on`].
    ///
    /// # Errors
    ///
    /// A setting of the HTTP options, or a listener that broke.
    #[cfg(feature = "http")]
    pub async fn serve_http_on(
        self,
        listener: tokio::net::TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> Result<()> {
        let service = crate::HttpService::new(self.dispatcher, self.http)?;
        crate::transport::http::serve(service, listener, shutdown).await?;
        Ok(())
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("dispatcher", &self.dispatcher).finish_non_exhaustive()
    }
}
