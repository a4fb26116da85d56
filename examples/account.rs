//! An account picker: the choices are known only when the question is asked.
//!
//! Nothing that the user did not see can be chosen, whatever the client sends.
//! `cargo run --bin account -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call balance {}
//! ? Which of your 2 accounts?
//! ! accept {"choice":"a3"}
//! ? `choice` must be one of: a1, a2. Which of your 2 accounts?
//! ! accept {"choice":"a2"}
//! < Savings has 1200 €.
//! ```

use askback::prelude::*;

struct Account {
    id: &'static str,
    name: &'static str,
    euros: u32,
}

/// What a database would say.
async fn accounts() -> Vec<Account> {
    vec![
        Account { id: "a1", name: "Current", euros: 80 },
        Account { id: "a2", name: "Savings", euros: 1200 },
    ]
}

/// Tells the balance of an account.
#[tool(read_only = true)]
async fn balance(cx: &Context) -> Result<String, ToolError> {
    let accounts = accounts().await;
    let options = accounts.iter().map(|account| (account.id, account.name));
    let question = format!("Which of your {} accounts?", accounts.len());
    let Answer::Accepted(id) = cx.choose(question, options).key("account").await else {
        return Ok("Nothing was looked up.".into());
    };
    // It was there when the question was asked, and may be gone by now.
    let account = accounts.iter().find(|account| account.id == id);
    let account = account.ok_or_else(|| ToolError::new("this account was closed meanwhile"))?;
    Ok(format!("{} has {} €.", account.name, account.euros))
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("bank", "1.0.0").tool(balance)).await
}
