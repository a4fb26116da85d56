//! JSON numbers read digit by digit: which of them are whole, and which integer that is.
//!
//! Nothing passes through a float, which would round (`reports.md B18`). It does not know ranges.

/// The integer that a JSON number is, also where it is written as `3.0` or `3e0`.
///
/// `None` where it has a fraction, needs more than 128 bits, or is no number.
pub(crate) fn whole(token: &str) -> Option<i128> {
    if let Ok(integer) = token.parse() {
        return Some(integer);
    }
    let (mantissa, exponent) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let unsigned = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (integer, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits = || integer.bytes().chain(fraction.bytes());
    if integer.is_empty() || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // Zero has no size that an exponent could make too large.
    if digits().all(|digit| digit == b'0') {
        return Some(0);
    }
    let point = i64::try_from(fraction.len()).ok()?;
    let shift = exponent.parse::<i64>().ok()?.checked_sub(point)?;
    let number = shifted(digits, integer.len() + fraction.len(), shift)?;
    Some(if mantissa.starts_with('-') { -number } else { number })
}

/// `count` digits, moved `shift` places to the left; to the right only zeros may fall off.
fn shifted<I: Iterator<Item = u8>>(
    digits: impl Fn() -> I,
    count: usize,
    shift: i64,
) -> Option<i128> {
    let dropped = if shift < 0 { usize::try_from(shift.unsigned_abs()).ok()? } else { 0 };
    let kept = count.checked_sub(dropped)?;
    if digits().skip(kept).any(|digit| digit != b'0') {
        return None;
    }
    let append =
        |number: i128, digit: u8| number.checked_mul(10)?.checked_add(i128::from(digit - b'0'));
    let number = digits().take(kept).try_fold(0, append)?;
    let power = 10_i128.checked_pow(u32::try_from(shift.max(0)).ok()?)?;
    number.checked_mul(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B17: `3.0` is an integer in JSON Schema, however it is written.
    #[test]
    fn whole_numbers_are_read_in_every_notation() {
        for (token, integer) in [
            ("3", 3),
            ("-0", 0),
            ("3.0", 3),
            ("-3.000", -3),
            ("3e0", 3),
            ("1.5E+1", 15),
            ("-12.50e2", -1250),
            ("100000e-5", 1),
            ("0e999999999999999999999", 0),
            ("-0.0", 0),
        ] {
            assert_eq!(whole(token), Some(integer), "{token}");
        }
    }

    /// B18: no digit is lost, where a float has no place for it.
    #[test]
    fn no_digit_is_lost() {
        for (token, integer) in [
            ("9007199254740993", 9_007_199_254_740_993),
            ("9007199254740993.0", 9_007_199_254_740_993),
            ("9007199254740.993e3", 9_007_199_254_740_993),
            ("18446744073709551615.00", u64::MAX.into()),
        ] {
            assert_eq!(whole(token), Some(integer), "{token}");
        }
    }

    /// B17: a fraction is one however small, and what is too large is refused without a panic.
    #[test]
    fn what_is_not_whole_is_not_rounded() {
        let long = format!("1{}", "0".repeat(60));
        for token in [
            "3.5",
            "3.00000000000000000001",
            "4503599627370497.4",
            "15e-1",
            "1e-400",
            "1e400",
            "1e99999999999999999999",
            "1e-9223372036854775808",
            &*long,
            "\"3\"",
            "\"e3\"",
            "null",
            "true",
            "[3]",
            "{}",
        ] {
            assert_eq!(whole(token), None, "{token}");
        }
    }
}
