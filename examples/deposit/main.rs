//! A deposit: the user is sent to a page, and the tool waits until the money is there.
//!
//! To agree to open a page is not to pay: `until` asks the bank again and again. The page lets in the
//! user alone who was asked, because a link can be passed on. Over HTTP the page is part of the same
//! application, and a layer says who calls (here: the bearer token is the name of a user, which no real
//! application should believe). `cargo run --bin deposit -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call deposit {"euros":20}
//! ? Pay 20 € into your account.  /deposit/{id}
//! ! open
//! < 20 € are there. Thank you, somebody!
//! ```

mod page;

use std::sync::Arc;

use askback::{HttpOptions, prelude::*};
use page::Bank;

/// Waits for a deposit.
#[tool]
async fn deposit(cx: &Context, euros: Option<u32>, bank: State<Arc<Bank>>) -> String {
    let (euros, owner, bank) = (euros.unwrap_or(10), owner(cx), &bank);
    let page = cx
        .open_url(format!("Pay {euros} € into your account."), |id| bank.page(id, owner, euros))
        .key("deposit")
        .until(|id| async move { bank.is_paid(&id) });
    match page.await {
        Answer::Accepted(()) => format!("{euros} € are there. Thank you, {owner}!"),
        Answer::Declined | Answer::Cancelled => "Nothing was paid.".into(),
    }
}

/// Who calls; over stdio it is whoever sits in front of it.
fn owner(cx: &Context) -> &str {
    cx.principal().and_then(|who| who.subject()).unwrap_or("somebody")
}

#[askback::main]
async fn main() -> askback::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let addr = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--http", addr] => *addr,
        _ => "127.0.0.1:0",
    };
    let listener = tokio::net::TcpListener::bind(addr).await?;
    let bank = Arc::new(Bank::at(listener.local_addr()?));
    let server = Server::new("bank", "1.0.0").with_state(Arc::clone(&bank)).tool(deposit);
    if addr == "127.0.0.1:0" && arguments.first().is_none_or(|first| first == "--stdio") {
        tokio::spawn(async move { axum::serve(listener, page::routes(bank)).await });
        return server.serve_stdio().await;
    }
    eprintln!("serving http://{}/mcp", listener.local_addr()?);
    let mcp = server.into_service(HttpOptions::new())?;
    let app = page::routes(bank)
        .route_service("/mcp", mcp)
        .layer(axum::middleware::map_request(page::who_calls));
    Ok(axum::serve(listener, app).await?)
}
