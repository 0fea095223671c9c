//! A path as it is typed, pasted or dropped onto the terminal, in its plain form.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The path that a text means: without quotes around it, without a `file://` in front, and without the
/// backslashes that terminals put before blanks.
pub fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let quoted = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    if let Some(inner) = quoted {
        return Cow::Borrowed(inner);
    }
    if let Some(address) = text.strip_prefix("file://") {
        // A host may precede the path; only this machine's own is accepted.
        let path = address.find('/').and_then(|at| address.get(at..)).unwrap_or(address);
        return percent_decode_str(path).decode_utf8_lossy().into_owned().into();
    }
    if text.contains("\\ ") {
        let mut plain = String::with_capacity(text.len());
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
        }
        return Cow::Owned(plain);
    }
    Cow::Borrowed(text)
}

/// Splits a path into its directory and the start of a name.
pub fn split(path: &str) -> (&str, &str) {
    match path.rfind('/') {
        Some(at) => path.split_at_checked(at + 1).unwrap_or((path, "")),
        None => ("", path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_terminals_write_becomes_a_path() {
        for (text, path) in [
            ("  out/a.json \n", "out/a.json"),
            ("'/home/a b/c.json'", "/home/a b/c.json"),
            ("\"/home/a b/c.json\" ", "/home/a b/c.json"),
            ("/home/a\\ b/\\(c\\).json", "/home/a b/(c).json"),
            ("file:///home/a%20b/c.json", "/home/a b/c.json"),
            ("file://localhost/c.json", "/c.json"),
            ("file://c.json", "c.json"),
            ("~/c.json", "~/c.json"),
            ("C\\d.json", "C\\d.json"),
            ("'", "'"),
            ("", ""),
        ] {
            assert_eq!(plain(text), path, "{text:?}");
        }
    }

    #[test]
    fn a_path_is_split_behind_its_directory() {
        for (path, parts) in [("", ("", "")), ("a", ("", "a")), ("a/b", ("a/", "b")), ("/", ("/", ""))] {
            assert_eq!(split(path), parts);
        }
    }
}
