//! A value in its JSON text, read member by member.

use std::{any::type_name, fmt};

use serde::{
    Deserialize,
    de::{
        DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, VariantAccess, Visitor,
    },
    forward_to_deserialize_any,
};
use serde_json::{Value, value::RawValue};

use super::{Buffered, Unread};
use crate::wire::{JsonType, MAX_DEPTH, TextValue, whole};

/// A value, and how many more it may be deep.
#[derive(Clone, Copy)]
pub(super) struct Node<'de> {
    text: &'de str,
    buffered: Buffered,
    depth: usize,
}

impl<'de> Node<'de> {
    pub(super) fn new(text: &'de str, buffered: Buffered) -> Self {
        Self { text, buffered, depth: MAX_DEPTH }
    }

    fn below(self, value: &'de RawValue) -> Result<Self, Unread> {
        let depth = self.depth.checked_sub(1).ok_or_else(|| Unread::custom("too deep"))?;
        Ok(Self { text: value.get(), depth, ..self })
    }

    fn strict(self) -> serde_json::Deserializer<serde_json::de::StrRead<'de>> {
        serde_json::Deserializer::from_str(self.text)
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        if JsonType::of(self.text) != JsonType::Number {
            return self.deserialize_any(visitor);
        }
        let Some(number) = whole(self.text) else {
            return match self.text.parse() {
                Ok(number) => visitor.visit_u128(number),
                Err(_) => {
                    let text: String = self.text.chars().take(40).collect();
                    let number = format!("number `{text}`");
                    Err(Error::invalid_type(Unexpected::Other(&number), &visitor))
                }
            };
        };
        match (u64::try_from(number), i64::try_from(number)) {
            (Ok(number), _) => visitor.visit_u64(number),
            (_, Ok(number)) => visitor.visit_i64(number),
            _ => visitor.visit_i128(number),
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            self.integer(visitor)
        }
    )*};
}

/// What needs no place of its own is read by the strict reader.
macro_rules! strict {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            Ok(self.strict().$method(visitor)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Unread;

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    strict! {
        deserialize_bool deserialize_f32 deserialize_f64 deserialize_char deserialize_str
        deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match JsonType::of(self.text) {
            JsonType::Array => {
                let items = serde_json::from_str::<Vec<&'de RawValue>>(self.text)?;
                let count = items.len();
                let mut items = Items { node: self, items: items.into_iter(), index: 0 };
                let value = visitor.visit_seq(&mut items)?;
                match items.items.len() {
                    0 => Ok(value),
                    _ => Err(Error::invalid_length(count, &"fewer items")),
                }
            }
            JsonType::Object => {
                let members = serde_json::from_str::<Pairs<'de>>(self.text)?.0.into_iter();
                visitor.visit_map(Members { node: self, members, value: None })
            }
            // A value of any kind stays as it is written.
            JsonType::Number
                if self.buffered == Buffered::AsIntegers
                    && whole(self.text).is_some()
                    && type_name::<V::Value>() != type_name::<Value>() =>
            {
                self.integer(visitor)
            }
            _ => Ok(self.strict().deserialize_any(visitor)?),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        if self.text == "null" { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        // The raw text of a value, which is asked for by such a name.
        if name.starts_with("$serde_json") {
            return Ok(self.strict().deserialize_newtype_struct(name, visitor)?);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        if JsonType::of(self.text) == JsonType::Object {
            let members = serde_json::from_str::<Pairs<'de>>(self.text)?.0;
            let [(variant, value)] = members.as_slice() else {
                return Err(Unread::custom("expected an object with one member, the variant"));
            };
            let node = self.below(value)?;
            return visitor
                .visit_enum(Variant { name: variant, node })
                .map_err(|error| error.in_variant(variant, variants));
        }
        Ok(self.strict().deserialize_enum(name, variants, visitor)?)
    }

    forward_to_deserialize_any! { unit_struct seq tuple tuple_struct map struct }
}

struct Items<'de> {
    node: Node<'de>,
    items: std::vec::IntoIter<&'de RawValue>,
    index: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Unread;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unread> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let value = seed.deserialize(self.node.below(item)?);
        value.map(Some).map_err(|error| error.in_item(index))
    }
}

struct Members<'de> {
    node: Node<'de>,
    members: std::vec::IntoIter<(String, &'de RawValue)>,
    value: Option<(String, &'de RawValue)>,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Unread;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Unread> {
        let Some(member) = self.members.next() else { return Ok(None) };
        let key = seed.deserialize(TextValue::key(&member.0)).map_err(Unread::custom);
        self.value = Some(member);
        key.map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unread> {
        let (name, value) = self.value.take().ok_or_else(|| Unread::custom("no value"))?;
        seed.deserialize(self.node.below(value)?).map_err(|error| error.in_member(&name))
    }
}

/// A variant with its content.
struct Variant<'de, 'n> {
    name: &'n str,
    node: Node<'de>,
}

impl<'de> EnumAccess<'de> for Variant<'de, '_> {
    type Error = Unread;
    type Variant = Node<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Node<'de>), Unread> {
        let name: serde::de::value::StrDeserializer<'_, Unread> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.node))
    }
}

impl<'de> VariantAccess<'de> for Node<'de> {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        <()>::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unread> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.deserialize_any(visitor)
    }
}

/// The members of an object, in their order.
struct Pairs<'de>(Vec<(String, &'de RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Pairs(members))
            }
        }

        deserializer.deserialize_map(Each)
    }
}
