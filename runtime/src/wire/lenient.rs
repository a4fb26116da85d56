//! Values of the caller's, read as their types say: strictly, and once more where that fails.
//!
//! The second reading takes `5.0` for the integer that it is in JSON Schema, and knows the place of what
//! it cannot read. It costs nothing where the first succeeds, and changes nothing of what it read.

mod node;

use std::fmt;

use serde::de::DeserializeOwned;

use node::Node;

/// Why a value could not be read, and where: `items[3].price`, or nothing for the value itself.
#[derive(Debug)]
pub struct Unread {
    pub(crate) place: String,
    pub(crate) reason: String,
}

/// Whether a whole number is an integer also where the type takes any value. That is so within enums and
/// flattened structs, which serde reads into a buffer of its own first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Buffered {
    AsWritten,
    AsIntegers,
}

/// Reads JSON text.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    serde_json::from_str(text).or_else(|_| again(text))
}

#[cold]
fn again<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    let node = |buffered| Node::new(text.trim(), buffered);
    T::deserialize(node(Buffered::AsWritten))
        .or_else(|error| T::deserialize(node(Buffered::AsIntegers)).map_err(|_| error))
}

impl Unread {
    fn under(mut self, step: &str) -> Self {
        // What is inside comes first; a place is no longer than a line.
        if self.place.len() < 500 {
            let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
            self.place = format!("{step}{dot}{}", self.place);
        }
        self
    }

    /// It is in the member of that name.
    pub(crate) fn in_member(self, name: &str) -> Self {
        let name: String = name.chars().take(60).collect();
        self.under(&name)
    }

    /// A name that is no variant has no place inside it.
    fn in_variant(self, name: &str, variants: &[&str]) -> Self {
        if variants.contains(&name) { self.in_member(name) } else { self }
    }

    fn in_item(self, index: usize) -> Self {
        self.under(&format!("[{index}]"))
    }
}

impl serde::de::Error for Unread {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self { place: String::new(), reason: reason.to_string() }
    }
}

impl From<serde_json::Error> for Unread {
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // The position is one inside this value, which the caller never sees.
        let reason = text.rsplit_once(" at line ").map_or(&*text, |(reason, _)| reason);
        serde::de::Error::custom(reason)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.place {
            "" => f.write_str(&self.reason),
            place => write!(f, "`{place}`: {}", self.reason),
        }
    }
}

impl std::error::Error for Unread {}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, HashMap},
        num::NonZeroU16,
    };

    use serde::Deserialize;
    use serde_json::Value;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Item {
        price: u32,
        rest: Option<Value>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "t")]
    enum Tagged {
        A { n: i64 },
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        N(u8),
        S(String),
    }

    #[derive(Debug, Deserialize, PartialEq)]
    enum External {
        One(u8),
        Two(u8, i128),
        Three { n: NonZeroU16 },
        Four,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        rest: HashMap<String, u8>,
    }

    fn is<T: DeserializeOwned + PartialEq + fmt::Debug>(text: &str, value: &T) {
        assert_eq!(read::<T>(text).unwrap(), *value, "{text}");
    }

    /// N20.
    #[test]
    fn n20_a_whole_number_is_an_integer_in_every_type() {
        is("5.0", &5_u8);
        is("1e3", &1000_i32);
        is("-2.0", &-2_i8);
        is("9007199254740993.0", &9_007_199_254_740_993_u64);
        is("1.0", &1_u128);
        is("-1.0", &-1_i128);
        is("[1.0, 2]", &vec![1_u64, 2]);
        is("5.0", &Some(5_u16));
        is(r#"{"a": 1.0}"#, &BTreeMap::from([("a".to_owned(), 1_u8)]));
        is(r#"{"7": 1.0}"#, &BTreeMap::from([(7_u8, 1_u8)]));
        is(r#"{"t": "A", "n": 3.0}"#, &Tagged::A { n: 3 });
        is("3.0", &Untagged::N(3));
        is(r#"{"One": 1.0}"#, &External::One(1));
        is(r#"{"Two": [1.0, 2.0]}"#, &External::Two(1, 2));
        is(r#"{"Three": {"n": 4.0}}"#, &External::Three { n: NonZeroU16::MIN.saturating_add(3) });
        is(r#"["Four", {"One": 1.0}]"#, &vec![External::Four, External::One(1)]);
        is(r#"{"x": 1.0}"#, &Flat { rest: [("x".to_owned(), 1)].into() });
    }

    /// N20: what any value may be stays as it is.
    #[test]
    fn n20_floats_and_any_values_stay_what_they_are() {
        is("5.0", &5.0_f64);
        is("[5.0, 1]", &(5.0_f64, 1));
        let text = r#"{"price": 5.0, "rest": {"n": 5.0}}"#;
        let item = read::<Item>(text).unwrap();
        assert_eq!((item.price, item.rest), (5, Some(serde_json::json!({"n": 5.0}))));
    }

    /// N20, N26, N27, N13.
    #[test]
    fn n27_an_error_says_where_and_what_was_expected() {
        fn error<T: DeserializeOwned + fmt::Debug>(text: &str) -> String {
            read::<T>(text).unwrap_err().to_string()
        }
        let items = r#"{"items": [{"price": 1}, {"price": "x"}]}"#;
        assert_eq!(
            error::<BTreeMap<String, Vec<Item>>>(items),
            "`items[1].price`: invalid type: string \"x\", expected u32"
        );
        assert_eq!(error::<Vec<Item>>(r#"[{}]"#), "`[0]`: missing field `price`");
        assert_eq!(error::<u8>("5.5"), "invalid type: number `5.5`, expected u8");
        assert_eq!(error::<u8>("300.0"), "invalid value: integer `300`, expected u8");
        assert_eq!(error::<u128>("1.5"), "invalid type: number `1.5`, expected u128");
        assert_eq!(
            error::<External>(r#"{"One": true}"#),
            "`One`: invalid type: boolean `true`, expected u8"
        );
        assert!(
            error::<External>(r#""Five""#).starts_with("unknown variant `Five`, expected one of")
        );
        assert!(error::<Tagged>(r#"{"t": "A", "n": 1.5}"#).contains("floating point `1.5`"));
        let key = error::<BTreeMap<u8, u8>>(r#"{"01": 1}"#);
        assert!(key.starts_with("the key `01` is no whole number"), "{key}");
        let key = error::<BTreeMap<u8, u8>>(r#"{" 1 ": 1}"#);
        assert!(key.starts_with("the key ` 1 ` is no whole number"), "{key}");
        assert_eq!(error::<(u8, u8)>("[1]"), "invalid length 1, expected a tuple of size 2");
        assert!(error::<(u8, u8)>("[1, 2, 3]").starts_with("invalid length 3"));
    }
}
