//! A wizard: each question follows from the answers before it, and those that do not apply are not
//! asked.
//!
//! The body runs once, after the last answer. What uses no other answer is asked at once.
//! `cargo run --bin onboarding -- --http 127.0.0.1:8000`
//!
//! ```text
//! > tools/call join {}
//! ? Who are you?
//! ! accept {"name":"Ada","company":true}
//! ? Which company, Ada?
//! ! accept {"company":"Engines Ltd"}
//! ? Send Ada of Engines Ltd an invoice every month?
//! ! accept {"confirm":true}
//! < Welcome, Ada of Engines Ltd! An invoice will come.
//! > tools/call join {}
//! ? Who are you?
//! ! accept {"name":"Bob","company":false}
//! < Welcome, Bob!
//! ```

use askback::prelude::*;

/// A person.
#[ask(key = "person", message = "Who are you?")]
struct Person {
    /// Your name
    name: String,
    /// Do you join for a company?
    company: bool,
}

/// A company.
#[ask(key = "company")]
struct Company {
    /// Its name
    company: String,
}

/// Signs somebody up.
#[tool]
async fn join(
    #[ask] person: Person,
    #[ask(when = person.company, message = format!("Which company, {}?", person.name))]
    company: Option<Company>,
    #[ask(
        confirm,
        when = company.is_some(),
        message = format!("Send {} an invoice every month?", full_name(&person, &company)),
    )]
    invoice: Option<Confirmed>,
) -> String {
    let invoice = if invoice.is_some() { " An invoice will come." } else { "" };
    format!("Welcome, {}!{invoice}", full_name(&person, &company))
}

fn full_name(person: &Person, company: &Option<Company>) -> String {
    match company {
        Some(company) => format!("{} of {}", person.name, company.company),
        None => person.name.clone(),
    }
}

#[askback::main]
async fn main() -> askback::Result<()> {
    askback_examples::serve(Server::new("club", "1.0.0").tool(join)).await
}
