//! The digest of a call's arguments that does not depend on how a client writes them down.
//!
//! Members are sorted at every depth and escapes resolved; numbers are kept as they are written, so
//! that no digit is lost (B18): `1` and `1.0` differ, unlike under RFC 8785. It reads JSON that has
//! been parsed before and does not check it again: commas and colons are passed over like white
//! space. It walks without recursion.

use std::{borrow::Cow, mem, sync::LazyLock};

use sha2::{Digest as _, Sha256};

use super::parts::Parts as _;

/// What the digest is a digest of.
const DOMAIN: &[u8] = b"askback arguments v1";

/// How deep arguments may be nested.
const MAX_DEPTH: usize = 128;

/// How much of a member's name an error shows, in characters.
const SHOWN_NAME: usize = 64;

/// Why arguments have no digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CanonicalError {
    /// Parsers differ in which of the two they take, so what was approved would not be sure.
    #[error("the member `{0}` stands twice in one object of `arguments`: each name may stand once")]
    Duplicate(String),
    #[error("`arguments` is nested too deep: {MAX_DEPTH} levels are the limit")]
    TooDeep,
    /// `RawValue` lets some texts through that cannot be read, such as half a surrogate pair.
    #[error("`arguments` is not valid JSON")]
    Malformed,
}

/// The digest of `arguments`, which is valid JSON. Absent arguments are the same as `{}`.
pub(crate) fn arguments_digest(arguments: Option<&str>) -> Result<[u8; 32], CanonicalError> {
    /// Many tools only ask, and take no arguments.
    static OF_NONE: LazyLock<Result<[u8; 32], CanonicalError>> = LazyLock::new(|| digest("{}"));
    match arguments {
        None | Some("{}") => OF_NONE.clone(),
        Some(arguments) => digest(arguments),
    }
}

fn digest(arguments: &str) -> Result<[u8; 32], CanonicalError> {
    let mut tokens = Tokens(arguments);
    let (mut inner, mut outer) = (Container::root(), Vec::new());
    while let Some(token) = tokens.next()? {
        match token {
            Token::Open(_) if outer.len() == MAX_DEPTH => return Err(CanonicalError::TooDeep),
            Token::Open(opened) => outer.push(mem::replace(&mut inner, opened)),
            Token::Close => {
                let parent = outer.pop().ok_or(CanonicalError::Malformed)?;
                let value = mem::replace(&mut inner, parent).close()?;
                inner.take(value)?;
            }
            Token::Value(value) => inner.take(value)?,
        }
    }
    match inner {
        Container::List(hash) if outer.is_empty() => Ok(hash.finalize().into()),
        _ => Err(CanonicalError::Malformed),
    }
}

/// An object or array that is not closed yet; the root is an array around the whole.
enum Container<'a> {
    /// Elements are hashed as they come.
    List(Sha256),
    /// Members wait to be sorted; `name` is of the member whose value comes next.
    Object { name: Option<Cow<'a, str>>, members: Vec<(Cow<'a, str>, Value<'a>)> },
}

/// A value that is complete.
enum Value<'a> {
    String(Cow<'a, str>),
    /// A number, `true`, `false` or `null`: the token.
    Bare(&'a str),
    Object([u8; 32]),
    Array([u8; 32]),
}

impl<'a> Container<'a> {
    fn root() -> Self {
        let mut hash = Sha256::new();
        hash.part(b'd', DOMAIN);
        Self::List(hash)
    }

    /// Takes the next value; in an object, every other one is a name.
    fn take(&mut self, value: Value<'a>) -> Result<(), CanonicalError> {
        match self {
            Self::List(hash) => value.hash_into(hash),
            Self::Object { name, members } => match (name.take(), value) {
                (Some(name), value) => members.push((name, value)),
                (None, Value::String(next)) => *name = Some(next),
                (None, _) => return Err(CanonicalError::Malformed),
            },
        }
        Ok(())
    }

    fn close(self) -> Result<Value<'a>, CanonicalError> {
        match self {
            Self::List(hash) => Ok(Value::Array(hash.finalize().into())),
            Self::Object { name: Some(_), .. } => Err(CanonicalError::Malformed),
            Self::Object { name: None, members } => sorted_digest(members).map(Value::Object),
        }
    }
}

fn sorted_digest(mut members: Vec<(Cow<'_, str>, Value<'_>)>) -> Result<[u8; 32], CanonicalError> {
    members.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    if let Some(pair) = members.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(CanonicalError::Duplicate(pair[0].0.chars().take(SHOWN_NAME).collect()));
    }
    let mut hash = Sha256::new();
    for (name, value) in &members {
        hash.part(b'k', name.as_bytes());
        value.hash_into(&mut hash);
    }
    Ok(hash.finalize().into())
}

impl Value<'_> {
    fn hash_into(&self, hash: &mut Sha256) {
        match self {
            Self::String(text) => hash.part(b's', text.as_bytes()),
            Self::Bare(token) => hash.part(b'b', token.as_bytes()),
            Self::Object(digest) => hash.part(b'o', digest),
            Self::Array(digest) => hash.part(b'a', digest),
        }
    }
}

enum Token<'a> {
    Open(Container<'a>),
    Close,
    Value(Value<'a>),
}

/// What is still to be read.
struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Result<Option<Token<'a>>, CanonicalError> {
        self.0 = self.0.trim_start_matches([' ', '\t', '\n', '\r', ',', ':']);
        let Some(first) = self.0.bytes().next() else {
            return Ok(None);
        };
        let token = match first {
            b'{' => Token::Open(Container::Object { name: None, members: Vec::new() }),
            b'[' => Token::Open(Container::List(Sha256::new())),
            b'}' | b']' => Token::Close,
            b'"' => return self.string().map(|text| Some(Token::Value(Value::String(text)))),
            _ => return Ok(Some(Token::Value(Value::Bare(self.bare())))),
        };
        self.advance(1);
        Ok(Some(token))
    }

    /// A number or literal: everything up to what ends one.
    fn bare(&mut self) -> &'a str {
        let ends =
            |c| matches!(c, ',' | ':' | ']' | '}' | '[' | '{' | '"' | ' ' | '\t' | '\n' | '\r');
        self.advance(self.0.find(ends).unwrap_or(self.0.len()))
    }

    /// A string, its escapes resolved. Most have none and are borrowed.
    fn string(&mut self) -> Result<Cow<'a, str>, CanonicalError> {
        let (end, has_escapes) = string_end(self.0).ok_or(CanonicalError::Malformed)?;
        let quoted = self.advance(end);
        if has_escapes {
            let text = serde_json::from_str(quoted).map_err(|_| CanonicalError::Malformed)?;
            return Ok(Cow::Owned(text));
        }
        Ok(Cow::Borrowed(&quoted[1..end - 1]))
    }

    /// Takes the next `length` bytes, which end at the border of a character.
    fn advance(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }
}

/// Where the string at the start of `text` ends, behind its closing quote, and whether it has
/// escapes.
fn string_end(text: &str) -> Option<(usize, bool)> {
    let mut has_escapes = false;
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some((at + 1, has_escapes)),
            b'\\' => {
                has_escapes = true;
                bytes.next();
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn digest(json: &str) -> [u8; 32] {
        arguments_digest(Some(json)).unwrap()
    }

    #[track_caller]
    fn refused(json: &str, error: &CanonicalError) {
        assert_eq!(arguments_digest(Some(json)).as_ref(), Err(error), "{json:.80}");
    }

    fn duplicate(name: &str) -> CanonicalError {
        CanonicalError::Duplicate(name.to_owned())
    }

    fn nested(levels: usize) -> String {
        format!("{}{}", "[".repeat(levels), "]".repeat(levels))
    }

    #[test]
    fn what_is_written_differently_but_the_same_is_equal() {
        for (one, other) in [
            (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#),
            (r#"{"x":[{"a":1,"b":{"c":3,"d":4}}]}"#, r#"{"x":[{"b":{"d":4,"c":3},"a":1}]}"#),
            (r#"{"a":[1,true,null]}"#, " {\t\"a\" : [ 1 ,\n true,null\r\n] } "),
            (r#"{"a":"a/\""}"#, r#"{"\u0061":"\u0061\/\u0022"}"#),
            (r#"{"a":"\ud83d\ude00é\n"}"#, "{\"a\":\"😀\\u00E9\\u000a\"}"),
            // Sorted by what the names say and not by how they are written.
            (r#"{"b":1,"\u0061":2}"#, r#"{"a":2,"b":1}"#),
        ] {
            assert_eq!(digest(one), digest(other), "{one} {other}");
        }
        assert_eq!(arguments_digest(None).unwrap(), digest("{}"));
        assert_eq!(arguments_digest(None).unwrap(), digest(" { } "));
    }

    #[test]
    fn what_says_something_else_differs() {
        // Each of these differs from each other one.
        let texts = [
            "{}",
            "[]",
            "null",
            r#""""#,
            r#"{"a":{}}"#,
            r#"{"a":[]}"#,
            r#"{"a":null}"#,
            r#"{"":null}"#,
            r#"{"a":"null"}"#,
            r#"{"a":1}"#,
            r#"{"a":1.0}"#,
            r#"{"a":1e0}"#,
            r#"{"a":-1}"#,
            r#"{"a":"1"}"#,
            r#"{"a":[1]}"#,
            r#"{"a":[[1]]}"#,
            r#"{"a":[1,2]}"#,
            r#"{"a":[2,1]}"#,
            r#"{"a":[12]}"#,
            r#"{"a":["1","2"]}"#,
            r#"{"a":["1,2"]}"#,
            r#"{"a":["1\",\"2"]}"#,
            r#"{"a":true}"#,
            r#"{"a":false}"#,
            r#"{"A":1}"#,
            r#"{"a ":1}"#,
            r#"{"a":" 1"}"#,
            r#"{"b":1}"#,
            r#"{"a":1,"b":2}"#,
            r#"{"a":2,"b":1}"#,
            r#"{"a":{"b":2}}"#,
            r#"{"a":[{"b":1},{"c":2}]}"#,
            r#"{"a":[{"b":1,"c":2}]}"#,
            r#"{"a":["b",1,"c",2]}"#,
            r#"{"a":9007199254740992}"#,
            r#"{"a":9007199254740993}"#,
            r#"{"a":18446744073709551615}"#,
            r#"{"a":"é"}"#,
            r#"{"a":"e\u0301"}"#,
            r#"{"a":"\u0000"}"#,
            r#"{"a":"\\u0000"}"#,
        ];
        for (at, one) in texts.iter().enumerate() {
            for other in &texts[at + 1..] {
                assert_ne!(digest(one), digest(other), "{one} {other}");
            }
        }
    }

    /// A state outlives a restart with a newer version: the digest must stay what it is.
    #[test]
    fn the_digest_is_what_it_was() {
        let hex: String = digest(r#"{"path":"/tmp/a","options":[1,2.50,"x",{"deep":null}]}"#)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(hex, "19eac987fa3d8cd0f6a70f176622fc636dd23562db6f37146298e25026ed269f");
    }

    #[test]
    fn a_name_that_stands_twice_is_refused_by_name() {
        refused(r#"{"a":1,"a":1}"#, &duplicate("a"));
        refused(r#"{"a":1,"b":2,"\u0061":3}"#, &duplicate("a"));
        refused(r#"{"x":[0,{"deep":{"b":1,"c":2,"b":3}}]}"#, &duplicate("b"));
        refused(&format!(r#"{{"{0}":1,"{0}":1}}"#, "é".repeat(500)), &duplicate(&"é".repeat(64)));
        // The same name in two objects is no duplicate.
        digest(r#"{"a":{"a":1},"b":{"a":1},"c":[{"a":1},{"a":1}]}"#);
    }

    /// B68.
    #[test]
    fn nesting_is_limited_and_never_ends_the_process() {
        assert_ne!(digest(&nested(128)), digest(&nested(127)));
        refused(&nested(129), &CanonicalError::TooDeep);
        refused(&nested(100_000), &CanonicalError::TooDeep);
        refused(&"{\"a\":".repeat(100_000), &CanonicalError::TooDeep);
        digest(&format!("[{}1]", "[],{},".repeat(1000)));
    }

    #[test]
    fn what_is_no_json_is_refused_or_digested_but_never_a_crash() {
        for text in [
            "}",
            "{",
            "[[]",
            r#"{"a"}"#,
            "{1:2}",
            r#"{"a":"#,
            r#"["\ud800"]"#,
            r#"["\x"]"#,
            r#"["a"#,
            r#"["a\"#,
        ] {
            refused(text, &CanonicalError::Malformed);
        }
        let valid = r#"{"a":["\u0061é\\",{"b":[1e5,true]}],"c":null}"#;
        for (at, _) in valid.char_indices() {
            let _ = arguments_digest(Some(&valid[..at]));
            let _ = arguments_digest(Some(&valid[at..]));
            for inserted in ['"', '\\', '{', ']', ',', '😀'] {
                let _ =
                    arguments_digest(Some(&format!("{}{inserted}{}", &valid[..at], &valid[at..])));
            }
        }
    }
}
