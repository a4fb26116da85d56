//! The paths of generated code: always absolute, and in one place.
//!
//! It does not know which items are behind the door `__private`; the code that names them does.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Path;

/// The path under which the user's crate sees `askback`.
pub(crate) struct Root {
    path: TokenStream,
    is_renamed: bool,
}

impl Root {
    /// `::askback`, unless the option `crate` names another path.
    pub(crate) fn new(renamed: Option<Path>) -> Self {
        let is_renamed = renamed.is_some();
        let path = renamed.map_or_else(|| quote!(::askback), |path| quote!(#path));
        Self { path, is_renamed }
    }

    /// Whether the option `crate` was given.
    pub(crate) fn is_renamed(&self) -> bool {
        self.is_renamed
    }

    /// The door for generated code.
    pub(crate) fn private(&self) -> TokenStream {
        let path = &self.path;
        quote!(#path::__private)
    }

    /// The same, reported by rustc at another place, but found where it always is.
    pub(crate) fn private_at(&self, place: Span) -> TokenStream {
        let moved = self.private().into_iter().map(|mut token| {
            token.set_span(place.resolved_at(token.span()));
            token
        });
        moved.collect()
    }

    /// The path of a crate behind the door, as the text that `#[serde(crate = "…")]` takes.
    pub(crate) fn private_crate(&self, name: &str) -> String {
        let mut text = self.private().to_string();
        text.retain(|c| !c.is_whitespace());
        format!("{text}::{name}")
    }
}

/// `Option`, which the user's module may not see or may have another of.
pub(crate) fn option() -> TokenStream {
    quote!(::core::option::Option)
}

/// `Result`, for the same reason.
pub(crate) fn result() -> TokenStream {
    quote!(::core::result::Result)
}

/// `String`, for the same reason.
pub(crate) fn string() -> TokenStream {
    quote!(::std::string::String)
}

/// `&'static str`, for the same reason.
pub(crate) fn static_str() -> TokenStream {
    quote!(&'static ::core::primitive::str)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn the_root_is_absolute_unless_the_option_crate_renames_it() {
        assert_eq!(Root::new(None).private_crate("serde"), "::askback::__private::serde");
        let renamed = Root::new(Some(parse_quote!(crate::mcp)));
        assert_eq!(renamed.private_crate("serde"), "crate::mcp::__private::serde");
    }
}
