//! What stays inside a folder: the values of variables, and the paths that are made of them.
//!
//! It looks at names alone, and never at what is on a disk.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Whether `value`, joined to a folder, could lead out of it, by the rules of Unix or of Windows: it
/// is absolute, begins with a drive or a share, has a segment `..`, or a NUL that hides the rest
/// (`modern.md M-RES-6`).
pub(super) fn leads_out(value: &str) -> bool {
    let begins_with_drive =
        matches!(value.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic());
    // Windows drops blanks at the end of a name.
    let climbs = || value.split(['/', '\\']).any(|segment| segment.trim_end() == "..");
    begins_with_drive || value.starts_with(['/', '\\']) || value.contains('\0') || climbs()
}

/// The path of `value` below the folder `root`, for a value that came from a client.
///
/// [`Path::join`] must not be used for that: an absolute value replaces the folder. The check is the
/// same on every system, so that a server refuses on Linux what would lead out on Windows. It is one of
/// names: symbolic links are not looked at, so where others may make links below `root`, hold what
/// [`canonicalize`](std::fs::canonicalize) says against the folder as well.
///
/// ```
/// use askback::{join_in, prelude::*};
///
/// /// A file of the handbook.
/// #[resource_template("handbook:///{+path}")]
/// async fn page(path: String) -> std::io::Result<String> {
///     std::fs::read_to_string(join_in("handbook", &path)?)
/// }
/// # let _ = page;
/// assert!(join_in("handbook", "a/b.md").is_ok());
/// assert!(join_in("handbook", "/etc/passwd").is_err());
/// assert!(join_in("handbook", "C:\\Windows").is_err());
/// ```
///
/// # Errors
///
/// [`InvalidInput`](io::ErrorKind::InvalidInput) for a value that is absolute, begins with a drive (a
/// letter and a colon), a slash or a backslash, or has a segment `..` or a NUL (`modern.md M-RES-6`).
pub fn join_in(root: impl AsRef<Path>, value: &str) -> io::Result<PathBuf> {
    if leads_out(value) {
        let text = "the path leads out of its folder: give one below it, without `..`";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(root.as_ref().join(value))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Where a path ends, by the rules of both systems: `None` for outside.
    fn depth_below_root(value: &str) -> Option<usize> {
        let value = value.replace('\\', "/");
        let has_drive = value.chars().nth(1) == Some(':') && value.starts_with(char::is_alphabetic);
        if value.starts_with('/') || has_drive {
            return None;
        }
        value.split('/').try_fold(0_usize, |depth, segment| match segment.trim_end() {
            "" | "." => Some(depth),
            ".." => depth.checked_sub(1),
            _ => Some(depth + 1),
        })
    }

    proptest! {
        /// M-RES-6: what is let through never leaves the folder.
        #[test]
        fn f01_what_is_joined_stays_inside(value in r"([.]{1,3}|[a-c]|C:|/|\\| |\x00){0,12}") {
            if let Ok(path) = join_in("/srv/root", &value) {
                prop_assert!(path.starts_with("/srv/root"));
                prop_assert!(depth_below_root(&value).is_some(), "{value:?}");
                prop_assert!(!value.contains('\0'));
            }
        }

        #[test]
        fn f01_plain_names_are_joined(value in "[a-z0-9_.-]{0,3}[a-z]{2}(/[a-zé ]{1,5}){0,4}") {
            prop_assert_eq!(join_in("root", &value).unwrap(), Path::new("root").join(&value));
        }
    }
}
