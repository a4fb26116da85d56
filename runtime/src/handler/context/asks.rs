//! The ways to ask, from inside a handler's body.
//!
//! Each makes an ask and nothing else: when it goes out is the drive's matter.

use std::borrow::Cow;

use super::Context;
use crate::{
    ask::{Answer, Ask, AskAll, CHOICE, Confirmed, Fault, Kind, Root, Together},
    form::{Elicit, Form, FormContent, FormError, FormOption},
};

impl Context {
    /// Asks the user to fill in a form.
    ///
    /// The message is what the user reads above the form. Await the ask for the [`Answer`]; it
    /// never yields an error: a handler that cannot be answered is dropped at the await.
    pub fn ask<'c, T: Elicit>(&'c self, message: impl Into<Cow<'c, str>>) -> Ask<'c, Answer<T>> {
        Ask::new(&self.call.ledger, message.into(), Kind::form())
    }

    /// Asks several things at once: in one round where rounds are counted, and none of them waits for
    /// another. It takes a tuple of two to eight asks of any kind, and gives one of their answers; for
    /// more, or for futures that are no asks, there is `tokio::join!`.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// A size.
    /// #[ask]
    /// struct Size {
    ///     size: u8,
    /// }
    ///
    /// /// Orders a shirt.
    /// #[tool]
    /// async fn order(cx: &Context) -> String {
    ///     let size = cx.ask::<Size>("Which size?").key("size");
    ///     let colour = cx.choose("Which colour?", ["red", "blue"]).key("colour");
    ///     match cx.ask_all((size, colour)).await {
    ///         (Answer::Accepted(size), Answer::Accepted(colour)) => format!("{colour}, {}", size.size),
    ///         _ => "No shirt, then.".into(),
    ///     }
    /// }
    /// # let _ = order;
    /// ```
    pub fn ask_all<T: Together>(&self, asks: T) -> AskAll<T::Branches> {
        AskAll::new(asks)
    }

    /// Asks the user to fill in a form that was made at run time, see [`Form::builder`].
    pub fn ask_with<'c>(
        &'c self,
        message: impl Into<Cow<'c, str>>,
        form: &Form,
    ) -> Ask<'c, Answer<FormContent>> {
        let ask = Ask::new(&self.call.ledger, message.into(), Kind::content());
        ask.with_form(form.clone())
    }

    /// Asks the user to choose one of several values that are known only at run time.
    ///
    /// A choice of nothing cannot be answered, and fails the call.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Opens one of the user's accounts.
    /// #[tool]
    /// async fn open(cx: &Context) -> String {
    ///     let accounts = [("a1", "Savings, 12 €"), ("a2", "Current, 7 €")];
    ///     match cx.choose("Which account?", accounts).key("account").await {
    ///         Answer::Accepted(account) => format!("{account} is open."),
    ///         _ => "None was opened.".into(),
    ///     }
    /// }
    /// # let _ = open;
    /// ```
    pub fn choose<'c, O: Into<FormOption>>(
        &'c self,
        message: impl Into<Cow<'c, str>>,
        options: impl IntoIterator<Item = O>,
    ) -> Ask<'c, Answer<String>> {
        let form = Form::builder().choice(CHOICE, options).build();
        self.built(message.into(), Kind::chosen(), form)
    }

    /// Asks the user to choose several values, `least` to `most` of them. Clients on revision 2025-06-18
    /// cannot be asked for it.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Orders toppings.
    /// #[tool]
    /// async fn toppings(cx: &Context) -> String {
    ///     let toppings = ["cheese", "olives", "basil"];
    ///     let chosen = cx.choose_several("Which toppings?", toppings, 0, 2).key("toppings").await;
    ///     chosen.accepted().unwrap_or_default().join(", ")
    /// }
    /// # let _ = toppings;
    /// ```
    pub fn choose_several<'c, O: Into<FormOption>>(
        &'c self,
        message: impl Into<Cow<'c, str>>,
        options: impl IntoIterator<Item = O>,
        least: u64,
        most: u64,
    ) -> Ask<'c, Answer<Vec<String>>> {
        let form = Form::builder().choices(CHOICE, options).items(least, most).build();
        self.built(message.into(), Kind::chosen_several(), form)
    }

    /// An ask with a form of ours; a form that cannot be made is the author's mistake.
    fn built<'c, O>(
        &'c self,
        message: Cow<'c, str>,
        kind: Kind<O>,
        form: Result<Form, FormError>,
    ) -> Ask<'c, O> {
        let ask = Ask::new(&self.call.ledger, message, kind);
        match form {
            Ok(form) => ask.with_form(form),
            Err(error) => {
                self.call.ledger.fault(Fault::Form(error.to_string()));
                ask
            }
        }
    }

    /// Asks the user for a yes.
    ///
    /// Anything but a form that was accepted with `true` is `None`.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Deletes everything.
    /// #[tool]
    /// async fn wipe(cx: &Context) -> &'static str {
    ///     match cx.confirm("Delete everything?").key("sure").await {
    ///         Some(_proof) => "Gone.",
    ///         None => "Nothing was deleted.",
    ///     }
    /// }
    /// # let _ = wipe;
    /// ```
    pub fn confirm<'c>(&'c self, message: impl Into<Cow<'c, str>>) -> Ask<'c, Option<Confirmed>> {
        Ask::new(&self.call.ledger, message.into(), Kind::confirm())
    }

    /// Asks the user to open a page, for what does not belong into a form: a sign-in, a payment, a
    /// secret.
    ///
    /// `url` makes the page's URL of an id that nobody can guess. The id is the same in all rounds of
    /// the call and bound to its user, and tells the page which call it belongs to: let the page check
    /// that whoever opens it is that user. The URL must hold no secret, and let nobody in by itself
    /// (`modern.md M-ELI-7`).
    ///
    /// Accepted means that the user agreed to open the page, and no more; [`Ask::until`] waits for what
    /// happens there.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// # async fn is_linked(_id: &str) -> bool { true }
    /// /// Links a bank account.
    /// #[tool]
    /// async fn link_bank(cx: &Context) -> &'static str {
    ///     let page = cx
    ///         .open_url("Link your bank account.", |id| format!("https://bank.example/link/{id}"))
    ///         .key("bank")
    ///         .until(|id| async move { is_linked(&id).await });
    ///     match page.await {
    ///         Answer::Accepted(()) => "Linked.",
    ///         Answer::Declined | Answer::Cancelled => "Nothing was linked.",
    ///     }
    /// }
    /// # let _ = link_bank;
    /// ```
    pub fn open_url<'c>(
        &'c self,
        message: impl Into<Cow<'c, str>>,
        url: impl Fn(&str) -> String + Send + Sync + 'c,
    ) -> Ask<'c, Answer<()>> {
        let ask = Ask::new(&self.call.ledger, message.into(), Kind::url());
        ask.at(Box::new(url), self.call.random)
    }

    /// Asks the client for its roots: the folders that it works in.
    ///
    /// Roots are deprecated in revision 2026-07-28 (SEP-2577): prefer an argument that names a path.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Counts the client's roots.
    /// #[tool]
    /// async fn count(cx: &Context) -> String {
    ///     cx.roots().key("roots").await.len().to_string()
    /// }
    /// # let _ = count;
    /// ```
    pub fn roots(&self) -> Ask<'_, Vec<Root>> {
        Ask::new(&self.call.ledger, "".into(), Kind::roots())
    }
}
