//! `inputResponses`: the values that are waited for, found in one pass.
//!
//! What a value says is looked at when its question is met.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::entry::Known;
use crate::wire::Text;

/// Walks `inputResponses` and keeps the values that are waited for.
/// The number is when they were given.
pub(super) struct Responses<'a>(pub(super) &'a mut Vec<Known>, pub(super) u64);

impl<'de> DeserializeSeed<'de> for Responses<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Responses<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Text<'de>>()? {
            let Some(known) = self.0.iter_mut().find(|known| *known.label == *key) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if known.met {
                return Err(serde::de::Error::custom(format_args!("duplicate key `{}`", &*key)));
            }
            let value = map.next_value::<&RawValue>()?;
            if known.answer.is_none() {
                // `met` marks the key as seen while the map is read; it is taken back below.
                known.met = true;
                (known.unread, known.given_at) = (true, self.1);
                known.answer = Some(value.get().into());
            }
        }
        self.0.iter_mut().for_each(|known| known.met = false);
        Ok(())
    }
}

/// How many answers are taken that nobody has asked for.
const MOST_UNPROVEN: usize = 64;

/// All of `inputResponses`, by key.
pub(super) struct Unproven(pub(super) Vec<(Box<str>, Box<str>)>);

impl<'de> Deserialize<'de> for Unproven {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;

        impl<'de> Visitor<'de> for All {
            type Value = Unproven;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unproven, A::Error> {
                let mut all: Vec<(Box<str>, Box<str>)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<Text<'de>, &RawValue>()? {
                    if all.iter().any(|(known, _)| **known == *key) {
                        return Err(serde::de::Error::custom(format_args!(
                            "duplicate key `{}`",
                            &*key
                        )));
                    }
                    if all.len() < MOST_UNPROVEN {
                        all.push(((*key).into(), value.get().into()));
                    }
                }
                Ok(Unproven(all))
            }
        }

        deserializer.deserialize_map(All)
    }
}
