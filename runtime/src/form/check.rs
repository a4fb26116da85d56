//! An answer held against its form: what fits is written down in one way, what does not has a
//! reason.
//!
//! A reason names the field and the rule, and never the value (`modern.md M-ELI-10`). It does not
//! know what happens next.

use std::{
    borrow::Cow,
    fmt::{self, Write as _},
};

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Number, value::RawValue};

use super::schema::{Form, Format, Kind, Property, Variant, Width};
use crate::wire::{Text, whole};

/// Why an answer does not fit. For the user to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation(String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Form {
    /// The content of an accepted form as a JSON object: its fields in order, unknown ones and
    /// nulls left out, whole numbers written as integers. No content, or null, is an empty one
    /// (`reports.md B29`).
    pub(crate) fn check(&self, content: Option<&str>) -> Result<String, Violation> {
        let values = self.values(content.filter(|content| *content != "null").unwrap_or("{}"))?;
        let mut out = String::from("{");
        for ((property, name), value) in self.named().zip(values) {
            let given = value.map(RawValue::get).filter(|value| *value != "null");
            let default = property.default.as_ref().filter(|_| self.fills_defaults());
            let default = given.is_none().then(|| default.map(ToString::to_string)).flatten();
            let Some(value) = given.or(default.as_deref()) else {
                if property.required {
                    return Err(Violation(format!("`{}` is required", property.name)));
                }
                continue;
            };
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str(name);
            out.push(':');
            let written = property.kind.write(value, &mut out);
            written.map_err(|rule| Violation(format!("`{}` {rule}", property.name)))?;
        }
        out.push('}');
        Ok(out)
    }

    /// The field whose value ends at the column, or around it, in a content of one line.
    pub(crate) fn field_before(&self, content: &str, column: usize) -> Option<&str> {
        let values = self.values(content).ok()?;
        let end = |value: &RawValue| {
            let value = value.get();
            value.as_ptr().addr() + value.len() - content.as_ptr().addr()
        };
        let fields = self.properties().iter().zip(values);
        let behind = fields.filter_map(|(field, value)| Some((end(value?), field)));
        let (_, field) = behind.filter(|(end, _)| *end >= column).min_by_key(|(end, _)| *end)?;
        (column > 0).then_some(&*field.name)
    }

    fn values<'a>(&self, content: &'a str) -> Result<Vec<Option<&'a RawValue>>, Violation> {
        if !content.starts_with('{') {
            return Err(Violation("the answer has no fields".to_owned()));
        }
        let mut values = vec![None; self.properties().len()];
        let fields = Fields { properties: self.properties(), values: &mut values };
        let twice = serde_json::Deserializer::from_str(content)
            .deserialize_map(fields)
            .map_err(|_| Violation("the answer could not be read".to_owned()))?;
        match twice {
            Some(property) => Err(Violation(format!("`{}` is given twice", property.name))),
            None => Ok(values),
        }
    }
}

struct Fields<'s, 'a> {
    properties: &'s [Property],
    values: &'s mut [Option<&'a RawValue>],
}

impl<'s, 'a> Visitor<'a> for Fields<'s, 'a> {
    /// The first property that is there twice.
    type Value = Option<&'s Property>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut twice = None;
        while let Some(name) = map.next_key::<Text<'a>>()? {
            let mut places = self.properties.iter().zip(&mut *self.values);
            let Some((property, value)) = places.find(|(property, _)| property.name == *name)
            else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if value.replace(map.next_value()?).is_some() {
                twice.get_or_insert(property);
            }
        }
        Ok(twice)
    }
}

impl Kind {
    /// Appends `value`, or says which rule it breaks.
    pub(super) fn write(&self, value: &str, out: &mut String) -> Result<(), String> {
        match self {
            Self::String { min, max, format } => check_string(value, *min, *max, *format)?,
            Self::Boolean if matches!(value, "true" | "false") => {}
            Self::Boolean => return Err("must be yes or no".to_owned()),
            Self::Choice(variants) => check_choice(value, variants)?,
            Self::Choices { variants, min, max } => {
                check_choices(value, variants, *min, *max)?;
            }
            Self::Number { min, max, width } => {
                check_number(value, min.as_ref(), max.as_ref(), *width)?;
            }
            Self::Integer { min, max } => {
                let integer = whole(value).ok_or("must be a whole number")?;
                check_integer(integer, *min, *max)?;
                // Writing into a `String` has no way to fail.
                let _ = write!(out, "{integer}");
                return Ok(());
            }
        }
        out.push_str(value);
        Ok(())
    }
}

fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let plain = value.strip_prefix('"')?.strip_suffix('"')?;
    if !plain.contains('\\') {
        return Some(plain.into());
    }
    serde_json::from_str::<String>(value).ok().map(Into::into)
}

fn check_string(
    value: &str,
    min: Option<u64>,
    max: Option<u64>,
    format: Option<Format>,
) -> Result<(), String> {
    let text = decoded(value).ok_or("must be a text")?;
    let length = text.chars().count() as u64;
    match (min, max) {
        (Some(min), _) if length < min => Err(format!("must have at least {min} {}", unit(min))),
        (_, Some(max)) if length > max => Err(format!("must have at most {max} {}", unit(max))),
        _ => format.map_or(Ok(()), |format| check_format(&text, format)),
    }
}

fn unit(count: u64) -> &'static str {
    if count == 1 { "character" } else { "characters" }
}

fn check_choice(value: &str, variants: &[Variant]) -> Result<(), String> {
    let chosen = decoded(value);
    if variants.iter().any(|variant| chosen.as_deref() == Some(&*variant.value)) {
        return Ok(());
    }
    let values: Vec<&str> = variants.iter().map(|variant| &*variant.value).collect();
    Err(format!("must be one of: {}", values.join(", ")))
}

/// Each of them once, and so many.
fn check_choices(
    value: &str,
    variants: &[Variant],
    min: Option<u64>,
    max: Option<u64>,
) -> Result<(), String> {
    let chosen: Vec<&RawValue> =
        serde_json::from_str(value).map_err(|_| "must be a list of choices".to_owned())?;
    chosen.iter().try_for_each(|one| check_choice(one.get(), variants))?;
    for (position, one) in chosen.iter().enumerate() {
        if chosen[..position].iter().any(|other| decoded(other.get()) == decoded(one.get())) {
            return Err("must not have the same choice twice".to_owned());
        }
    }
    let count = chosen.len() as u64;
    let choices = |count: u64| if count == 1 { "choice" } else { "choices" };
    match (min, max) {
        (Some(min), _) if count < min => Err(format!("must have at least {min} {}", choices(min))),
        (_, Some(max)) if count > max => Err(format!("must have at most {max} {}", choices(max))),
        _ => Ok(()),
    }
}

fn check_integer(value: i128, min: Option<i128>, max: Option<i128>) -> Result<(), String> {
    if let Some(min) = min.filter(|min| value < *min) {
        return Err(format!("must be at least {min}"));
    }
    if let Some(max) = max.filter(|max| value > *max) {
        return Err(format!("must be at most {max}"));
    }
    Ok(())
}

fn check_number(
    value: &str,
    min: Option<&Number>,
    max: Option<&Number>,
    width: Width,
) -> Result<(), String> {
    let number = serde_json::from_str::<f64>(value).ok().filter(|number| number.is_finite());
    let number = number.ok_or("must be a number")?;
    if width == Width::Single && number.abs() > f64::from(f32::MAX) {
        return Err("must be a smaller number".to_owned());
    }
    if let Some(min) = min.filter(|min| min.as_f64().is_some_and(|min| number < min)) {
        return Err(format!("must be at least {min}"));
    }
    if let Some(max) = max.filter(|max| max.as_f64().is_some_and(|max| number > max)) {
        return Err(format!("must be at most {max}"));
    }
    Ok(())
}

fn check_format(text: &str, format: Format) -> Result<(), String> {
    let (right, rule) = match format {
        Format::Email => (is_email(text), "must be an e-mail address"),
        Format::Uri => (is_uri(text), "must be a URI with its scheme, such as `https:`"),
        Format::Date => (is_date(text), "must be a date, written as YYYY-MM-DD"),
        Format::DateTime => {
            (is_date_time(text), "must be a date and time, written as YYYY-MM-DDThh:mm:ssZ")
        }
    };
    if right { Ok(()) } else { Err(rule.to_owned()) }
}

fn is_email(text: &str) -> bool {
    let plain = !text.contains(char::is_whitespace);
    let parts = text.rsplit_once('@');
    plain && parts.is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty())
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    named && !rest.is_empty() && !rest.contains(char::is_whitespace)
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=12).contains(&month) && (1..=days).contains(&day)
}

/// RFC 3339: a date, a time with seconds, and an offset.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let offset = time.find(['Z', 'z', '+', '-']).map(|at| time.split_at(at));
    let Some((time, offset)) = offset else { return false };
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let fraction = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    let offset = matches!(offset, "Z" | "z")
        || offset.strip_prefix(['+', '-']).is_some_and(|o| is_time(o, 2));
    is_date(date) && is_time(time, 3) && fraction && offset
}

fn is_time(text: &str, parts: usize) -> bool {
    let most = [23, 59, 60];
    let fits = |(part, most)| digits(part, 2).is_some_and(|number| number <= most);
    // Two digits for each part and a colon between them: what is longer need not be taken apart.
    text.len() == 3 * parts - 1 && text.split(':').zip(most).all(fits)
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let right = text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    right.then(|| text.parse().ok()).flatten()
}
