//! The tether of a call: whether it may be cut off right now, or has to finish a step first.
//!
//! It does not know who cuts, nor what the step does.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Set in the count of steps once the call has been cut off.
const CUT: usize = 1 << (usize::BITS - 1);

/// See the module's documentation. It is shared by a call and whoever may end it.
#[derive(Debug, Default)]
pub(crate) struct Tether(AtomicUsize);

impl Tether {
    /// A step begins; `false` where the call has been cut off and nothing may begin.
    pub(super) fn hold(&self) -> bool {
        if self.0.fetch_add(1, Ordering::SeqCst) & CUT == 0 {
            return true;
        }
        self.let_go();
        false
    }

    /// A step is over.
    pub(super) fn let_go(&self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }

    /// Cuts the call off; `false` where it has to finish a step first, and ends by itself then.
    pub(crate) fn cut(&self) -> bool {
        self.0.fetch_or(CUT, Ordering::SeqCst) & !CUT == 0
    }

    /// Whether the call has been cut off.
    pub(super) fn is_cut(&self) -> bool {
        self.0.load(Ordering::SeqCst) & CUT != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_cut_off_between_steps_and_not_within_one() {
        let tether = Tether::default();
        assert!(tether.hold() && !tether.is_cut());
        assert!(!tether.cut());
        assert!(tether.is_cut() && !tether.hold());
        tether.let_go();
        assert!(tether.cut());
        let tether = Tether::default();
        assert!(tether.cut() && !tether.hold() && tether.cut());
    }
}
