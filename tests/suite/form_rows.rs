//! The awkward outputs of schemars (feasibility.md part 7), each as the form that becomes of it.

use std::collections::{BTreeSet, HashMap};

use askback::{Elicit, Form, prelude::*};
use serde_json::{Value, json};

#[choice]
#[serde(rename_all = "lowercase")]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Small,
    Large,
}

/// A room, with some docs and not in the order in which schemars has them.
#[choice]
enum Room {
    Plain,
    #[serde(rename = "x")]
    Renamed,
    /// With a window
    Front,
    #[serde(alias = "rear")]
    #[choice(title = "Back room")]
    Back,
    #[serde(skip)]
    #[expect(dead_code, reason = "nobody can choose it")]
    Nowhere,
}

#[ask]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its form is looked at")]
struct Rows {
    zulu: u8,
    signed: i32,
    single: f32,
    pointer: usize,
    maybe: Option<i32>,
    list: Option<Vec<Size>>,
    #[serde(default)]
    text: Option<String>,
    size: Option<Size>,
    room: Room,
    other_room: Option<Room>,
    set: BTreeSet<Size>,
    letter: char,
    #[serde(skip)]
    skipped: HashMap<String, String>,
}

#[test]
fn each_awkward_output_of_schemars_becomes_this() {
    const SAFE: u64 = 9_007_199_254_740_991;
    let size = json!({"type": "string", "enum": ["small", "large"]});
    let titles = json!([
        {"const": "Plain", "title": "Plain"},
        {"const": "x", "title": "x"},
        {"const": "Front", "title": "With a window"},
        {"const": "Back", "title": "Back room"},
    ]);
    let room = json!({"type": "string", "oneOf": titles});
    let expected = json!({
        "type": "object",
        "properties": {
            "zulu": {"type": "integer", "minimum": 0, "maximum": 255},
            "signed": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX},
            "single": {"type": "number"},
            "pointer": {"type": "integer", "minimum": 0, "maximum": SAFE},
            "maybe": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX},
            "list": {"type": "array", "items": size},
            "text": {"type": "string"},
            "size": size,
            "room": room,
            "other_room": room,
            "set": {"type": "array", "items": size},
            "letter": {"type": "string", "minLength": 1, "maxLength": 1},
        },
        "required": ["zulu", "signed", "single", "pointer", "room", "set", "letter"],
    });
    let found = Rows::form().unwrap().requested_schema();
    // As texts: the order is that of the declaration.
    assert_eq!(found, expected.to_string());
}

/// What no form can hold, where the macro leaves it to the check of the schema.
#[test]
fn what_has_no_form_is_refused_with_its_field_or_root() {
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    enum Data {
        A { x: u8 },
        B(String),
    }
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Recursive {
        next: Option<Box<Self>>,
    }
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Anything {
        value: Value,
    }
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct FlatMap {
        #[serde(flatten)]
        rest: HashMap<String, String>,
    }
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct FlatEnum {
        name: String,
        #[serde(flatten)]
        data: Data,
    }
    for (refused, named) in [
        (Form::of::<Recursive>(), "`next`"),
        (Form::of::<Anything>(), "`value`"),
        (Form::of::<FlatMap>(), "struct with named fields"),
        (Form::of::<FlatEnum>(), "struct with named fields"),
        (Form::of::<Data>(), "struct with named fields"),
    ] {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}
