//! Parses the compiler's source maps: `start:length:file:jump:modifier` for each instruction, separated by `;`. Empty or
//! missing fields repeat the previous value.

/// The source place of one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Bytes from the start of the file.
    pub(super) start: usize,
    /// Bytes.
    pub(super) len: usize,
    /// The file's number; `None` for generated code.
    pub(super) file: Option<i64>,
    pub(super) jump: Jump,
}

/// The kind of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    /// Into a function.
    Into,
    /// Out of a function.
    Out,
    /// Within one.
    Ordinary,
}

/// Parses at most `max_entries` entries, the number of instructions that the code can hold.
pub(super) fn parse(text: &[u8], max_entries: usize) -> Vec<Entry> {
    let mut last = Entry { start: 0, len: 0, file: None, jump: Jump::Ordinary };
    let parts = text.split(|byte| *byte == b';').take(max_entries);
    let entry = |part: &[u8]| {
        let mut fields =
            part.split(|byte| *byte == b':').map(|field| std::str::from_utf8(field).unwrap_or_default());
        // An invalid or too large number gives no place.
        let number = |field: Option<&str>| {
            field.filter(|field| !field.is_empty()).map(|field| field.parse::<i64>().unwrap_or(-1))
        };
        let length = |field| number(field).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        last.start = length(fields.next()).unwrap_or(last.start);
        last.len = length(fields.next()).unwrap_or(last.len);
        if let Some(file) = number(fields.next()) {
            last.file = Some(file).filter(|file| *file >= 0);
        }
        last.jump = match fields.next() {
            Some("i") => Jump::Into,
            Some("o") => Jump::Out,
            Some("-") => Jump::Ordinary,
            _ => last.jump,
        };
        last
    };
    parts.map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_before() {
        let entries = parse(b"1:2:0:-:0;:9;2::-1;;5:5:5:i;;99999999999999999999:x:y", 99);
        let told: Vec<_> = entries.iter().map(|it| (it.start, it.len, it.file, it.jump)).collect();
        assert_eq!(
            told,
            [
                (1, 2, Some(0), Jump::Ordinary),
                (1, 9, Some(0), Jump::Ordinary),
                (2, 9, None, Jump::Ordinary),
                (2, 9, None, Jump::Ordinary),
                (5, 5, Some(5), Jump::Into),
                (5, 5, Some(5), Jump::Into),
                (usize::MAX, usize::MAX, None, Jump::Into),
            ]
        );
        assert_eq!(parse(b";;;;;;", 3).len(), 3, "there are not more than instructions");
    }
}
