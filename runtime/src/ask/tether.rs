//! The tether of a call: whether it may be cut off right now, or has to finish a step first.
//!
//! It does not know who cuts, nor what the step does.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::Signal;

/// Set in the count of steps once the call has been cut off.
const CUT: usize = 1 << (usize::BITS - 1);

/// See the module's documentation. It is shared by a call and whoever may end it.
#[derive(Debug, Default)]
pub(crate) struct Tether {
    steps: AtomicUsize,
    over: Signal,
}

/// A call that runs: when it is dropped, the call is over.
#[derive(Debug)]
pub(crate) struct Running(Arc<Tether>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.over.give();
    }
}

impl Tether {
    /// A step begins; `false` where the call has been cut off and nothing may begin.
    pub(super) fn hold(&self) -> bool {
        if self.steps.fetch_add(1, Ordering::SeqCst) & CUT == 0 {
            return true;
        }
        self.let_go();
        false
    }

    /// A step is over.
    pub(super) fn let_go(&self) {
        self.steps.fetch_sub(1, Ordering::SeqCst);
    }

    /// Cuts the call off; `false` where it has to finish a step first, and ends by itself then.
    pub(crate) fn cut(&self) -> bool {
        let steps = self.steps.fetch_or(CUT, Ordering::SeqCst) & !CUT;
        self.over.give();
        steps == 0
    }

    /// Whether the call has been cut off.
    pub(crate) fn is_cut(&self) -> bool {
        self.steps.load(Ordering::SeqCst) & CUT != 0
    }

    /// The call runs until what this gives is dropped.
    pub(crate) fn runs(self: &Arc<Self>) -> Running {
        Running(Arc::clone(self))
    }

    /// Given when the call is over, or cut off.
    pub(crate) fn over(&self) -> &Signal {
        &self.over
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
