//! Names that go over the wire: of tools, of keys, of arguments.
//!
//! It knows which texts are allowed, not where they come from.

use proc_macro2::Ident;
use syn::{LitStr, ext::IdentExt};

/// The name as the user says it: without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The name of a parameter as a client sees it: an underscore in front says that the body does not
/// use it, which is nobody else's business.
pub(crate) fn on_the_wire(ident: &Ident) -> String {
    let plain = plain(ident);
    let name = plain.trim_start_matches('_');
    if name.is_empty() { plain } else { name.to_owned() }
}

/// The name of a parameter as it goes over the wire.
pub(crate) fn literal_of(ident: &Ident) -> LitStr {
    LitStr::new(&on_the_wire(ident), ident.span())
}

/// What is wrong with a name that may be any text.
pub(crate) fn empty_fault(name: &str) -> Option<String> {
    let fault = "a name is not empty: leave out `name` for that of the function";
    name.is_empty().then(|| fault.to_owned())
}

/// What is wrong with a tool's name (`modern.md M-TOOL-5`).
pub(crate) fn tool_fault(name: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() {
        return Some("a tool's name has 1 to 128 characters, and this one none: leave out `name` for that of \
             the function"
                .to_owned());
    }
    if let Some(wrong) = name.chars().find(|c| !fits(*c)) {
        return Some(format!(
            "a tool's name has only letters, digits, `_`, `-` and `.`, and not `{wrong}`: \
             write `#[tool(name = \"{}\")]`",
            name.replace(|c| !fits(c), "_")
        ));
    }
    let length = name.len();
    (length > 128).then(|| {
        format!(
            "a tool's name has at most 128 characters, and this one {length}: \
             write `#[tool(name = \"…\")]`"
        )
    })
}

/// What is wrong with the key of a question.
pub(crate) fn key_fault(key: &str) -> Option<String> {
    if key.is_empty() {
        return Some("a key is not empty: write one, such as `\"who\"`".to_owned());
    }
    reserved(key).then(|| {
        format!("`{key}` is reserved for questions without a key: write another, such as `\"who\"`")
    })
}

/// Whether the framework itself labels questions like this.
fn reserved(key: &str) -> bool {
    ["elicitation_", "sampling_", "roots_"].iter().any(|kind| {
        let number = key.strip_prefix(kind);
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|digit| digit.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-TOOL-5.
    #[test]
    fn a_tools_name_is_short_and_ascii() {
        for good in ["a", "get_weather", "admin.tools.list", "DATA-1", &"x".repeat(128)] {
            assert_eq!(tool_fault(good), None, "{good}");
        }
        for bad in ["", "get weather", "größe", "a/b", "a,b", &"x".repeat(129)] {
            assert!(tool_fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn labels_of_the_framework_are_no_keys() {
        for good in ["who", "elicitation_", "elicitation_1a", "elicitation", "my_roots_1"] {
            assert_eq!(key_fault(good), None, "{good}");
        }
        for bad in ["", "elicitation_1", "sampling_20", "roots_0"] {
            assert!(key_fault(bad).is_some(), "{bad}");
        }
    }
}
