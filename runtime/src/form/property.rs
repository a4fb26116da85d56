//! The form and its check agree: what fits is taken and read, what breaks one rule is refused by
//! name, and no reason shows a value.

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Form;

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Order {
    #[schemars(length(min = 2, max = 5))]
    name: String,
    #[schemars(range(min = -3, max = 900))]
    count: i32,
    id: Option<u64>,
    ratio: Option<f64>,
    #[serde(default)]
    gift: bool,
}

const MAX_SAFE: u64 = 9_007_199_254_740_991;

fn check(content: &Value) -> Result<String, String> {
    let form = Form::of::<Order>().unwrap();
    form.check(Some(&content.to_string())).map_err(|violation| violation.to_string())
}

fn order() -> impl Strategy<Value = Value> {
    (
        "\\PC{2,5}",
        -3_i32..=900,
        prop::option::of(0..=MAX_SAFE),
        prop::option::of(-1e9_f64..1e9),
        prop::option::of(any::<bool>()),
    )
        .prop_map(|(name, count, id, ratio, gift)| {
            json!({"name": name, "count": count, "id": id, "ratio": ratio, "gift": gift, "x": [1]})
        })
}

proptest! {
    // A failure is fixed or becomes a test by name; a file of seeds would say nothing to a reader.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_fits_is_taken_and_read_as_it_was_meant(content in order()) {
        let checked = check(&content).map_err(TestCaseError::fail)?;
        let read: Order = serde_json::from_str(&checked).unwrap();
        prop_assert_eq!(&read.name, content["name"].as_str().unwrap());
        prop_assert_eq!(i64::from(read.count), content["count"].as_i64().unwrap());
        prop_assert_eq!(read.id, content["id"].as_u64());
        prop_assert_eq!(read.ratio, content["ratio"].as_f64());
        prop_assert_eq!(read.gift, content["gift"].as_bool().unwrap_or_default());
        // What is written in one way is written so again.
        let again = Form::of::<Order>().unwrap().check(Some(&checked)).unwrap();
        prop_assert_eq!(again, checked);
    }

    #[test]
    fn what_breaks_one_rule_is_refused_by_name_and_not_shown(
        content in order(),
        secret in 10_000_000_u64..,
        broken in 0_usize..8,
    ) {
        let (field, value) = match broken {
            0 => ("name", json!(format!("{secret}"))),
            1 => ("name", json!(secret)),
            2 => ("count", json!(secret)),
            3 => ("count", json!(format!("{secret}"))),
            4 => ("count", json!(null)),
            5 => ("id", json!(format!("{secret}"))),
            6 => ("ratio", json!({"value": secret})),
            _ => ("gift", json!(secret)),
        };
        let mut content = content;
        content[field] = value;
        let reason = check(&content).expect_err("a rule is broken");
        let named = format!("`{field}` ");
        prop_assert!(reason.starts_with(&named), "{}", reason);
        prop_assert!(!reason.contains(&secret.to_string()), "{}", reason);
    }

    #[test]
    fn no_content_ends_the_process(text in "[{}\\[\\]\",:\\\\na1e.\\-]{0,40}") {
        let _ = Form::of::<Order>().unwrap().check(Some(&format!("{{\"name\":{text}}}")));
        let _ = Form::of::<Order>().unwrap().check(Some(&text));
    }
}
