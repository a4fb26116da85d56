//! A server for the endpoint: it accepts connections until it is told to stop.
//!
//! It knows sockets and the path `/mcp`; what a request means is the service's business.

use std::{convert::Infallible, io, time::Duration};

use http::{Request, Response, StatusCode};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::net::TcpListener;

use super::{HttpBody, HttpService};

/// Where the endpoint is.
const PATH: &str = "/mcp";

/// How long requests in flight may go on after the shutdown.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// A pause after a failed `accept`, which is mostly for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves `service` on `listener` until `shutdown` is done, then finishes the requests in flight.
pub(crate) async fn serve(
    service: HttpService,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let connections = GracefulShutdown::new();
    let mut shutdown = std::pin::pin!(shutdown);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new());
    while let Some(socket) = accept(&listener, shutdown.as_mut()).await {
        let service = service.clone();
        let answer = service_fn(move |request| {
            let service = service.clone();
            async move { Ok::<_, Infallible>(route(&service, request).await) }
        });
        let connection = connections.watch(http.serve_connection(socket, answer));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    service.shut_down();
    if tokio::time::timeout(DRAIN_LIMIT, connections.shutdown()).await.is_err() {
        tracing::warn!("requests were still in flight {DRAIN_LIMIT:?} after the shutdown");
    }
    Ok(())
}

/// The next connection, or `None` once it is time to stop.
async fn accept(
    listener: &TcpListener,
    mut shutdown: std::pin::Pin<&mut impl Future<Output = ()>>,
) -> Option<TokioIo<tokio::net::TcpStream>> {
    loop {
        let mut accepting = std::pin::pin!(listener.accept());
        let accepted = std::future::poll_fn(|cx| {
            if shutdown.as_mut().poll(cx).is_ready() {
                return std::task::Poll::Ready(None);
            }
            accepting.as_mut().poll(cx).map(Some)
        });
        match accepted.await? {
            Ok((socket, _)) => {
                // Answers are small and written whole: waiting to merge them only delays them.
                let _ = socket.set_nodelay(true);
                return Some(TokioIo::new(socket));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn route(service: &HttpService, request: Request<Incoming>) -> Response<HttpBody> {
    if request.uri().path() == PATH {
        return service.respond(request).await;
    }
    let mut response = Response::new(HttpBody::new("the endpoint is /mcp\n"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
