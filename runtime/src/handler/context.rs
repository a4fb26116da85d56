//! The context of one call: the door through which a handler asks.
//!
//! It is lent to the handler, never given: it cannot be cloned, stored or moved into a task, because
//! an ask that outlives its call has nobody to answer it.

use std::{borrow::Cow, fmt, sync::Arc};

use crate::{
    ask::{
        Answer, Answers, Ask, CHOICE, Confirmed, Fault, Kind, Ledger, Once, Outlet, Random, Root,
        Sample, Sampled,
    },
    era::{CannotAsk, Peer, Revision},
    form::{Elicit, Form, FormContent, FormError, FormOption},
    seal::Principal,
    wire::Capability,
};

/// What a handler may know of its call, and the way to ask back.
///
/// ```
/// use askback::prelude::*;
///
/// /// Who to greet.
/// #[ask]
/// struct Name {
///     name: String,
/// }
///
/// /// Greets someone by name.
/// #[tool]
/// async fn greet(cx: &Context) -> String {
///     match cx.ask::<Name>("Your name?").key("who").await {
///         Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
///         _ => "Hello, stranger!".into(),
///     }
/// }
/// # let _ = greet;
/// ```
pub struct Context {
    call: CallContext,
    outlet: Option<Arc<dyn Outlet>>,
}

/// What a context is made of.
#[derive(Debug)]
pub(crate) struct CallContext {
    pub(crate) ledger: Ledger,
    pub(crate) principal: Option<Principal>,
    pub(crate) peer: Peer,
    pub(crate) random: Random,
}

impl Context {
    pub(crate) fn new(call: CallContext, outlet: Option<Arc<dyn Outlet>>) -> Self {
        Self { call, outlet }
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.call.ledger
    }

    /// Asks the user to fill in a form.
    ///
    /// The message is what the user reads above the form. Await the ask for the [`Answer`]; it
    /// never yields an error: a handler that cannot be answered is dropped at the await.
    pub fn ask<'c, T: Elicit>(&'c self, message: impl Into<Cow<'c, str>>) -> Ask<'c, Answer<T>> {
        Ask::new(&self.call.ledger, message.into(), Kind::form())
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

    /// Asks the client's model.
    ///
    /// Sampling is deprecated in revision 2026-07-28 (SEP-2596): prefer to call a model of your own.
    ///
    /// ```
    /// use askback::{Sample, prelude::*};
    ///
    /// /// Writes release notes.
    /// #[tool]
    /// async fn notes(cx: &Context, changes: String) -> String {
    ///     let prompt = format!("Release notes for these changes, in one paragraph: {changes}");
    ///     let sampled = cx.sample(&Sample::new(prompt).max_tokens(400)).key("notes").await;
    ///     sampled.text().to_owned()
    /// }
    /// # let _ = notes;
    /// ```
    pub fn sample(&self, request: &Sample) -> Ask<'_, Sampled> {
        Ask::new(&self.call.ledger, request.params().into(), Kind::sample())
    }

    /// Asks the client for its roots: the folders that it works in.
    ///
    /// Roots are deprecated in revision 2026-07-28 (SEP-2596): prefer an argument that names a path.
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

    /// Runs an effect once over all rounds of this call, and carries its result in the sealed state: in
    /// later runs the result is there at once, and the effect does not happen again.
    ///
    /// It stands beside or above an ask. While it runs the round does not end. Its key must be used
    /// once per run of the handler; the result is small and travels with the client, encrypted unless
    /// states are [signed](crate::RequestState::signed).
    ///
    /// Once means once for this chain of rounds: a client that sends the call anew begins a new one, and
    /// an older state that comes back knows nothing of what happened after it, unless states are for
    /// [single use](crate::RequestState::single_use). Where the effect itself must never double, give it
    /// the [idempotency key](Context::idempotency_key).
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// # async fn reserve(_item: &str) -> u64 { 7 }
    /// /// Buys something, after a yes to its price.
    /// #[tool]
    /// async fn buy(cx: &Context, item: String) -> String {
    ///     let reservation: u64 = cx.once("reserve", reserve(&item)).await;
    ///     match cx.confirm(format!("Buy {item}?")).key("sure").await {
    ///         Some(_proof) => format!("{item} is yours: {reservation}"),
    ///         None => format!("{item} stays where it is."),
    ///     }
    /// }
    /// # let _ = buy;
    /// ```
    pub fn once<F>(&self, key: impl Into<String>, effect: F) -> Once<'_, F>
    where
        F: Future<Output: serde::Serialize + serde::de::DeserializeOwned>,
    {
        Once::always(&self.call.ledger, key.into(), effect)
    }

    /// As [`once`](Context::once), for an effect that may fail: an error is not kept, so that a later
    /// run tries again.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// # async fn price(_item: &str) -> Result<u32, std::io::Error> { Ok(3) }
    /// /// Buys something, after a yes to its price.
    /// #[tool]
    /// async fn buy(cx: &Context, item: String) -> Result<String, std::io::Error> {
    ///     let price = cx.try_once("price", price(&item)).await?;
    ///     match cx.confirm(format!("Buy {item} for {price}?")).key("sure").await {
    ///         Some(_proof) => Ok(format!("{item} is yours.")),
    ///         None => Ok(format!("{item} stays where it is.")),
    ///     }
    /// }
    /// # let _ = buy;
    /// ```
    pub fn try_once<T, E, F>(&self, key: impl Into<String>, effect: F) -> Once<'_, F>
    where
        T: serde::Serialize + serde::de::DeserializeOwned,
        F: Future<Output = Result<T, E>>,
    {
        Once::if_ok(&self.call.ledger, key.into(), effect)
    }

    /// A name for this call that is the same in all its rounds and never that of another: for services
    /// that take an idempotency key.
    ///
    /// A client that sends the call anew gets a new one.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// # async fn charge(_amount: u32, _key: &str) {}
    /// /// Charges, after a yes.
    /// #[tool]
    /// async fn pay(cx: &Context, amount: u32) -> &'static str {
    ///     if cx.confirm(format!("Pay {amount}?")).key("sure").await.is_none() {
    ///         return "Nothing was paid.";
    ///     }
    ///     charge(amount, &cx.idempotency_key()).await;
    ///     "Paid."
    /// }
    /// # let _ = pay;
    /// ```
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        let name = self.call.ledger.chain(self.call.random).unwrap_or_default();
        name.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The answers to what this handler returned, see [`InputRequired`](crate::InputRequired).
    #[must_use]
    pub fn answers(&self) -> Answers<'_> {
        Answers(&self.call.ledger)
    }

    /// The state that this handler carried from its last run, see
    /// [`InputRequired::carry`](crate::InputRequired::carry); `None` in its first run, and where it is
    /// none of an `S`.
    ///
    /// ```
    /// use askback::{InputRequired, Reply, prelude::*};
    ///
    /// /// Counts its own rounds.
    /// #[tool]
    /// async fn third_time(cx: &Context) -> Reply<&'static str> {
    ///     match cx.carried::<u8>().unwrap_or(0) {
    ///         2 => Reply::Done("Lucky."),
    ///         rounds => InputRequired::new().carry(&(rounds + 1)).into(),
    ///     }
    /// }
    /// # let _ = third_time;
    /// ```
    #[must_use]
    pub fn carried<S: serde::de::DeserializeOwned>(&self) -> Option<S> {
        serde_json::from_str(&self.call.ledger.carried()?).ok()
    }

    /// Who calls, where the transport knows: over HTTP the [`Principal`] in the request's
    /// extensions, put there by a layer of yours.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Says who is calling.
    /// #[tool]
    /// async fn whoami(cx: &Context) -> String {
    ///     match cx.principal().and_then(|who| who.subject()) {
    ///         Some(subject) => format!("You are {subject}."),
    ///         None => "I do not know you.".into(),
    ///     }
    /// }
    /// # let _ = whoami;
    /// ```
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.call.principal.as_ref()
    }

    /// The revision of the protocol that the client speaks.
    ///
    /// ```
    /// use askback::{Revision, prelude::*};
    ///
    /// /// Says what the client speaks.
    /// #[tool]
    /// async fn revision(cx: &Context) -> String {
    ///     format!("You speak {}.", cx.revision())
    /// }
    /// # let _ = revision;
    /// ```
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.call.peer.revision
    }

    /// Whether the client can be asked for something of this kind, for handlers that have a way
    /// without it. Without a check, a call that cannot ask ends at its ask.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    ///
    /// ```
    /// use askback::{Capability, prelude::*};
    ///
    /// /// Publishes, after a yes where somebody can be asked for it.
    /// #[tool]
    /// async fn publish(cx: &Context) -> String {
    ///     if let Err(why) = cx.can_ask(Capability::Form) {
    ///         return format!("Saved as a draft, because {why}.");
    ///     }
    ///     match cx.confirm("Publish?").key("sure").await {
    ///         Some(_proof) => "Published.".into(),
    ///         None => "Saved as a draft.".into(),
    ///     }
    /// }
    /// # let _ = publish;
    /// ```
    pub fn can_ask(&self, capability: Capability) -> Result<(), CannotAsk> {
        self.call.peer.can_ask(capability)
    }

    /// Lets the client go while the call runs on: the response stream ends here, and the client
    /// fetches the rest when it comes back. For work that outlasts a proxy's patience.
    ///
    /// It does so on revision 2025-11-25 over HTTP with sessions alone (`legacy.md L-RES-2`), and
    /// returns whether it did.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Takes its time.
    /// #[tool]
    /// async fn report(cx: &Context) -> &'static str {
    ///     cx.release_stream();
    ///     // … minutes of work …
    ///     "Done."
    /// }
    /// # let _ = report;
    /// ```
    pub fn release_stream(&self) -> bool {
        self.outlet.as_ref().is_some_and(|outlet| outlet.release())
    }

    /// Whether this run of the handler follows an answer of the user's.
    ///
    /// Always `false` on handshake revisions, where a handler waits for its answers. For logs and metrics: what a handler does must follow from the answers alone.
    ///
    /// ```
    /// use askback::prelude::*;
    ///
    /// /// Counts fresh calls.
    /// #[tool]
    /// async fn visit(cx: &Context) -> &'static str {
    ///     if cx.is_retry() { "Back again." } else { "Welcome." }
    /// }
    /// # let _ = visit;
    /// ```
    #[must_use]
    pub fn is_retry(&self) -> bool {
        self.call.ledger.is_retry()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("is_retry", &self.is_retry()).finish_non_exhaustive()
    }
}
