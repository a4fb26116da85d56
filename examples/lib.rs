//! What every example shares: how it is told to serve.
//!
//! It does not know what is served.

use askback::{Result, Server};

/// Serves as the command line says: `--stdio` (also without arguments) or `--http ADDR`.
///
/// # Errors
///
/// What [`Server`] fails with, or a command line that says something else.
pub async fn serve(server: Server) -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] | ["--stdio"] => server.serve_stdio().await,
        ["--http", addr] => {
            let listener = tokio::net::TcpListener::bind(*addr).await?;
            eprintln!("serving http://{}/mcp", listener.local_addr()?);
            server.serve_http_on(listener, std::future::pending()).await
        }
        _ => Err(std::io::Error::other("usage: [--stdio | --http ADDR]").into()),
    }
}
