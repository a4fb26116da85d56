//! The result of `completion/complete`: what an argument may become.
//!
//! It does not know who makes the values.

use super::write_string;

/// How many values one result may have (`modern.md M-COMP-2`).
const MOST_VALUES: usize = 100;

/// What an argument may become, most likely first. At most 100 values are sent; a client is told when
/// there are more.
///
/// ```
/// use askback::{Completion, prelude::*};
///
/// # async fn search(_start: &str, _most: usize) -> (Vec<String>, u64) { (vec![], 0) }
/// /// Cities by the beginning of their name.
/// #[complete]
/// async fn city(value: String) -> Completion {
///     let (found, total) = search(&value, 100).await;
///     Completion::new(found).total(total)
/// }
/// # let _ = city;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Completion {
    values: Vec<String>,
    total: Option<u64>,
    has_more: bool,
}

impl Completion {
    /// These values, and no others.
    pub fn new(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Self { values, total: None, has_more: false }
    }

    /// How many values there are in all, if there are more than these.
    pub fn total(mut self, total: u64) -> Self {
        self.total = Some(total);
        self
    }

    /// There are more values than these, and nobody has counted them.
    pub fn has_more(mut self) -> Self {
        self.has_more = true;
        self
    }

    /// Of these values those that have `text` in them, those that begin with it first; upper and lower
    /// case are one.
    ///
    /// ```
    /// use askback::Completion;
    ///
    /// let cities = Completion::new(["Bonn", "Berlin", "Lisbon"]);
    /// assert_eq!(cities.matching("BO"), Completion::new(["Bonn", "Lisbon"]));
    /// ```
    pub fn matching(mut self, text: &str) -> Self {
        let text = text.to_lowercase();
        let (mut begin, mut others) = (Vec::new(), Vec::new());
        let count = self.values.len() as u64;
        for value in std::mem::take(&mut self.values) {
            match value.to_lowercase().find(&text) {
                Some(0) => begin.push(value),
                Some(_) => others.push(value),
                None => {}
            }
        }
        begin.append(&mut others);
        // Of those that are not here nobody knows how many match.
        self.has_more |= self.total.take().is_some_and(|total| total > count);
        self.values = begin;
        self
    }

    pub(super) fn size(&self) -> usize {
        48 + self.values.iter().take(MOST_VALUES).map(|value| value.len() + 3).sum::<usize>()
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"completion\":{\"values\":[");
        for (position, value) in self.values.iter().take(MOST_VALUES).enumerate() {
            if position > 0 {
                out.push(b',');
            }
            write_string(out, value);
        }
        out.push(b']');
        let count = self.values.len() as u64;
        let total = self.total.map(|total| total.max(count)).or((!self.has_more).then_some(count));
        if let Some(total) = total {
            out.extend_from_slice(format!(",\"total\":{total}").as_bytes());
        }
        let shown = count.min(MOST_VALUES as u64);
        let has_more = self.has_more || total.is_some_and(|total| total > shown);
        out.extend_from_slice(format!(",\"hasMore\":{has_more}}}").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-COMP-2.
    #[test]
    fn a_client_is_told_of_more() {
        for (completion, right) in [
            (Completion::default(), "\"values\":[],\"total\":0,\"hasMore\":false"),
            (Completion::new(["a"]), "\"values\":[\"a\"],\"total\":1,\"hasMore\":false"),
            (Completion::new(["a"]).total(7), "\"values\":[\"a\"],\"total\":7,\"hasMore\":true"),
            (Completion::new(["a"]).total(0), "\"values\":[\"a\"],\"total\":1,\"hasMore\":false"),
            (Completion::new(["a"]).has_more(), "\"values\":[\"a\"],\"hasMore\":true"),
        ] {
            let mut out = Vec::new();
            completion.write(&mut out);
            let text = String::from_utf8(out).unwrap();
            assert_eq!(text, format!("\"completion\":{{{right}}}"));
        }
        let mut out = Vec::new();
        Completion::new((0..150).map(|number| number.to_string())).write(&mut out);
        let text = String::from_utf8(out).unwrap();
        assert!(text.ends_with(",\"99\"],\"total\":150,\"hasMore\":true}"), "{text}");
    }
}
