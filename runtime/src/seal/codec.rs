//! The text form of a state, format version 1, and the keys it is made with.
//!
//! It knows neither what the payload means nor when a state is expired; `sealer.rs` decides that.
//!
//! # Format
//!
//! ```text
//! encrypted   e1.<kid>.<data>          data = nonce (24), ciphertext, tag (16)
//! signed      s1.<kid>.<data>.<tag>    data = body, tag = 32 bytes
//! body        issued-at (8), expires-at (8), payload
//! ```
//!
//! Each `<…>` is URL-safe base64 without padding, in the one canonical form; times are Unix seconds,
//! big-endian.
//! The *context* is a sequence of parts as in `parts.rs`: `d` the domain, `v` the label (`e1` or
//! `s1`), `k` the kid, `a` the audience (the server's name), and last what the state is bound to:
//! `b` the bind value, or for one that never verifies `n` the nonce, which is not `b` for anyone.
//!
//! - Encrypted: XChaCha20-Poly1305 of the body, the context as associated data.
//! - Signed: HMAC-SHA256 over the context and one more part, `p` the body.
//! - Keys: HKDF-SHA256 of the key, without salt; the info is the domain, `: ` and `encryption key`,
//!   `signing key` (32 bytes each) or `key id` (4 bytes, the kid).

use base64::{Engine as _, encoded_len, engine::general_purpose::URL_SAFE_NO_PAD};
#[cfg(feature = "encrypt")]
use chacha20poly1305::{XChaCha20Poly1305, aead::AeadInOut as _};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

#[cfg(feature = "encrypt")]
use super::sealer::NONCE;
use super::{
    BindValue, Key,
    parts::Parts,
    request_state::{Mode, RequestStateError},
    sealer::{Nonce, Refusal},
};

const DOMAIN: &str = "askback request state v1";
const TIMES: usize = 16;
const SIGNATURE: usize = 32;
#[cfg(feature = "encrypt")]
const TAG: usize = 16;

/// What is sealed.
pub(super) struct Body<P> {
    pub(super) issued_at: u64,
    pub(super) expires_at: u64,
    pub(super) payload: P,
}

/// One key in one mode, made ready once.
pub(super) struct Codec {
    /// What each of its texts begins with: label and kid.
    prefix: String,
    scheme: Scheme,
}

enum Scheme {
    #[cfg(feature = "encrypt")]
    Encrypted(Encrypted),
    Signed(Signed),
}

impl Codec {
    pub(super) fn new(key: &Key, mode: Mode, audience: &str) -> Result<Self, RequestStateError> {
        let derive = Derive(Hkdf::new(None, key.bytes()));
        let kid = derive.bytes::<4>("key id");
        let label = mode.label();
        let context = |parts: &mut dyn Parts| {
            parts.part(b'd', DOMAIN.as_bytes());
            parts.part(b'v', label.as_bytes());
            parts.part(b'k', &*kid);
            parts.part(b'a', audience.as_bytes());
        };
        let scheme = match mode {
            #[cfg(feature = "encrypt")]
            Mode::Encrypted => Scheme::Encrypted(Encrypted::new(&derive, context)),
            #[cfg(not(feature = "encrypt"))]
            Mode::Encrypted => return Err(RequestStateError::EncryptionOff),
            Mode::Signed => Scheme::Signed(Signed::new(&derive, context)),
        };
        Ok(Self { prefix: format!("{label}.{}.", URL_SAFE_NO_PAD.encode(*kid)), scheme })
    }

    /// The rest of a text that this codec has made, by label and kid.
    pub(super) fn strip<'a>(&self, text: &'a str) -> Option<&'a str> {
        text.strip_prefix(&*self.prefix)
    }

    /// How many characters the state of a payload has.
    pub(super) fn text_len(&self, payload: usize) -> usize {
        let rest = match &self.scheme {
            #[cfg(feature = "encrypt")]
            Scheme::Encrypted(_) => base64_len(NONCE + TIMES + payload + TAG),
            Scheme::Signed(_) => base64_len(TIMES + payload) + 1 + base64_len(SIGNATURE),
        };
        self.prefix.len() + rest
    }

    pub(super) fn seal(&self, body: &Body<&[u8]>, bind: &BindValue, nonce: &Nonce) -> String {
        let mut text = String::with_capacity(self.text_len(body.payload.len()));
        text.push_str(&self.prefix);
        let bind = match bind.bytes() {
            Some(bytes) => (b'b', bytes),
            None => (b'n', &nonce[..]),
        };
        match &self.scheme {
            #[cfg(feature = "encrypt")]
            Scheme::Encrypted(scheme) => scheme.seal(body, bind, nonce, &mut text),
            Scheme::Signed(scheme) => scheme.seal(body, bind, &mut text),
        }
        text
    }

    /// Opens what [`Codec::strip`] has left. The times are authentic and not checked yet.
    pub(super) fn open(&self, rest: &str, bind: &[u8]) -> Result<Body<Vec<u8>>, Refusal> {
        match &self.scheme {
            #[cfg(feature = "encrypt")]
            Scheme::Encrypted(scheme) => scheme.open(rest, bind),
            Scheme::Signed(scheme) => scheme.open(rest, bind),
        }
    }
}

/// What a state is bound to, as the last part of the context.
type Bound<'a> = (u8, &'a [u8]);

#[cfg(feature = "encrypt")]
struct Encrypted {
    cipher: XChaCha20Poly1305,
    context: Vec<u8>,
}

#[cfg(feature = "encrypt")]
impl Encrypted {
    fn new(derive: &Derive, context: impl FnOnce(&mut dyn Parts)) -> Self {
        let key = derive.bytes::<32>("encryption key");
        let mut parts = Vec::new();
        context(&mut parts);
        Self { cipher: XChaCha20Poly1305::new((&*key).into()), context: parts }
    }

    fn seal(&self, body: &Body<&[u8]>, bind: Bound<'_>, nonce: &Nonce, text: &mut String) {
        let mut data = Vec::with_capacity(NONCE + TIMES + body.payload.len() + TAG);
        data.extend_from_slice(nonce);
        body.write(&mut data);
        let sealed = &mut data[NONCE..];
        let tag = self
            .cipher
            .encrypt_inout_detached(nonce.into(), &self.associated(bind), sealed.into())
            .expect("no body that fits into memory reaches the limit of 256 GiB");
        data.extend_from_slice(&tag);
        URL_SAFE_NO_PAD.encode_string(data, text);
    }

    fn open(&self, rest: &str, bind: &[u8]) -> Result<Body<Vec<u8>>, Refusal> {
        let mut data = URL_SAFE_NO_PAD.decode(rest).map_err(|_| Refusal::Encoding)?;
        let (nonce, sealed) = data.split_first_chunk_mut::<NONCE>().ok_or(Refusal::Form)?;
        let (sealed, tag) = sealed.split_last_chunk_mut::<TAG>().ok_or(Refusal::Form)?;
        let length = sealed.len();
        self.cipher
            .decrypt_inout_detached(
                (&*nonce).into(),
                &self.associated((b'b', bind)),
                sealed.into(),
                (&*tag).into(),
            )
            .map_err(|_| Refusal::Tag)?;
        data.truncate(NONCE + length);
        data.drain(..NONCE);
        Body::read(data)
    }

    fn associated(&self, (tag, bind): Bound<'_>) -> Vec<u8> {
        let mut parts = Vec::with_capacity(self.context.len() + 9 + bind.len());
        parts.extend_from_slice(&self.context);
        parts.part(tag, bind);
        parts
    }
}

struct Signed {
    /// Keyed, and the fixed parts of the context written: cloned for each state.
    mac: Hmac<Sha256>,
}

impl Signed {
    fn new(derive: &Derive, context: impl FnOnce(&mut dyn Parts)) -> Self {
        let mut mac = Hmac::new_from_slice(&*derive.bytes::<SIGNATURE>("signing key"))
            .expect("HMAC takes a key of any length");
        context(&mut mac);
        Self { mac }
    }

    fn seal(&self, body: &Body<&[u8]>, bind: Bound<'_>, text: &mut String) {
        let mut data = Vec::with_capacity(TIMES + body.payload.len());
        body.write(&mut data);
        URL_SAFE_NO_PAD.encode_string(&data, text);
        text.push('.');
        URL_SAFE_NO_PAD.encode_string(self.mac_of(&data, bind).finalize().into_bytes(), text);
    }

    fn open(&self, rest: &str, bind: &[u8]) -> Result<Body<Vec<u8>>, Refusal> {
        let (data, tag) = rest.split_once('.').ok_or(Refusal::Form)?;
        let data = URL_SAFE_NO_PAD.decode(data).map_err(|_| Refusal::Encoding)?;
        let tag = URL_SAFE_NO_PAD.decode(tag).map_err(|_| Refusal::Encoding)?;
        // Compares in constant time, and in full length.
        self.mac_of(&data, (b'b', bind)).verify_slice(&tag).map_err(|_| Refusal::Tag)?;
        Body::read(data)
    }

    fn mac_of(&self, data: &[u8], (tag, bind): Bound<'_>) -> Hmac<Sha256> {
        let mut mac = self.mac.clone();
        mac.part(tag, bind);
        mac.part(b'p', data);
        mac
    }
}

impl Body<&[u8]> {
    fn write(&self, data: &mut Vec<u8>) {
        data.extend_from_slice(&self.issued_at.to_be_bytes());
        data.extend_from_slice(&self.expires_at.to_be_bytes());
        data.extend_from_slice(self.payload);
    }
}

impl Body<Vec<u8>> {
    fn read(mut data: Vec<u8>) -> Result<Self, Refusal> {
        let (issued_at, rest) = data.split_first_chunk().ok_or(Refusal::Form)?;
        let (expires_at, _) = rest.split_first_chunk().ok_or(Refusal::Form)?;
        let issued_at = u64::from_be_bytes(*issued_at);
        let expires_at = u64::from_be_bytes(*expires_at);
        data.drain(..TIMES);
        Ok(Self { issued_at, expires_at, payload: data })
    }
}

/// The source of all keys that come from one key.
struct Derive(Hkdf<Sha256>);

impl Derive {
    fn bytes<const N: usize>(&self, purpose: &str) -> Zeroizing<[u8; N]> {
        let mut bytes = Zeroizing::new([0; N]);
        self.0
            .expand_multi_info(&[DOMAIN.as_bytes(), b": ", purpose.as_bytes()], &mut *bytes)
            .expect("4 and 32 bytes are far below the limit of 255 hashes");
        bytes
    }
}

fn base64_len(bytes: usize) -> usize {
    encoded_len(bytes, false).unwrap_or(usize::MAX / 2)
}
