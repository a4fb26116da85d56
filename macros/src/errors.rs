//! The collector of a macro's errors, so that one mistake does not hide the next.
//!
//! It knows no rule; it only makes sure that nobody forgets to look whether there were errors.

use std::{cell::RefCell, fmt::Display, thread};

use quote::ToTokens;
use syn::Error;

/// Errors found so far. Dropping it without [`finish`](Self::finish) is a bug and panics.
pub(crate) struct Errors {
    /// `None` once finished. A cell, so that independent parts can share the collector.
    found: RefCell<Option<Vec<Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { found: RefCell::new(Some(Vec::new())) }
    }

    /// Notes an error that underlines `tokens`.
    pub(crate) fn push(&self, tokens: impl ToTokens, message: impl Display) {
        self.add(Error::new_spanned(tokens, message));
    }

    /// Notes an error that has its place already.
    pub(crate) fn add(&self, error: Error) {
        if let Some(found) = &mut *self.found.borrow_mut() {
            found.push(error);
        }
    }

    /// The value, or `None` with the error noted.
    pub(crate) fn take<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// `value`, unless there were errors; a missing value always has one.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, Error> {
        let found = self.found.take().unwrap_or_default();
        let all = found.into_iter().reduce(|mut all, next| {
            all.combine(next);
            all
        });
        match (value, all) {
            (Some(value), None) => Ok(value),
            (_, Some(error)) => Err(error),
            (None, None) => Err(Error::new(
                proc_macro2::Span::call_site(),
                "this item is not understood, and the macro has no better words for it",
            )),
        }
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        let unchecked = self.found.borrow().is_some();
        assert!(!unchecked || thread::panicking(), "errors were collected but never looked at");
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn all_errors_come_out_in_the_order_they_were_found() {
        let errors = Errors::new();
        errors.push(quote!(a), "first");
        errors.push(quote!(b), "second");
        let error = errors.finish(Some(())).unwrap_err();
        let texts: Vec<String> = error.into_iter().map(|error| error.to_string()).collect();
        assert_eq!(texts, ["first", "second"]);
    }

    #[test]
    fn no_value_is_an_error_even_if_nobody_said_why() {
        assert!(Errors::new().finish(None::<()>).is_err());
    }

    #[test]
    #[should_panic(expected = "never looked at")]
    fn dropping_it_unchecked_panics() {
        drop(Errors::new());
    }
}
