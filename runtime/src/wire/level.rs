//! Levels of log messages, with their names and their order.
//!
//! Who wants which of them is not known here.

use super::{Member, Params, Rpc, RpcError, Text};

/// How much a log message matters, as RFC 5424 has it; a later one matters more.
///
/// ```
/// use askback::LogLevel;
///
/// assert!(LogLevel::Warning > LogLevel::Info);
/// assert_eq!(LogLevel::Warning.name(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 5424 has eight, and will not have more")]
pub enum LogLevel {
    /// What helps to find a mistake.
    Debug,
    /// What happens as it should.
    Info,
    /// What happens as it should and is worth a look.
    Notice,
    /// What may become an error.
    Warning,
    /// What failed.
    Error,
    /// What keeps a part from working.
    Critical,
    /// What somebody has to act on at once.
    Alert,
    /// What makes the whole unusable.
    Emergency,
}

impl LogLevel {
    pub(crate) const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// Reads the level in `member`, where there is one.
    ///
    /// # Errors
    ///
    /// -32602 for another name (`modern.md M-LOG-4`, `legacy.md L-LOG-1`).
    pub(crate) fn of(params: Params<'_>, member: Member) -> Result<Option<Self>, RpcError> {
        params.raw(member).map(Self::read).transpose()
    }

    fn read(json: &str) -> Result<Self, RpcError> {
        let name: Option<Text<'_>> = serde_json::from_str(json).ok();
        let level =
            name.and_then(|name| Self::ALL.into_iter().find(|level| level.name() == &*name));
        level.ok_or_else(unknown)
    }

    /// As [`LogLevel::of`], where there must be one.
    ///
    /// # Errors
    ///
    /// -32602 for another name, and for none.
    pub(crate) fn required(params: Params<'_>, member: Member) -> Result<Self, RpcError> {
        Self::of(params, member)?.ok_or_else(unknown)
    }
}

#[cold]
fn unknown() -> RpcError {
    let names = LogLevel::ALL.map(LogLevel::name).join(", ");
    RpcError::new(Rpc::InvalidParams, format!("a log level is one of {names}"))
}
