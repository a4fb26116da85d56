//! Names of fields that look like secrets, which no form may ask for.
//!
//! It knows names alone; whether a field is a secret only its author knows.

/// Words that are secrets wherever they stand in a name.
const WORDS: [&str; 16] = [
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "secrets",
    "token",
    "tokens",
    "apikey",
    "credential",
    "credentials",
    "cvv",
    "cvc",
    "otp",
    "pin",
];

/// Words that are one together.
const PAIRS: [[&str; 2]; 9] = [
    ["api", "key"],
    ["access", "key"],
    ["private", "key"],
    ["secret", "key"],
    ["card", "number"],
    ["credit", "card"],
    ["debit", "card"],
    ["security", "code"],
    ["account", "password"],
];

/// Whether a field of this name looks like a secret.
pub(super) fn is_secret(name: &str) -> bool {
    let words: Vec<String> = name.split('_').map(str::to_lowercase).collect();
    let has_pair = |pair: &[&str; 2]| words.windows(2).any(|two| two == pair);
    words.iter().any(|word| WORDS.contains(&&**word)) || PAIRS.iter().any(has_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_and_not_letters() {
        for secret in ["password", "api_key", "old_password", "card_number", "bot_token", "OTP"] {
            assert!(is_secret(secret), "{secret}");
        }
        for name in
            ["name", "email", "key", "card", "number", "tokenizer", "pinned", "secretary", "api"]
        {
            assert!(!is_secret(name), "{name}");
        }
    }
}
