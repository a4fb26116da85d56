//! Values that travel as texts: the arguments of prompts, the variables of URI templates, and the keys of
//! maps.
//!
//! It reads one value; which parameter it is for is not known.

use std::str::FromStr;

use serde::{
    de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor, value::Error},
    forward_to_deserialize_any,
};

/// A deserializer of one text: a string is itself, a number or a yes is what it says, and the name of an
/// enum's variant is that variant.
pub(crate) struct TextValue<'a> {
    text: &'a str,
    /// Whether it is a key of a map, whose numbers are written as JSON writes them.
    is_key: bool,
}

impl<'a> TextValue<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, is_key: false }
    }

    pub(super) fn key(text: &'a str) -> Self {
        Self { text, is_key: true }
    }

    fn read<T: FromStr + DeserializeOwned>(&self, what: &str) -> Result<T, Error> {
        let value = if self.is_key {
            serde_json::from_str(self.text).ok().filter(|_| self.text.trim() == self.text)
        } else {
            self.text.trim().parse().ok()
        };
        value.ok_or_else(|| self.is_not(what))
    }

    #[cold]
    fn is_not(&self, what: &str) -> Error {
        let text: String = self.text.chars().take(40).collect();
        serde::de::Error::custom(match what.strip_prefix("a whole number") {
            Some(range) if self.is_key => format!(
                "the key `{text}` is no whole number{range}, without leading zeros or spaces"
            ),
            _ if self.is_key => format!("the key `{text}` is not {what}"),
            _ => format!("`{text}` is not {what}"),
        })
    }
}

/// Reads the text as what the method says.
macro_rules! parsed {
    ($($method:ident $visit:ident $what:literal)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.read($what)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for TextValue<'_> {
    type Error = Error;

    parsed! {
        deserialize_bool visit_bool "`true` or `false`"
        deserialize_i8 visit_i8 "a whole number from -128 to 127"
        deserialize_i16 visit_i16 "a whole number from -32768 to 32767"
        deserialize_i32 visit_i32 "a whole number of 32 bits"
        deserialize_i64 visit_i64 "a whole number of 64 bits"
        deserialize_i128 visit_i128 "a whole number"
        deserialize_u8 visit_u8 "a whole number from 0 to 255"
        deserialize_u16 visit_u16 "a whole number from 0 to 65535"
        deserialize_u32 visit_u32 "a whole number from 0 of 32 bits"
        deserialize_u64 visit_u64 "a whole number from 0 of 64 bits"
        deserialize_u128 visit_u128 "a whole number from 0"
        deserialize_f32 visit_f32 "a number"
        deserialize_f64 visit_f64 "a number"
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.text.into_deserializer())
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, de::DeserializeOwned};

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Id(u32);

    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        T::deserialize(TextValue::new(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_text_is_read_as_what_its_type_is() {
        assert_eq!(read::<String>(" 7 ").unwrap(), " 7 ");
        assert_eq!(read::<u8>(" 7 "), Ok(7));
        assert_eq!(read::<Option<f64>>("0.5"), Ok(Some(0.5)));
        assert_eq!(read::<bool>("true"), Ok(true));
        assert_eq!(read::<Colour>("red"), Ok(Colour::Red));
        assert_eq!(read::<Id>("12"), Ok(Id(12)));
        assert_eq!(read::<char>("x"), Ok('x'));
        assert_eq!(read::<u8>("256").unwrap_err(), "`256` is not a whole number from 0 to 255");
        assert!(read::<Colour>("blue").unwrap_err().starts_with("unknown variant `blue`"));
        assert!(read::<Vec<u8>>("1").unwrap_err().starts_with("invalid type: string"));
    }
}
