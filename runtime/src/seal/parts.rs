//! The framing of everything that is hashed, authenticated or associated here.
//!
//! A part is a tag byte, the length as eight bytes (big-endian) and the bytes. Since each part says
//! where it ends, no two different sequences of parts are the same bytes. What a tag means is known
//! where it is written.

use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

/// Something that parts are written to.
pub(super) trait Parts {
    /// Takes bytes as they are.
    fn write(&mut self, bytes: &[u8]);

    /// Takes one part.
    fn part(&mut self, tag: u8, bytes: &[u8]) {
        let mut header = [tag; 9];
        header[1..].copy_from_slice(&(bytes.len() as u64).to_be_bytes());
        self.write(&header);
        self.write(bytes);
    }
}

impl Parts for Vec<u8> {
    fn write(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl Parts for Sha256 {
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

impl Parts for Hmac<Sha256> {
    fn write(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}
