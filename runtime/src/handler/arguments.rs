//! The raw arguments of a call, split by the names that its handler takes.
//!
//! It finds members; it does not decode them.

use std::fmt;

use serde::de::{Deserializer as _, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Refusal;
use crate::wire::Text;

/// The `arguments` object of a call, or its absence, which is the same as `{}`.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a>(pub(crate) Option<&'a str>);

impl<'a> Arguments<'a> {
    /// The raw value of each name; `names` says which of them are arguments at all.
    ///
    /// # Errors
    ///
    /// A refusal for a member that is no argument (the model is told) or appears twice (-32602).
    pub fn split<const N: usize>(
        self,
        names: [(&'static str, bool); N],
    ) -> Result<[Option<&'a RawValue>; N], Refusal> {
        let mut found = [None; N];
        let Some(json) = self.0 else { return Ok(found) };
        let mut unknown = None;
        let members = Members { names: &names, found: &mut found, unknown: &mut unknown };
        serde_json::Deserializer::from_str(json).deserialize_map(members).map_err(|error| {
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
fn unknown_argument(name: &str, names: &[(&'static str, bool)]) -> Refusal {
    let known: Vec<String> = names
        .iter()
        .filter(|(_, is_argument)| *is_argument)
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let name: String = name.chars().take(100).collect();
    Refusal::reply(format!("unknown argument `{name}`; the tool's arguments are: {known}"))
}

/// Not generic over the number of names, so that one copy serves all tools.
struct Members<'s, 'a> {
    names: &'s [(&'static str, bool)],
    found: &'s mut [Option<&'a RawValue>],
    unknown: &'s mut Option<String>,
}

impl<'a> Visitor<'a> for Members<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<Text<'a>>()? {
            let value = map.next_value::<&RawValue>()?;
            let position = self.names.iter().position(|(n, is_arg)| *is_arg && *n == &*name);
            match position.and_then(|position| self.found.get_mut(position)) {
                Some(Some(_)) => {
                    return Err(A::Error::custom(format_args!("duplicate member `{}`", &*name)));
                }
                Some(slot) => *slot = Some(value),
                None if self.unknown.is_none() => *self.unknown = Some(name.to_string()),
                None => {}
            }
        }
        Ok(())
    }
}
