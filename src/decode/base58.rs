//! Base 58, in which IPFS hashes are written.

const DIGITS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The bytes in base 58: one number, with a `1` for every zero byte in front. Meant for hashes: its time grows
/// with the square of the length.
pub fn encode(bytes: &[u8]) -> String {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let mut digits: Vec<u8> = Vec::new();
    for byte in bytes.iter().skip(zeros) {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += u32::from(*digit) << 8;
            *digit = u8::try_from(carry % 58).unwrap_or(0);
            carry /= 58;
        }
        while carry > 0 {
            digits.push(u8::try_from(carry % 58).unwrap_or(0));
            carry /= 58;
        }
    }
    let shown = digits.iter().rev().filter_map(|digit| DIGITS.get(usize::from(*digit)));
    std::iter::repeat_n(&b'1', zeros).chain(shown).map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"\x00\x00\x01", "112"),
            (b"Hello World!", "2NEpo7TZRRrLZSi2U"),
            (b"\x00\x00\x28\x7f\xb4\xcd", "11233QC4"),
        ] {
            assert_eq!(encode(bytes), text);
        }
    }
}
