//! Lines out of chunks, never holding more than the limit.
//!
//! It knows bytes and line breaks; whether a line is a message is not its business.

/// A line of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Whole(&'a [u8]),
    /// It was longer than the limit, and its bytes are gone.
    TooLong,
}

/// Splits chunks into lines without ever holding more than the limit.
pub(super) struct Lines {
    limit: usize,
    pending: Vec<u8>,
    skipping: bool,
}

impl Lines {
    /// `limit` is in bytes, without the line break.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, pending: Vec::new(), skipping: false }
    }

    /// Takes the next chunk and gives out the lines that end in it.
    pub(super) fn split(&mut self, mut chunk: &[u8], mut each: impl FnMut(Line<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', chunk) {
            let (head, rest) = chunk.split_at(end);
            chunk = rest.get(1..).unwrap_or_default();
            if self.pending.is_empty() && !self.skipping && head.len() <= self.limit {
                each(Line::Whole(head));
                continue;
            }
            self.keep(head);
            self.end(&mut each);
        }
        self.keep(chunk);
    }

    /// The last line, where the input does not end with a line break.
    pub(super) fn finish(&mut self, mut each: impl FnMut(Line<'_>)) {
        if self.skipping || !self.pending.is_empty() {
            self.end(&mut each);
        }
    }

    fn keep(&mut self, part: &[u8]) {
        if self.skipping || self.pending.len() + part.len() > self.limit {
            self.skipping = true;
            self.pending = Vec::new();
        } else {
            self.pending.extend_from_slice(part);
        }
    }

    fn end(&mut self, each: &mut impl FnMut(Line<'_>)) {
        if std::mem::take(&mut self.skipping) {
            each(Line::TooLong);
        } else {
            each(Line::Whole(&self.pending));
        }
        self.pending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(limit: usize, chunks: &[&str]) -> Vec<Option<String>> {
        let mut lines = Lines::new(limit);
        let mut found = Vec::new();
        let mut each = |line: Line<'_>| {
            found.push(match line {
                Line::Whole(line) => Some(String::from_utf8(line.to_vec()).unwrap()),
                Line::TooLong => None,
            });
        };
        chunks.iter().for_each(|chunk| lines.split(chunk.as_bytes(), &mut each));
        lines.finish(each);
        found
    }

    fn some(lines: &[&str]) -> Vec<Option<String>> {
        lines.iter().map(|line| Some((*line).to_owned())).collect()
    }

    #[test]
    fn lines_are_the_same_however_the_input_is_cut() {
        let text = "one\ntwo\n\nthree";
        let whole = some(&["one", "two", "", "three"]);
        assert_eq!(lines(100, &[text]), whole);
        for cut in 0..text.len() {
            let (a, b) = text.split_at(cut);
            assert_eq!(lines(100, &[a, b]), whole, "cut at {cut}");
        }
    }

    /// B101.
    #[test]
    fn a_line_over_the_limit_is_reported_once_and_the_next_one_is_read() {
        let long = "a".repeat(6);
        for chunks in
            [vec!["aaaaaa\nok\n"], vec!["aaa", "aaa", "aaa\nok\n"], vec!["aaaaaa", "\nok"]]
        {
            assert_eq!(lines(5, &chunks), [None, Some("ok".to_owned())], "{chunks:?}");
        }
        assert_eq!(lines(5, &[&long]), [None]);
        assert_eq!(lines(6, &[&long]), some(&["aaaaaa"]));
    }
}
