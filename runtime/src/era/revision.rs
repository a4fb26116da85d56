//! The protocol revisions, by name.

use std::fmt;

use crate::wire::{Blocks, ResultShape, Structured};

/// A revision of the protocol. Newer ones are greater.
///
/// ```
/// use askback::Revision;
///
/// assert!(Revision::V2025_11_25 < Revision::V2026_07_28);
/// assert!(Revision::V2025_11_25.is_handshake());
/// assert_eq!(Revision::V2026_07_28.to_string(), "2026-07-28");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// The first one. Clients cannot be asked for a form.
    V2024_11_05,
    /// Clients cannot be asked for a form. Messages may come in batches.
    V2025_03_26,
    /// Forms, without titles of choices, lists or defaults.
    V2025_06_18,
    /// Forms and pages.
    V2025_11_25,
    /// Without sessions: every request carries its own metadata, and a server asks by its result.
    V2026_07_28,
}

impl Revision {
    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;

    /// The newest one that begins with a handshake.
    pub(crate) const LATEST_HANDSHAKE: Self = Self::V2025_11_25;

    /// What a client speaks that names none (`legacy.md L-VER-1`).
    #[cfg(feature = "http")]
    pub(crate) const UNNAMED: Self = Self::V2025_03_26;

    /// The revisions that begin with a handshake, newest first.
    pub(crate) const HANDSHAKE: [Self; 4] =
        [Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26, Self::V2024_11_05];

    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether it begins with `initialize`, and a server asks by requests of its own.
    #[must_use]
    pub const fn is_handshake(self) -> bool {
        !matches!(self, Self::V2026_07_28)
    }

    /// The revision that `name` names.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let mut all = Self::HANDSHAKE.into_iter().chain([Self::LATEST]);
        all.find(|revision| revision.name() == name)
    }

    /// What is answered to a client that asks for `requested` (`legacy.md L-INIT-2`).
    pub(crate) fn negotiated(requested: &str) -> Self {
        let served = Self::HANDSHAKE.into_iter().find(|revision| revision.name() == requested);
        served.unwrap_or(Self::LATEST_HANDSHAKE)
    }

    /// Whether clients of this revision can be asked for a form.
    pub(crate) fn has_forms(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Whether forms have defaults, lists and titled choices, and pages can be opened.
    pub(crate) fn has_full_forms(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Whether descriptions have titles.
    pub(crate) fn has_titles(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Whether descriptions have icons.
    pub(crate) fn has_icons(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Whether tools say what their effects are.
    pub(crate) fn has_tool_annotations(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Whether a tool's description has the schema of what it returns.
    pub(crate) fn has_output(self, is_object: bool) -> bool {
        match self.results().structured {
            Structured::Nothing => false,
            Structured::Objects => is_object,
            Structured::Everything => true,
        }
    }

    /// How much of a result it shows (`legacy.md L-FEAT-1`).
    pub(crate) fn results(self) -> ResultShape {
        let blocks = Blocks {
            audio: self >= Self::V2025_03_26,
            links: self >= Self::V2025_06_18,
            times: self >= Self::V2025_06_18,
        };
        let structured = match self {
            Self::V2024_11_05 | Self::V2025_03_26 => Structured::Nothing,
            Self::V2025_06_18 | Self::V2025_11_25 => Structured::Objects,
            Self::V2026_07_28 => Structured::Everything,
        };
        ResultShape { blocks, structured }
    }

    /// All of them, oldest first.
    pub(crate) const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// Whether messages may come in batches (`legacy.md L-BATCH-1`, L-BATCH-4).
    pub(crate) fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }

    /// Whether a server says that it completes arguments; the oldest revision does it unsaid.
    pub(crate) fn has_completions(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Whether progress has a message.
    pub(crate) fn has_progress_messages(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Whether a stream begins with an event that can be resumed from (`legacy.md L-RES-2`).
    #[cfg(feature = "http")]
    pub(crate) fn has_polling(self) -> bool {
        self == Self::V2025_11_25
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The revisions that a request can name in `_meta`, newest first (`modern.md M-DISC-5`).
pub(super) const SERVED: [&str; 1] = [Revision::LATEST.name()];

/// Whether `version` can be named in `_meta`.
pub(super) fn is_served(version: &str) -> bool {
    SERVED.contains(&version)
}
