//! The settings, from flags, environment and file.

use std::sync::Arc;

use super::address::optional_base_url;
use super::document::{Faults, Section, unknown};
use super::{Environment, Flags};
use crate::message::{Colour, Coloured, Desktop, Notifications, OwnColours, Settings, ThemeName};

/// The settings: flags first, then the file, then the defaults.
pub(super) fn parse_settings(
    root: &Section<'_>,
    flags: &Flags,
    environment: &Environment,
    faults: &mut Faults<'_>,
) -> Settings {
    let defaults = Settings::default();
    let theme = root.text("theme", faults).and_then(|written| {
        written.and_then(faults, |name| {
            let names = ThemeName::ALL.iter().map(|(name, _)| *name);
            ThemeName::parse(name).ok_or_else(|| unknown("theme", name, names))
        })
    });
    let desktop = root.text("notify-desktop", faults).and_then(|written| {
        written.and_then(faults, |name| {
            let names = Desktop::ALL.iter().map(|(name, _)| *name);
            Desktop::parse(name).ok_or_else(|| unknown("kind of notification", name, names))
        })
    });
    let signatures = root.text("signatures", faults).and_then(|url| url.and_then(faults, optional_base_url));
    let pipe = parse_pipe(root, faults);
    let own = root.section("colours", faults);
    let colours = own.map_or(defaults.colours, |own| parse_colours(&own, faults));
    let mut flag = |name, default| root.flag(name, faults).map_or(default, |written| written.value);
    Settings {
        theme: flags.theme.or(theme.map(|theme| theme.value)).unwrap_or(defaults.theme),
        colours,
        colour: environment.wants_colour(),
        ascii: flag("ascii", environment.wants_ascii()) || flags.ascii,
        mouse: flag("mouse", defaults.mouse) && !flags.no_mouse,
        motion: flag("motion", defaults.motion),
        reopen: flag("reopen", defaults.reopen) && !flags.names_a_start(),
        preview: flag("preview", defaults.preview),
        identities: flag("identities", defaults.identities),
        notify: Notifications {
            bell: flag("notify-bell", defaults.notify.bell),
            desktop: desktop.map_or(defaults.notify.desktop, |desktop| desktop.value),
            title: flag("notify-title", defaults.notify.title),
        },
        cache_mebibytes: root
            .number("cache-mebibytes", Settings::MAX_CACHE_MEBIBYTES, faults)
            .map_or(defaults.cache_mebibytes, |written| written.value),
        memory_mebibytes: root
            .number("memory-mebibytes", Settings::MAX_MEMORY_MEBIBYTES, faults)
            .map_or(defaults.memory_mebibytes, |written| written.value),
        demo_results: root
            .number("demo-results", Settings::MAX_DEMO_RESULTS, faults)
            .map_or(defaults.demo_results, |written| written.value),
        signatures: signatures.map_or(defaults.signatures, |written| written.value),
        pipe: pipe.unwrap_or_default(),
    }
}

/// The command to which JSON is piped. It is run without a shell, which would interpret its arguments.
fn parse_pipe(root: &Section<'_>, faults: &mut Faults<'_>) -> Option<Arc<[String]>> {
    let words = root.texts("pipe", faults)?;
    let first = words.first()?;
    let fault = if first.value.trim().is_empty() {
        Some("name a program first")
    } else if first.value.contains(char::is_whitespace) && words.len() == 1 {
        Some("write the program and each of its arguments as a text of its own")
    } else {
        words.iter().any(|word| word.value.contains('\0')).then_some("no character may be NUL")
    };
    if let Some(fault) = fault {
        faults.note(&first.span, &first.key, format!("{fault}, such as [\"jq\", \".\"]"));
        return None;
    }
    Some(words.into_iter().map(|word| word.value.to_owned()).collect())
}

/// The colours of the user's own.
fn parse_colours(own: &Section<'_>, faults: &mut Faults<'_>) -> OwnColours {
    let mut colours = OwnColours::default();
    for (name, coloured) in Coloured::ALL {
        let written = own.text(name, faults);
        if let Some(colour) = written.and_then(|written| written.and_then(faults, Colour::parse)) {
            colours.set(coloured, colour.value);
        }
    }
    own.finish(faults);
    colours
}
