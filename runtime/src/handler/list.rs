//! A list of a server's, as JSON text that pages are cut from.
//!
//! It does not know what is listed, nor how a page is asked for.

/// Entries with commas between them, and where each begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    text: String,
    starts: Vec<usize>,
}

/// A part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page<'l> {
    /// Entries with commas between them.
    pub(crate) entries: &'l str,
    /// The position of the first entry behind it, if there is one.
    pub(crate) next: Option<usize>,
}

impl List {
    /// Puts an entry at the end.
    pub(super) fn push(&mut self, entry: &str) {
        if !self.starts.is_empty() {
            self.text.push(',');
        }
        self.starts.push(self.text.len());
        self.text.push_str(entry);
    }

    /// At most `size` entries from position `from` on.
    pub(crate) fn page(&self, from: usize, size: usize) -> Page<'_> {
        let Some(start) = self.starts.get(from) else { return Page { entries: "", next: None } };
        let next = from.saturating_add(size);
        match self.starts.get(next) {
            // The comma stands between them.
            Some(end) => Page {
                entries: self.text.get(*start..end - 1).unwrap_or_default(),
                next: Some(next),
            },
            None => Page { entries: self.text.get(*start..).unwrap_or_default(), next: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_every_entry_once() {
        let mut list = List::default();
        assert_eq!(list.page(0, 2), Page { entries: "", next: None });
        ["1", "22", "3", "4"].into_iter().for_each(|entry| list.push(entry));
        for (from, size, entries, next) in [
            (0, 2, "1,22", Some(2)),
            (2, 2, "3,4", None),
            (0, 3, "1,22,3", Some(3)),
            (3, 3, "4", None),
            (0, usize::MAX, "1,22,3,4", None),
            (4, 1, "", None),
            (usize::MAX, usize::MAX, "", None),
        ] {
            assert_eq!(list.page(from, size), Page { entries, next }, "{from} {size}");
        }
    }
}
