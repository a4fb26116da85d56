//! The text form of a state, format version 1, and the keys it is made with.
//!
//! It knows neither what the payload means nor when a state is expired; `sealer.rs` decides that.
//!
//! # Format
//!
//! ```text
//! encrypted   e1.<kid>.<data>.<tag>    data = nonce (24), body under XChaCha20
//! signed      s1.<kid>.<data>.<tag>    data = body
//! body        issued-at (8), expires-at (8), payload
//! ```
//!
//! Each `<…>` is URL-safe base64 without padding, in the one canonical form; times are Unix seconds,
//! big-endian. The tag is HMAC-SHA256 over a sequence of parts as in `parts.rs`: `d` the domain, `v`
//! the label (`e1` or `s1`), `k` the kid, `a` the audience (the server's name); then what the state
//! is bound to: `b` the bind value, or for one that never verifies `n` the nonce, which is not `b`
//! for anyone; and last `p` the data.
//!
//! Keys are HKDF-SHA256 of the key, without salt; the info is the domain, `: ` and `encryption key`,
//! `encryption tag key`, `signing key` (32 bytes each) or `key id` (4 bytes, the kid).
//!
//! Encrypting first and then authenticating with a key of its own is the plain old composition. It
//! is twice as fast here as XChaCha20-Poly1305, whose tag costs more than all the rest for a text
//! this short, and its tag commits to the key, as Poly1305's does not.

use base64::{Engine as _, encoded_len, engine::general_purpose::URL_SAFE_NO_PAD};
#[cfg(feature = "encrypt")]
use chacha20::{
    XChaCha20,
    cipher::{KeyIvInit as _, StreamCipher as _},
};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

#[cfg(feature = "encrypt")]
use super::sealer::NONCE;
use super::{
    BindValue, Key,
    parts::Parts as _,
    request_state::{Mode, RequestStateError},
    sealer::{Nonce, Refusal},
};

const DOMAIN: &str = "askback request state v1";
const TIMES: usize = 16;
const TAG: usize = 32;

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
    /// Keyed, and the fixed parts written: cloned for each state.
    mac: Hmac<Sha256>,
    #[cfg(feature = "encrypt")]
    cipher: Option<Cipher>,
}

impl Codec {
    pub(super) fn new(key: &Key, mode: Mode, audience: &str) -> Result<Self, RequestStateError> {
        let derive = Derive(Hkdf::new(None, key.bytes()));
        let kid = derive.bytes::<4>("key id");
        let label = mode.label();
        let tag_key = match mode {
            Mode::Encrypted if cfg!(not(feature = "encrypt")) => {
                return Err(RequestStateError::EncryptionOff);
            }
            Mode::Encrypted => derive.bytes::<TAG>("encryption tag key"),
            Mode::Signed => derive.bytes::<TAG>("signing key"),
        };
        let mut mac = Hmac::new_from_slice(&*tag_key).expect("HMAC takes a key of any length");
        mac.part(b'd', DOMAIN.as_bytes());
        mac.part(b'v', label.as_bytes());
        mac.part(b'k', &*kid);
        mac.part(b'a', audience.as_bytes());
        Ok(Self {
            prefix: format!("{label}.{}.", URL_SAFE_NO_PAD.encode(*kid)),
            mac,
            #[cfg(feature = "encrypt")]
            cipher: (mode == Mode::Encrypted).then(|| Cipher(derive.bytes("encryption key"))),
        })
    }

    /// The rest of a text that this codec has made, by label and kid.
    pub(super) fn strip<'a>(&self, text: &'a str) -> Option<&'a str> {
        text.strip_prefix(&*self.prefix)
    }

    /// How many characters the state of a payload has.
    pub(super) fn text_len(&self, payload: usize) -> usize {
        let data = self.nonce_len() + TIMES + payload;
        self.prefix.len() + base64_len(data) + 1 + base64_len(TAG)
    }

    fn nonce_len(&self) -> usize {
        #[cfg(feature = "encrypt")]
        if self.cipher.is_some() {
            return NONCE;
        }
        0
    }

    pub(super) fn seal(&self, body: &Body<&[u8]>, bind: &BindValue, nonce: &Nonce) -> String {
        let mut data = Vec::with_capacity(self.nonce_len() + TIMES + body.payload.len());
        data.extend_from_slice(&nonce[..self.nonce_len()]);
        body.write(&mut data);
        #[cfg(feature = "encrypt")]
        if let Some(cipher) = &self.cipher {
            cipher.apply(nonce, &mut data[NONCE..]);
        }
        let bound = match bind.bytes() {
            Some(bytes) => (b'b', bytes),
            None => (b'n', &nonce[..]),
        };
        let tag = self.mac_of(&data, bound).finalize().into_bytes();
        let mut text = String::with_capacity(self.text_len(body.payload.len()));
        text.push_str(&self.prefix);
        URL_SAFE_NO_PAD.encode_string(&data, &mut text);
        text.push('.');
        URL_SAFE_NO_PAD.encode_string(tag, &mut text);
        text
    }

    /// Opens what [`Codec::strip`] has left: its tag, and what it says. The times are authentic and not
    /// checked yet.
    pub(super) fn open(
        &self,
        rest: &str,
        bind: &[u8],
    ) -> Result<([u8; TAG], Body<Vec<u8>>), Refusal> {
        let (data, tag) = rest.split_once('.').ok_or(Refusal::Form)?;
        let mut data = URL_SAFE_NO_PAD.decode(data).map_err(|_| Refusal::Encoding)?;
        let tag = URL_SAFE_NO_PAD.decode(tag).map_err(|_| Refusal::Encoding)?;
        // Compares in constant time, and in full length.
        self.mac_of(&data, (b'b', bind)).verify_slice(&tag).map_err(|_| Refusal::Tag)?;
        #[cfg(feature = "encrypt")]
        if let Some(cipher) = &self.cipher {
            let (nonce, body) = data.split_first_chunk_mut::<NONCE>().ok_or(Refusal::Form)?;
            cipher.apply(nonce, body);
        }
        data.drain(..self.nonce_len());
        // A tag that was verified has its full length.
        let tag = tag.try_into().map_err(|_| Refusal::Form)?;
        Ok((tag, Body::read(data)?))
    }

    fn mac_of(&self, data: &[u8], (tag, bind): (u8, &[u8])) -> Hmac<Sha256> {
        let mut mac = self.mac.clone();
        mac.part(tag, bind);
        mac.part(b'p', data);
        mac
    }
}

/// The key of a stream that hides and shows what it is applied to.
#[cfg(feature = "encrypt")]
struct Cipher(Zeroizing<[u8; 32]>);

#[cfg(feature = "encrypt")]
impl Cipher {
    fn apply(&self, nonce: &Nonce, bytes: &mut [u8]) {
        XChaCha20::new((&*self.0).into(), nonce.into()).apply_keystream(bytes);
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
