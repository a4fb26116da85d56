//! Effects of a handler that must not happen once per round.

use super::Context;
use crate::ask::Once;

impl Context {
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
}
