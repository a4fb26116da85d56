//! The members of `params` and `_meta` that the protocol knows, found in one pass over a message.
//!
//! They are left raw. Whether a value has the right type, and which method needs it, is not known
//! here.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::Text;

/// A member of `params`, or of `_meta` in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    Name,
    Uri,
    Arguments,
    InputResponses,
    RequestState,
    Cursor,
    ProtocolVersion,
    RequestId,
    Capabilities,
    Level,
    Notifications,
    Ref,
    Argument,
    Context,
    MetaProtocolVersion,
    MetaCapabilities,
    MetaLogLevel,
    MetaProgressToken,
}

/// How many [`Member`]s there are.
pub(super) const MEMBERS: usize = 18;

/// What stands where an object belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    #[default]
    Absent,
    Object,
    /// Another JSON type.
    Other,
}

/// The `params` of a message, taken apart.
#[derive(Debug, Default)]
pub(super) struct Members<'a> {
    pub(super) values: [Option<&'a RawValue>; MEMBERS],
    pub(super) params: Shape,
    pub(super) meta: Shape,
    /// A member that is there twice.
    pub(super) repeated: Option<&'static str>,
}

impl Member {
    /// The member's name on the wire.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Uri => "uri",
            Self::Arguments => "arguments",
            Self::InputResponses => "inputResponses",
            Self::RequestState => "requestState",
            Self::Cursor => "cursor",
            Self::ProtocolVersion => "protocolVersion",
            Self::RequestId => "requestId",
            Self::Capabilities => "capabilities",
            Self::Level => "level",
            Self::Notifications => "notifications",
            Self::Ref => "ref",
            Self::Argument => "argument",
            Self::Context => "context",
            Self::MetaProtocolVersion => "io.modelcontextprotocol/protocolVersion",
            Self::MetaCapabilities => "io.modelcontextprotocol/clientCapabilities",
            Self::MetaLogLevel => "io.modelcontextprotocol/logLevel",
            Self::MetaProgressToken => "progressToken",
        }
    }

    fn of_params(name: &str) -> Option<Self> {
        Some(match name {
            "name" => Self::Name,
            "uri" => Self::Uri,
            "arguments" => Self::Arguments,
            "inputResponses" => Self::InputResponses,
            "requestState" => Self::RequestState,
            "cursor" => Self::Cursor,
            "protocolVersion" => Self::ProtocolVersion,
            "requestId" => Self::RequestId,
            "capabilities" => Self::Capabilities,
            "level" => Self::Level,
            "notifications" => Self::Notifications,
            "ref" => Self::Ref,
            "argument" => Self::Argument,
            "context" => Self::Context,
            _ => return None,
        })
    }

    fn of_meta(name: &str) -> Option<Self> {
        Some(match name {
            "io.modelcontextprotocol/protocolVersion" => Self::MetaProtocolVersion,
            "io.modelcontextprotocol/clientCapabilities" => Self::MetaCapabilities,
            "io.modelcontextprotocol/logLevel" => Self::MetaLogLevel,
            "progressToken" => Self::MetaProgressToken,
            _ => return None,
        })
    }
}

impl<'a> Members<'a> {
    fn keep(&mut self, member: Member, value: &'a RawValue) {
        if self.values[member as usize].replace(value).is_some() {
            self.repeated.get_or_insert(member.name());
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut members = Self::default();
        members.params = deserializer.deserialize_any(Params(&mut members))?;
        Ok(members)
    }
}

/// Both visitors take any JSON type and say whether it was an object; what else it was is passed
/// over, however deep it is.
macro_rules! any_other_type {
    ($de:lifetime) => {
        type Value = Shape;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any JSON value")
        }

        fn visit_seq<A: SeqAccess<$de>>(self, mut items: A) -> Result<Shape, A::Error> {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            Ok(Shape::Other)
        }

        fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
            Ok(Shape::Other)
        }

        fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
            Ok(Shape::Other)
        }

        fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
            Ok(Shape::Other)
        }

        fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
            Ok(Shape::Other)
        }

        fn visit_str<E>(self, _: &str) -> Result<Shape, E> {
            Ok(Shape::Other)
        }

        fn visit_unit<E>(self) -> Result<Shape, E> {
            Ok(Shape::Other)
        }
    };
}

struct Params<'m, 'a>(&'m mut Members<'a>);

impl<'de: 'a, 'a> Visitor<'de> for Params<'_, 'a> {
    any_other_type!('de);

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
        while let Some(name) = map.next_key::<Text<'de>>()? {
            if &*name == "_meta" {
                if self.0.meta != Shape::Absent {
                    self.0.repeated.get_or_insert("_meta");
                }
                self.0.meta = map.next_value_seed(Meta(self.0))?;
            } else if let Some(member) = Member::of_params(&name) {
                self.0.keep(member, map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Shape::Object)
    }
}

struct Meta<'m, 'a>(&'m mut Members<'a>);

impl<'de: 'a, 'a> serde::de::DeserializeSeed<'de> for Meta<'_, 'a> {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de: 'a, 'a> Visitor<'de> for Meta<'_, 'a> {
    any_other_type!('de);

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
        while let Some(name) = map.next_key::<Text<'de>>()? {
            match Member::of_meta(&name) {
                Some(member) => self.0.keep(member, map.next_value()?),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Shape::Object)
    }
}
