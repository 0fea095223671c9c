//! The tabs of the code page.

use decode::code::CodeReading;
use ledger::amount::grouped;

use crate::widgets::{Role, tabs};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Tab {
    #[default]
    Overview,
    /// The dispatch table.
    Functions,
    Runtime,
    /// The code that deployed the contract.
    Creation,
}

impl Tab {
    pub(super) const ALL: [Self; 4] = [Self::Overview, Self::Functions, Self::Runtime, Self::Creation];

    /// The tab this many steps to the right; wraps around.
    pub(super) fn step(self, steps: usize) -> Self {
        let place = Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default();
        Self::ALL.iter().copied().cycle().nth(place + steps).unwrap_or_default()
    }

    fn label(self, reading: &CodeReading, short: bool) -> String {
        let bytes = |code: &decode::code::Code| grouped(&code.bytes().len());
        match self {
            Self::Overview => "Overview".to_owned(),
            Self::Functions => format!("Functions {}", reading.dispatch.functions.len()),
            Self::Runtime if short => format!("Runtime {}", bytes(&reading.runtime)),
            Self::Runtime => format!("Runtime code {}", bytes(&reading.runtime)),
            Self::Creation if short => format!("Creation {}", bytes(&reading.creation)),
            Self::Creation => format!("Creation code {}", bytes(&reading.creation)),
        }
    }

    fn is_empty(self, reading: &CodeReading) -> bool {
        match self {
            Self::Overview => false,
            Self::Functions => reading.dispatch.functions.is_empty(),
            Self::Runtime => reading.runtime.bytes().is_empty(),
            Self::Creation => reading.creation.bytes().is_empty(),
        }
    }
}

pub(super) fn tabs(reading: &CodeReading) -> [tabs::Tab<Tab>; 4] {
    Tab::ALL.map(|tab| tabs::Tab {
        id: tab,
        name: tab.label(reading, false),
        short: tab.label(reading, true),
        role: if tab.is_empty(reading) { Role::Dim } else { Role::Plain },
    })
}
