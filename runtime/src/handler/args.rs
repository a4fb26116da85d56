//! All arguments of a call as one value.
//!
//! It knows how a type reads itself; the schema of its root is the matter of `schema.rs`.

use schemars::{JsonSchema, SchemaGenerator};
use serde::{
    de::{DeserializeOwned, Deserializer, Visitor},
    forward_to_deserialize_any,
};

use super::{
    Param,
    param::{NoValue, Source},
};
use crate::wire;

/// All arguments of a call as one value: a parameter for a struct that is written elsewhere.
///
/// It is the only argument of its tool. A member that the struct does not have is refused by name,
/// as it is for arguments that are parameters, unless a field is flattened. An `enum` is refused
/// when the server is built: clients drop a whole list of tools for the sake of one union
/// (`reports.md B07`); write it as an argument, `command: Command`.
///
/// ```
/// use askback::prelude::*;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Search {
///     /// What to look for
///     query: String,
///     limit: Option<u32>,
/// }
///
/// /// Searches.
/// #[tool]
/// async fn search(Args(Search { query, limit }): Args<Search>) -> String {
///     format!("{query} {limit:?}")
/// }
/// # let _ = search;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "handlers take it apart")]
pub struct Args<T>(pub T);

impl<'c, T: DeserializeOwned + JsonSchema> Param<'c> for Args<T> {
    const SOURCE: Source<'c, Self> = Source::Arguments {
        schema: SchemaGenerator::root_schema_for::<T>,
        fields: fields::<T>,
        read: |text| wire::read(text).map(Self),
    };
}

/// The names that a struct reads, if it reads no others.
pub(super) fn fields<T: DeserializeOwned>() -> Option<&'static [&'static str]> {
    let mut fields = None;
    // It always fails: there is no value.
    drop(T::deserialize(Probe(&mut fields)));
    fields
}

/// A deserializer of nothing, which notes what is expected of it.
struct Probe<'p>(&'p mut Option<&'static [&'static str]>);

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = NoValue;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        *self.0 = Some(fields);
        self.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its fields are looked at")]
    struct Plain {
        #[serde(alias = "other")]
        name: String,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its fields are looked at")]
    struct Around(Plain);

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its fields are looked at")]
    struct Open {
        #[serde(flatten)]
        rest: HashMap<String, String>,
    }

    #[test]
    fn a_struct_says_what_it_reads() {
        assert_eq!(fields::<Plain>(), Some(&["name", "other"][..]));
        assert_eq!(fields::<Around>(), fields::<Plain>());
        assert_eq!(fields::<Open>(), None);
        assert_eq!(fields::<HashMap<String, u8>>(), None);
    }
}
