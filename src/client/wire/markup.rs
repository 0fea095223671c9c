//! Extracts the first text of an HTML page: many proxies answer in HTML.

use ledger::Text;

/// Maximum length of a line, characters.
const MAX_LINE_CHARS: usize = 300;

/// The first line of a plain text, or the first two different lines of a page, without its markup.
pub(in crate::client) fn first_lines(body: &str) -> Vec<Text> {
    let body = body.trim_start();
    if !body.starts_with('<') {
        return body.lines().next().into_iter().map(shortened).collect();
    }
    let mut lines = Vec::new();
    let mut rest = body;
    while !rest.is_empty() && lines.len() < 2 {
        let (text, tagged) = rest.split_once('<').unwrap_or((rest, ""));
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let line = shortened(&htmlize::unescape(line).replace('\u{a0}', " "));
            if lines.len() < 2 && !lines.contains(&line) {
                lines.push(line);
            }
        }
        let (tag, after) = tagged.split_once('>').unwrap_or((tagged, ""));
        rest = match tag.split(|c: char| !c.is_ascii_alphanumeric()).next() {
            Some(name @ ("script" | "style")) => end_of(name, after),
            _ => after,
        };
    }
    lines
}

/// What follows the content of an element that holds no text for readers.
fn end_of<'a>(name: &str, content: &'a str) -> &'a str {
    content.find(&format!("</{name}")).and_then(|at| content.get(at..)).unwrap_or_default()
}

fn shortened(line: &str) -> Text {
    Text::new(line.trim_end().chars().take(MAX_LINE_CHARS).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(body: &str) -> Vec<String> {
        first_lines(body).iter().map(Text::escaped).collect()
    }

    #[test]
    fn a_page_is_reduced_to_its_title_and_first_line() {
        let page = "<!DOCTYPE html>\n<html><head><style>p{}</style><title>Error</title></head>\n<body>\n\
                    <script>if (a < b) alert('</p>')</script><pre>Cannot GET /&lt;x&gt;</pre><p>more</p>";
        assert_eq!(lines(page), ["Error", "Cannot GET /<x>"]);
        let page = "<html><title>502 Bad Gateway</title><body><h1>502 Bad Gateway</h1><hr>nginx";
        assert_eq!(lines(page), ["502 Bad Gateway", "nginx"]);
    }

    #[test]
    fn other_text_is_cut() {
        assert_eq!(lines(&"é".repeat(1000)), ["é".repeat(MAX_LINE_CHARS)]);
        assert_eq!(lines("  \n"), [""; 0]);
        assert_eq!(lines("<"), [""; 0]);
        assert_eq!(lines("<script>"), [""; 0]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_at_most_two_lines(text in "[<>/a-z\n ]*|.*") {
            proptest::prop_assert!(first_lines(&text).len() <= 2);
        }
    }
}
