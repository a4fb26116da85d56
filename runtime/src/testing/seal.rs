//! The seal of a state on its own, for benchmarks.

use crate::{
    RequestState,
    seal::{BindValue, Sealer},
};

/// When everything happens here, in seconds since the epoch.
const NOW: u64 = 1_800_000_000;

/// Seals and opens payloads, without a server around it.
#[derive(Debug)]
#[doc(hidden)]
pub struct Seal {
    sealer: Sealer,
    bind: BindValue,
}

impl Seal {
    /// The seal of these settings.
    ///
    /// # Panics
    ///
    /// If a server would refuse them.
    #[must_use]
    pub fn new(settings: &RequestState) -> Self {
        let sealer = settings.build("bench").expect("settings that a server takes");
        Self { sealer, bind: BindValue::new([7; 32]) }
    }

    /// A state, with the same nonce every time.
    ///
    /// # Panics
    ///
    /// If the payload is too large.
    #[must_use]
    pub fn mint(&self, payload: &[u8]) -> String {
        self.sealer.mint(payload, &self.bind, NOW, [9; 24]).expect("a payload that fits")
    }

    /// What is in a state.
    ///
    /// # Panics
    ///
    /// If it is none.
    #[must_use]
    pub fn open(&self, state: &str) -> Vec<u8> {
        self.sealer.open(state, &self.bind, NOW).expect("a state").payload
    }
}
