//! Roots: the folders that a client works in.
//!
//! Whether a path lies in one is the author's to check.

use serde::Deserialize;

/// A folder that the client works in.
///
/// ```
/// use askback::prelude::*;
///
/// /// Names the client's folders.
/// #[tool]
/// async fn folders(cx: &Context) -> String {
///     let roots = cx.roots().await;
///     roots.iter().map(|root| root.name().unwrap_or(root.uri())).collect::<Vec<_>>().join(", ")
/// }
/// # let _ = folders;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Root {
    uri: String,
    #[serde(default)]
    name: Option<String>,
}

impl Root {
    /// Where it is: a `file:` URI.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Reads a `ListRootsResult`; `None` where it is none. A root that is no `file:` URI is left out
    /// (`modern.md M-ROOT-3`).
    pub(super) fn read_all(json: &str) -> Option<Vec<Self>> {
        #[derive(Deserialize)]
        struct Roots {
            roots: Vec<Root>,
        }
        let Roots { mut roots } = serde_json::from_str(json).ok()?;
        roots.retain(|root| root.uri.starts_with("file://"));
        Some(roots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-ROOT-1, M-ROOT-3.
    #[test]
    fn roots_are_files_and_anything_else_is_left_out() {
        let read = |json| Root::read_all(json).map(|roots| roots.len());
        assert_eq!(read(r#"{"roots":[]}"#), Some(0));
        assert_eq!(
            read(r#"{"roots":[{"uri":"file:///a","name":"a"},{"uri":"http://b"}]}"#),
            Some(1)
        );
        for wrong in ["{}", "[]", r#"{"roots":{}}"#, r#"{"roots":[{"name":"a"}]}"#] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
