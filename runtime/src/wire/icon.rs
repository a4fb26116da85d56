//! Pictures of servers and handlers.
//!
//! It does not know which revision shows them.

use super::{write_member, write_string};

/// A picture of a handler, for the client's lists (`modern.md` part 28): on revision 2025-11-25 and
/// later.
///
/// ```
/// use askback::Icon;
///
/// let icon = Icon::new("https://example.com/icon.png").mime_type("image/png").size("48x48");
/// # let _ = icon;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Icon {
    src: String,
    mime_type: Option<String>,
    sizes: Vec<String>,
    theme: Option<&'static str>,
}

impl Icon {
    /// The picture at a URL: `https:` or `data:`, since a client loads nothing else.
    pub fn new(src: impl Into<String>) -> Self {
        Self { src: src.into(), mime_type: None, sizes: Vec::new(), theme: None }
    }

    /// What it is, such as `image/png`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// A size in which it is there, `48x48` or `any`.
    pub fn size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }

    /// For dark backgrounds.
    pub fn dark(mut self) -> Self {
        self.theme = Some("dark");
        self
    }

    /// For light backgrounds.
    pub fn light(mut self) -> Self {
        self.theme = Some("light");
        self
    }

    /// The member `icons` with a comma before it, if there are any.
    pub(crate) fn write_all(icons: &[Self], out: &mut Vec<u8>) {
        for (position, icon) in icons.iter().enumerate() {
            out.extend_from_slice(if position == 0 { b",\"icons\":[" } else { b"," });
            icon.write(out);
        }
        if !icons.is_empty() {
            out.push(b']');
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"src\":");
        write_string(out, &self.src);
        write_member(out, "mimeType", self.mime_type.as_deref());
        for (position, size) in self.sizes.iter().enumerate() {
            out.extend_from_slice(if position == 0 { b",\"sizes\":[" } else { b"," });
            write_string(out, size);
        }
        if !self.sizes.is_empty() {
            out.push(b']');
        }
        write_member(out, "theme", self.theme);
        out.push(b'}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_have_what_was_said() {
        let icon = Icon::new("data:,").mime_type("image/png").size("48x48").size("any").dark();
        let mut out = Vec::new();
        Icon::write_all(&[icon, Icon::new("https://a")], &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            r#","icons":[{"src":"data:,","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"},{"src":"https://a"}]"#
        );
    }
}
