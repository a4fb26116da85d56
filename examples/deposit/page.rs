//! The page on which a deposit is paid, and who may open it.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use askback::Principal;
use axum::{
    Router,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::Html,
    routing::get,
};

/// The deposits that were asked for.
pub(crate) struct Bank {
    addr: SocketAddr,
    deposits: Mutex<HashMap<String, Deposit>>,
}

#[derive(Clone)]
struct Deposit {
    owner: String,
    euros: u32,
    is_paid: bool,
}

impl Bank {
    pub(crate) fn at(addr: SocketAddr) -> Self {
        Self { addr, deposits: Mutex::default() }
    }

    /// The page of a deposit. A handler is entered again, so it may be asked for more than once.
    pub(crate) fn page(&self, id: &str, owner: &str, euros: u32) -> String {
        let deposit = Deposit { owner: owner.to_owned(), euros, is_paid: false };
        self.deposits().entry(id.to_owned()).or_insert(deposit);
        format!("http://{}/deposit/{id}", self.addr)
    }

    pub(crate) fn is_paid(&self, id: &str) -> bool {
        self.deposits().get(id).is_some_and(|deposit| deposit.is_paid)
    }

    fn deposits(&self) -> MutexGuard<'_, HashMap<String, Deposit>> {
        self.deposits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `GET` shows the page, `POST` pays.
pub(crate) fn routes(bank: Arc<Bank>) -> Router {
    Router::new().route("/deposit/{id}", get(show).post(pay)).with_state(bank)
}

async fn show(
    State(bank): State<Arc<Bank>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, StatusCode> {
    let deposit = opened(&bank, &id, &headers)?;
    let Deposit { owner, euros, .. } = deposit;
    Ok(Html(format!("<form method=post>{owner}: <button>Pay {euros} €</button></form>")))
}

async fn pay(
    State(bank): State<Arc<Bank>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<&'static str, StatusCode> {
    opened(&bank, &id, &headers)?;
    if let Some(deposit) = bank.deposits().get_mut(&id) {
        deposit.is_paid = true;
    }
    Ok("Thank you. You can close this page.")
}

/// The deposit, if it is that of the user who is signed in here.
fn opened(bank: &Bank, id: &str, headers: &HeaderMap) -> Result<Deposit, StatusCode> {
    let deposit = bank.deposits().get(id).cloned().ok_or(StatusCode::NOT_FOUND)?;
    let cookie = headers.get(header::COOKIE).and_then(|cookie| cookie.to_str().ok());
    let user = cookie.and_then(|cookie| cookie.strip_prefix("user=")).unwrap_or_default();
    if user == deposit.owner { Ok(deposit) } else { Err(StatusCode::FORBIDDEN) }
}

/// Puts the caller of an MCP request where askback looks for it.
pub(crate) async fn who_calls(mut request: Request) -> Request {
    let token = request.headers().get(header::AUTHORIZATION);
    let user = token.and_then(|token| token.to_str().ok()?.strip_prefix("Bearer "));
    if let Some(user) = user {
        let principal = Principal::new().with_issuer("example").with_subject(user);
        request.extensions_mut().insert(principal);
    }
    request
}
