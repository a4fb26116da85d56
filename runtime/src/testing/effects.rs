//! Effects that a test notes, to see how often they happen over the rounds of a call.

use std::sync::{Arc, Mutex, PoisonError};

/// The effects of one run of a handler.
pub(super) type Effects = Arc<Mutex<Vec<String>>>;

tokio::task_local! {
    static EFFECTS: Effects;
}

/// Notes that something happened that must not happen twice: a mail, a payment, a row.
///
/// Call it where a handler's stand-in for the world acts. Outside [`replay_check`](super::replay_check)
/// it does nothing.
///
/// ```
/// use askback::testing;
///
/// /// The stand-in for the payment service.
/// async fn charge(amount: u32) {
///     testing::effect(format!("charged {amount}"));
/// }
/// # tokio::runtime::Runtime::new().unwrap().block_on(charge(3));
/// ```
pub fn effect(what: impl Into<String>) {
    let note = |effects: &Effects| {
        effects.lock().unwrap_or_else(PoisonError::into_inner).push(what.into());
    };
    // Nobody listens outside of a check.
    let _ = EFFECTS.try_with(note);
}

/// Runs `work` and returns its effects beside its result.
pub(super) async fn noted<T>(work: impl Future<Output = T>) -> (T, Vec<String>) {
    let effects = Effects::default();
    let result = EFFECTS.scope(Arc::clone(&effects), work).await;
    let effects = effects.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (result, effects)
}
