//! The key of a map: a text, and what a type reads from one.

use serde::{
    de::{Deserializer, Error as _, IntoDeserializer, Visitor},
    forward_to_deserialize_any,
};

use super::Unread;

pub(super) struct Key<'k>(pub(super) &'k str);

/// Reads a number that is written as JSON writes it.
macro_rules! number {
    ($($method:ident $visit:ident $type:ty, $what:literal;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            match serde_json::from_str::<$type>(self.0) {
                Ok(number) if self.0.trim() == self.0 => visitor.$visit(number),
                _ => Err(self.is_no($what)),
            }
        }
    )*};
}

impl Key<'_> {
    fn is_no(&self, what: &str) -> Unread {
        let key: String = self.0.chars().take(40).collect();
        Unread::custom(format_args!("the key `{key}` is no {what}"))
    }
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Unread;

    number! {
        deserialize_i8 visit_i8 i8, "whole number from -128 to 127, without leading zeros or spaces";
        deserialize_i16 visit_i16 i16, "whole number of 16 bits, without leading zeros or spaces";
        deserialize_i32 visit_i32 i32, "whole number of 32 bits, without leading zeros or spaces";
        deserialize_i64 visit_i64 i64, "whole number of 64 bits, without leading zeros or spaces";
        deserialize_i128 visit_i128 i128, "whole number, without leading zeros or spaces";
        deserialize_u8 visit_u8 u8, "whole number from 0 to 255, without leading zeros or spaces";
        deserialize_u16 visit_u16 u16, "whole number from 0 to 65535, without leading zeros or spaces";
        deserialize_u32 visit_u32 u32, "whole number from 0 of 32 bits, without leading zeros or spaces";
        deserialize_u64 visit_u64 u64, "whole number from 0 of 64 bits, without leading zeros or spaces";
        deserialize_u128 visit_u128 u128, "whole number from 0, without leading zeros or spaces";
        deserialize_f32 visit_f32 f32, "number";
        deserialize_f64 visit_f64 f64, "number";
        deserialize_bool visit_bool bool, "`true` or `false`";
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}
