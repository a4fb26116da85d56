//! What a client declared that it can do, down to modes and sub-capabilities.
//!
//! It reads and writes `ClientCapabilities`; it does not know which ask needs what.

use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{JsonType, present};

/// Something a server can ask a client for.
///
/// Names and shapes are those of `ClientCapabilities` in the protocol's schema.
///
/// ```
/// use askback::Capability;
///
/// assert_eq!(Capability::Form.to_string(), "form elicitation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Capability {
    /// Forms: `elicitation.form`, or a bare `elicitation` (`modern.md M-ELI-2`).
    Form,
    /// Pages to open: `elicitation.url`; a bare `elicitation` does not imply it.
    Url,
    /// The client's model: `sampling`.
    Sampling,
    /// The client's model with tools: `sampling.tools`.
    SamplingTools,
    /// The client's roots: `roots`.
    Roots,
}

impl Capability {
    const ALL: [Self; 5] =
        [Self::Form, Self::Url, Self::Sampling, Self::SamplingTools, Self::Roots];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "form elicitation",
            Self::Url => "url elicitation",
            Self::Sampling => "sampling",
            Self::SamplingTools => "sampling with tools",
            Self::Roots => "roots",
        })
    }
}

/// A set of [`Capability`]: what one request declared, or what one round needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Capabilities(u8);

#[derive(Deserialize)]
struct Declared<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    elicitation: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    sampling: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    roots: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Modes<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    form: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    url: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct SamplingParts<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    tools: Option<&'a RawValue>,
}

impl Capabilities {
    /// Reads a `clientCapabilities` object.
    ///
    /// # Errors
    ///
    /// The name of the member that is not an object, or appears twice.
    pub(crate) fn read(json: &str) -> Result<Self, &'static str> {
        let declared: Declared<'_> = read(json, "clientCapabilities")?;
        let mut set = Self::default();
        if let Some(modes) = object::<Modes<'_>>(declared.elicitation, "elicitation")? {
            let form = object::<Open>(modes.form, "elicitation.form")?.is_some();
            let url = object::<Open>(modes.url, "elicitation.url")?.is_some();
            set.insert_if(Capability::Form, form || !url);
            set.insert_if(Capability::Url, url);
        }
        if let Some(parts) = object::<SamplingParts<'_>>(declared.sampling, "sampling")? {
            set.insert(Capability::Sampling);
            let tools = object::<Open>(parts.tools, "sampling.tools")?.is_some();
            set.insert_if(Capability::SamplingTools, tools);
        }
        let roots = object::<Open>(declared.roots, "roots")?.is_some();
        set.insert_if(Capability::Roots, roots);
        Ok(set)
    }

    pub(crate) fn insert(&mut self, capability: Capability) {
        self.0 |= capability.bit();
    }

    fn insert_if(&mut self, capability: Capability, condition: bool) {
        if condition {
            self.insert(capability);
        }
    }

    pub(crate) fn contains(self, capability: Capability) -> bool {
        self.0 & capability.bit() != 0
    }

    /// The part of the set that `keep` allows.
    pub(crate) fn retain(self, keep: impl Fn(&Capability) -> bool) -> Self {
        let kept = Capability::ALL.iter().filter(|capability| keep(capability));
        Self(self.0 & kept.fold(0, |bits, capability| bits | capability.bit()))
    }

    /// What is in `self` and not in `declared`.
    pub(crate) fn missing_from(self, declared: Self) -> Self {
        Self(self.0 & !declared.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as a `ClientCapabilities` object, as in `data.requiredCapabilities` of -32021.
    pub(crate) fn json(self) -> String {
        let mut members = Vec::new();
        let elicitation = self.object(&[(Capability::Form, "form"), (Capability::Url, "url")]);
        members.extend(elicitation.map(|inner| format!("\"elicitation\":{inner}")));
        if self.contains(Capability::SamplingTools) {
            members.push("\"sampling\":{\"tools\":{}}".to_owned());
        } else if self.contains(Capability::Sampling) {
            members.push("\"sampling\":{}".to_owned());
        }
        if self.contains(Capability::Roots) {
            members.push("\"roots\":{}".to_owned());
        }
        format!("{{{}}}", members.join(","))
    }

    fn object(self, parts: &[(Capability, &str)]) -> Option<String> {
        let present: Vec<String> = parts
            .iter()
            .filter(|(capability, _)| self.contains(*capability))
            .map(|(_, name)| format!("\"{name}\":{{}}"))
            .collect();
        (!present.is_empty()).then(|| format!("{{{}}}", present.join(",")))
    }
}

impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for capability in Capability::ALL.into_iter().filter(|c| self.contains(*c)) {
            write!(f, "{separator}{capability}")?;
            separator = " and ";
        }
        Ok(())
    }
}

/// An object of which only the presence counts.
#[derive(Deserialize)]
struct Open {}

fn object<'a, T: Deserialize<'a>>(
    raw: Option<&'a RawValue>,
    name: &'static str,
) -> Result<Option<T>, &'static str> {
    raw.map(|raw| read(raw.get(), name)).transpose()
}

fn read<'a, T: Deserialize<'a>>(json: &'a str, name: &'static str) -> Result<T, &'static str> {
    if JsonType::of(json) != JsonType::Object {
        return Err(name);
    }
    serde_json::from_str(json).map_err(|_| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Capabilities, &'static str> {
        Capabilities::read(text)
    }

    /// M-ELI-2, B56.
    #[test]
    fn a_bare_elicitation_means_forms_and_url_alone_does_not() {
        for (text, form, url) in [
            ("{}", false, false),
            (r#"{"elicitation":{}}"#, true, false),
            (r#"{"elicitation":{"form":{}}}"#, true, false),
            (r#"{"elicitation":{"url":{}}}"#, false, true),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, true, true),
        ] {
            let set = read(text).unwrap();
            assert_eq!(
                (set.contains(Capability::Form), set.contains(Capability::Url)),
                (form, url),
                "{text}"
            );
        }
    }

    #[test]
    fn members_of_the_wrong_type_are_named() {
        for (text, name) in [
            ("true", "clientCapabilities"),
            (r#"{"elicitation":true}"#, "elicitation"),
            (r#"{"elicitation":null}"#, "elicitation"),
            (r#"{"elicitation":{"url":1}}"#, "elicitation.url"),
            (r#"{"sampling":[]}"#, "sampling"),
            (r#"{"roots":"yes"}"#, "roots"),
        ] {
            assert_eq!(read(text), Err(name), "{text}");
        }
    }

    #[test]
    fn unknown_capabilities_are_open_and_list_changed_roots_count() {
        let set = read(r#"{"roots":{"listChanged":true},"extensions":{"a/b":{}},"x":1}"#).unwrap();
        assert!(set.contains(Capability::Roots));
        assert!(!set.contains(Capability::Sampling));
    }

    /// M-ERR-5: an object of objects, and exactly the missing part.
    #[test]
    fn the_missing_part_is_written_as_client_capabilities() {
        let mut needed = Capabilities::default();
        needed.insert(Capability::Form);
        assert_eq!(needed.json(), r#"{"elicitation":{"form":{}}}"#);
        needed.insert(Capability::SamplingTools);
        needed.insert(Capability::Roots);
        assert_eq!(
            needed.json(),
            r#"{"elicitation":{"form":{}},"sampling":{"tools":{}},"roots":{}}"#
        );
        let declared = read(r#"{"elicitation":{}}"#).unwrap();
        assert_eq!(needed.missing_from(declared).json(), r#"{"sampling":{"tools":{}},"roots":{}}"#);
        assert_eq!(needed.to_string(), "form elicitation and sampling with tools and roots");
    }
}
