//! The raw arguments of a call, split by the names that its handler takes.
//!
//! It finds members; it does not decode them.

use std::{collections::BTreeSet, fmt};

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Place, Refusal};
use crate::wire::Text;

/// The `arguments` object of a call, or its absence, which is the same as `{}`.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a>(pub(crate) Option<&'a str>);

impl<'a> Arguments<'a> {
    /// The raw value of each name, in the place that its parameter has.
    ///
    /// # Errors
    ///
    /// A refusal for a member that is no argument (the model is told) or appears twice (-32602).
    pub fn split<const N: usize>(
        self,
        names: [(&'static str, Place); N],
    ) -> Result<[Option<&'a RawValue>; N], Refusal> {
        let mut found = [None; N];
        let Some(json) = self.0 else { return Ok(found) };
        let mut unknown = None;
        let members = Members { names: &names, found: &mut found, unknown: &mut unknown };
        let read = match names.iter().position(|(_, place)| matches!(place, Place::All(_))) {
            None => serde_json::Deserializer::from_str(json).deserialize_map(members),
            Some(position) => members.all(json, position),
        };
        read.map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" at line").next().unwrap_or_default();
            Refusal::malformed(format!("`arguments`: {reason}"))
        })?;
        match unknown {
            Some(name) => Err(unknown_argument(&name, &names)),
            None => Ok(found),
        }
    }
}

#[cold]
fn unknown_argument(name: &str, names: &[(&'static str, Place)]) -> Refusal {
    let mut known = String::new();
    for (name, place) in names {
        let name: &[&str] = match place {
            Place::Nowhere => &[],
            Place::Member => &[*name],
            Place::All(fields) => fields.unwrap_or_default(),
        };
        name.iter().for_each(|name| known.push_str(&format!(", `{name}`")));
    }
    let known = known.strip_prefix(", ").unwrap_or("none");
    let name: String = name.chars().take(100).collect();
    Refusal::argument(format!("unknown argument `{name}`; the arguments are: {known}"))
}

/// Not generic over the number of names, so that one copy serves all tools.
struct Members<'s, 'a> {
    names: &'s [(&'static str, Place)],
    found: &'s mut [Option<&'a RawValue>],
    unknown: &'s mut Option<String>,
}

impl<'a> Members<'_, 'a> {
    /// The object as a whole, for the parameter at `position`.
    fn all(self, json: &'a str, position: usize) -> serde_json::Result<()> {
        let members: Names<'a> = serde_json::from_str(json)?;
        let fields = self.names.get(position).map(|(_, place)| *place);
        if let Some(Place::All(Some(fields))) = fields {
            let unknown = members.0.iter().find(|name| !fields.contains(&&***name));
            *self.unknown = unknown.map(|name| name.to_string());
        }
        if let Some(slot) = self.found.get_mut(position) {
            *slot = Some(serde_json::from_str(json)?);
        }
        Ok(())
    }
}

impl<'a> Visitor<'a> for Members<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<Text<'a>>()? {
            let value = map.next_value::<&RawValue>()?;
            let position =
                self.names.iter().position(|(n, place)| *place == Place::Member && *n == &*name);
            match position.and_then(|position| self.found.get_mut(position)) {
                Some(Some(_)) => return Err(duplicate(&name)),
                Some(slot) => *slot = Some(value),
                None if self.unknown.is_none() => *self.unknown = Some(name.to_string()),
                None => {}
            }
        }
        Ok(())
    }
}

/// The names of an object's members, each once.
struct Names<'a>(BTreeSet<Text<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Names<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Names<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut names = BTreeSet::new();
                while let Some((name, _)) = map.next_entry::<Text<'de>, IgnoredAny>()? {
                    if names.contains(&name) {
                        return Err(duplicate(&name));
                    }
                    names.insert(name);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_map(Each)
    }
}

fn duplicate<E: Error>(name: &str) -> E {
    E::custom(format_args!("duplicate member `{name}`"))
}
