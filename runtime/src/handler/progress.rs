//! Progress of a call, as a handler says it.
//!
//! It does not know who hears of it.

use std::borrow::Cow;

/// How far a call has come; [`Context::progress`](crate::Context::progress) takes it.
///
/// ```
/// use askback::Progress;
///
/// let copied = 3_usize;
/// let of_many = Progress::of(copied, 10).message("copied c.txt");
/// let without_end = Progress::at(17);
/// # let _ = (of_many, without_end);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "it is said by `cx.progress`"]
pub struct Progress<'m> {
    pub(crate) progress: f64,
    pub(crate) total: Option<f64>,
    pub(crate) message: Option<Cow<'m, str>>,
}

impl<'m> Progress<'m> {
    /// So much is done, and nobody knows of how much.
    pub fn at(progress: impl Amount) -> Self {
        Self { progress: progress.amount(), total: None, message: None }
    }

    /// So much is done of `total`.
    pub fn of(progress: impl Amount, total: impl Amount) -> Self {
        Self { total: Some(total.amount()), ..Self::at(progress) }
    }

    /// What happens now, for people. Clients on revision 2024-11-05 do not get it.
    pub fn message(mut self, message: impl Into<Cow<'m, str>>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// A number of any type that Rust has.
///
/// ```
/// use askback::{Amount, Progress};
///
/// fn half_of(total: impl Amount) -> Progress<'static> {
///     Progress::of(total.amount() / 2.0, total)
/// }
/// # let _ = half_of(7_u8);
/// ```
pub trait Amount: Copy {
    /// The number itself; one above 2⁵³ is rounded.
    fn amount(self) -> f64;
}

macro_rules! amounts {
    ($($type:ty)*) => {$(
        impl Amount for $type {
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "one macro for all")]
            fn amount(self) -> f64 {
                self as f64
            }
        }
    )*};
}

amounts!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64);
