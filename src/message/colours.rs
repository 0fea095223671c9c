//! Meanings of text, and the colours of the user's own that go before the theme's.

use super::Tone;

/// The meaning of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Role {
    /// A value.
    #[default]
    Plain,
    /// A label, a unit, something behind the value.
    Dim,
    Heading,
    /// Something that can be followed.
    Link,
    /// The marker of what is selected.
    Marker,
    /// It worked.
    Success,
    /// It failed.
    Failure,
    /// It needs attention.
    Attention,
    /// A key in the footer.
    Key,
    /// A rule between bands.
    Rule,
    /// Text in a field that has the focus.
    Input,
    /// A filter that is active.
    Chip,
    /// A letter that fits what is searched for.
    Match,
}

impl From<Tone> for Role {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Info => Self::Plain,
            Tone::Success => Self::Success,
            Tone::Warning => Self::Attention,
            Tone::Failure => Self::Failure,
        }
    }
}

/// What a colour can be given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coloured {
    /// The text of a role.
    Text(Role),
    Background,
    /// The background of the selected row.
    Selection,
}

impl Coloured {
    /// Everything, and its name in the settings.
    pub const ALL: [(&'static str, Self); 15] = [
        ("plain", Self::Text(Role::Plain)),
        ("dim", Self::Text(Role::Dim)),
        ("heading", Self::Text(Role::Heading)),
        ("link", Self::Text(Role::Link)),
        ("marker", Self::Text(Role::Marker)),
        ("success", Self::Text(Role::Success)),
        ("failure", Self::Text(Role::Failure)),
        ("attention", Self::Text(Role::Attention)),
        ("key", Self::Text(Role::Key)),
        ("rule", Self::Text(Role::Rule)),
        ("input", Self::Text(Role::Input)),
        ("chip", Self::Text(Role::Chip)),
        ("match", Self::Text(Role::Match)),
        ("background", Self::Background),
        ("selection", Self::Selection),
    ];

    /// The index in [`Self::ALL`].
    fn index(self) -> usize {
        match self {
            Self::Text(role) => role as usize,
            Self::Background => Role::Match as usize + 1,
            Self::Selection => Role::Match as usize + 2,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The terminal's own for text or background.
    Terminal,
    /// One of the terminal's 256; the first sixteen have names.
    Numbered(u8),
    /// Red, green and blue.
    Mixed(u8, u8, u8),
}

impl Colour {
    /// The names of the first sixteen, by their numbers.
    pub const NAMES: [&'static str; 16] = [
        "black",
        "red",
        "green",
        "yellow",
        "blue",
        "magenta",
        "cyan",
        "grey",
        "dark-grey",
        "light-red",
        "light-green",
        "light-yellow",
        "light-blue",
        "light-magenta",
        "light-cyan",
        "white",
    ];

    /// Reads a name, a number or `#rrggbb`. Names may be in any case, with or without what separates their words.
    ///
    /// # Errors
    /// What can be written.
    pub fn parse(text: &str) -> Result<Self, String> {
        let name = text.to_lowercase().replace([' ', '-', '_'], "");
        let name = name.replace("bright", "light").replace("gray", "grey");
        let numbered = (0..).zip(Self::NAMES).find(|(_, known)| known.replace('-', "") == name);
        let number = numbered.map(|(number, _)| number).or_else(|| text.parse().ok());
        let colour = match number {
            _ if name == "reset" => Some(Self::Terminal),
            Some(number) => Some(Self::Numbered(number)),
            None => mixed(text),
        };
        colour.ok_or_else(|| {
            let names = Self::NAMES.join(", ");
            format!("no such colour: write \"#rrggbb\", \"0\" to \"255\", \"reset\" or one of {names}")
        })
    }
}

fn mixed(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#')?;
    let hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some(Colour::Mixed(red, green, blue))
}

/// The colours of the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OwnColours {
    /// In the order of [`Coloured::ALL`].
    list: [Option<Colour>; Coloured::ALL.len()],
}

impl OwnColours {
    /// The colour of the user's own, if there is one.
    pub fn get(&self, of: Coloured) -> Option<Colour> {
        self.list.get(of.index()).copied().flatten()
    }

    /// Gives something a colour.
    pub fn set(&mut self, of: Coloured, colour: Colour) {
        if let Some(kept) = self.list.get_mut(of.index()) {
            *kept = Some(colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_index_is_that_of_its_own() {
        let indices = Coloured::ALL.map(|(_, of)| of.index());
        assert!(indices.into_iter().eq(0..Coloured::ALL.len()), "{indices:?}");
    }
}
