//! What a resource, or one that a template describes, may return.

use serde::Serialize;

use super::{Json, Refusal, Replied, Replies, Reply, ToolError, ToolFailure};
use crate::wire::{Done, ResourceContents};

/// A type that a resource may return.
///
/// Implemented for `String` and `&'static str` (a text), `Vec<u8>` (bytes), [`Json`] (a text with the
/// MIME type `application/json`), [`ResourceContents`] and `Vec<ResourceContents>`, `Option` of any of
/// them, [`Reply`], and `Result` of any of them with an error that can be displayed, which the client
/// gets as an internal error (-32603).
///
/// `None`, and no contents at all, mean that there is no such resource (`modern.md M-RES-3`): -32602 with
/// its URI, and -32002 on the revisions before 2026-07-28.
///
/// ```
/// use askback::prelude::*;
///
/// /// A picture.
/// #[resource_template("pictures://{name}", mime_type = "image/png")]
/// async fn picture(name: String) -> Option<Vec<u8>> {
///     (name == "logo").then(|| vec![137, 80, 78, 71])
/// }
/// # let _ = picture;
/// ```
#[diagnostic::on_unimplemented(
    message = "a resource cannot return `{Self}`",
    label = "not a resource's contents",
    note = "return `String`, `&'static str`, `Vec<u8>`, `Json<T>`, `ResourceContents`, `Vec<ResourceContents>`, or an `Option`, `Reply` or `Result` of one of them"
)]
pub trait IntoContents: Sized {
    /// The contents.
    #[doc(hidden)]
    fn into_contents(self) -> Result<Replied, Refusal>;
}

impl IntoContents for Vec<ResourceContents> {
    fn into_contents(self) -> Result<Replied, Refusal> {
        if self.is_empty() {
            Err(Refusal::not_found())
        } else {
            Ok(Replied::done(Done::Resource(self)))
        }
    }
}

impl IntoContents for ResourceContents {
    fn into_contents(self) -> Result<Replied, Refusal> {
        vec![self].into_contents()
    }
}

impl IntoContents for String {
    fn into_contents(self) -> Result<Replied, Refusal> {
        ResourceContents::text(self).into_contents()
    }
}

impl IntoContents for &'static str {
    fn into_contents(self) -> Result<Replied, Refusal> {
        ResourceContents::text(self).into_contents()
    }
}

impl IntoContents for Vec<u8> {
    fn into_contents(self) -> Result<Replied, Refusal> {
        ResourceContents::bytes(self).into_contents()
    }
}

impl<T: Serialize> IntoContents for Json<T> {
    fn into_contents(self) -> Result<Replied, Refusal> {
        match serde_json::to_string(&self.0) {
            Ok(json) => ResourceContents::text(json).mime_type("application/json").into_contents(),
            Err(error) => Err(ToolError::internal(error).into_refusal()),
        }
    }
}

impl<T: IntoContents> IntoContents for Option<T> {
    fn into_contents(self) -> Result<Replied, Refusal> {
        self.map_or_else(|| Err(Refusal::not_found()), T::into_contents)
    }
}

impl<T: IntoContents> IntoContents for Reply<T> {
    fn into_contents(self) -> Result<Replied, Refusal> {
        self.into_replied(T::into_contents)
    }
}

impl<T: IntoContents, E: ToolFailure> IntoContents for Result<T, E> {
    fn into_contents(self) -> Result<Replied, Refusal> {
        match self {
            Ok(value) => value.into_contents(),
            Err(error) => Err(error.into_refusal()),
        }
    }
}

/// The place where the type of a resource's contents meets its bound.
#[must_use]
pub const fn resource_replies<R: IntoContents>() -> Replies<R> {
    Replies { into_replied: R::into_contents, output: None }
}
