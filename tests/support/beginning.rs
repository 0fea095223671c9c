//! How sessions begin: where, with which configuration, and on which servers.

use std::sync::{Arc, LazyLock};

use client::{Options, Replay};
use demo::faults::Faults;
use demo::{self, Clock, Demo};
use hieroscope::app::{App, Start};
use hieroscope::config::{self, Config, Environment, Flags};
use hieroscope::message::{Event, Place, Saved};
use hieroscope::runtime::cycle::Host as _;
use hieroscope::runtime::recording;
use ledger::EntityId;

use super::host::{TestHost, quick};
use super::{NOBODY, NOW, SIZE, Session};

/// The configuration without a file, for the embedded network.
pub(super) fn plain_config() -> Config {
    static PLAIN: LazyLock<Config> = LazyLock::new(|| {
        let flags = Flags { network: Some("demo".to_owned()), ..Flags::default() };
        let mut config = config::load(&flags, &Environment::default()).unwrap();
        config.settings.preview = false;
        config
    });
    PLAIN.clone()
}

impl Session {
    /// A session of 120 by 40 that begins at this place and has heard everything it asked for.
    pub(crate) fn at(place: &str) -> Self {
        Self::started(place, Saved::default())
    }

    /// The same with a preview beside lists. Other sessions have none: their lists have the screen to themselves.
    pub(crate) fn previewing(place: &str) -> Self {
        Self::with_settings(place, "preview = true")
    }

    /// A session without colours, and with ASCII alone.
    pub(crate) fn plain(place: &str) -> Self {
        let flags = Flags { network: Some("demo".to_owned()), ascii: true, ..Flags::default() };
        let environment = Environment { no_color: Some("1".to_owned()), ..Environment::default() };
        let mut config = config::load(&flags, &environment).unwrap();
        config.settings.preview = false;
        Self::on(place, config, None, Saved::default())
    }

    /// A session that begins with what an earlier one left.
    pub(crate) fn started(place: &str, saved: Saved) -> Self {
        Self::on(place, plain_config(), None, saved)
    }

    /// A session with this in the user's configuration file.
    pub(crate) fn with_settings(place: &str, settings: &str) -> Self {
        Self::on_profile(place, "demo", settings)
    }

    /// A session on the network of this name, which the user's configuration file describes.
    pub(crate) fn on_profile(place: &str, name: &str, settings: &str) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), settings).unwrap();
        let (config, network) = (Some(file.path().to_owned()), Some(name.to_owned()));
        let flags = Flags { config, network, ..Flags::default() };
        let mut config = config::load(&flags, &Environment::default()).unwrap();
        config.settings.preview &= settings.contains("preview");
        Self::on(place, config, None, Saved::default())
    }

    /// A session that is started with nothing but this in the user's configuration file, with what an earlier one left.
    pub(crate) fn plainly(settings: &str, saved: Saved) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("network = \"demo\"\n{settings}")).unwrap();
        let flags = Flags { config: Some(file.path().to_owned()), ..Flags::default() };
        let mut config = config::load(&flags, &Environment::default()).unwrap();
        config.settings.preview &= settings.contains("preview");
        Self::on("home", config, None, saved)
    }

    /// A session on servers of the test's own.
    pub(crate) fn on_server(place: &str, server: &str) -> Self {
        Self::on(place, plain_config(), Some(server), Saved::default())
    }

    /// The same with a preview beside lists.
    pub(crate) fn previewing_on_server(place: &str, server: &str) -> Self {
        let mut config = plain_config();
        config.settings.preview = true;
        Self::on(place, config, Some(server), Saved::default())
    }

    /// A session whose questions wait from the beginning.
    pub(crate) fn unanswered(place: &str) -> Self {
        let mut session = Self::begun(place, plain_config(), Some(NOBODY), Saved::default());
        session.hold();
        session.run();
        session
    }

    /// The same on the embedded network: what is let go is answered.
    pub(crate) fn late(place: &str) -> Self {
        let mut session = Self::begun(place, plain_config(), None, Saved::default());
        session.hold();
        session.run();
        session
    }

    pub(super) fn on(place: &str, config: Config, server: Option<&str>, saved: Saved) -> Self {
        let mut session = Self::begun(place, config, server, saved);
        session.run();
        session
    }

    pub(super) fn begun(place: &str, config: Config, server: Option<&str>, saved: Saved) -> Self {
        Self::begun_with(place, config, server, saved, (quick(), None))
    }

    pub(super) fn begun_with(
        place: &str,
        config: Config,
        server: Option<&str>,
        saved: Saved,
        (options, faults): (Options, Option<&Faults>),
    ) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let clock = Clock::fixed(NOW);
        let of_demo = || demo::Options {
            clock: clock.clone(),
            faults: faults.cloned().unwrap_or_default(),
            ..demo::Options::default()
        };
        let demo = server.is_none().then(|| runtime.block_on(demo::start(of_demo())).unwrap());
        let verifier = demo.as_ref().filter(|_| faults.is_some()).map(Demo::verifier_url);
        let server = demo.as_ref().map_or_else(|| server.unwrap_or(NOBODY).to_owned(), Demo::url);
        let mut networks = config.networks.clone();
        networks.push(config.network.clone());
        let replay = config.recording.as_ref().map(|recording| Arc::new(Replay::new(recording)));
        let servers = [&*server, verifier.as_deref().unwrap_or(&server)];
        let options = Options { replay, ..options };
        let mut host = TestHost::new(runtime.handle().clone(), networks, servers, (demo, clock), options);
        let replay = recording::replayed(&config);
        let start = Start {
            networks: config.networks,
            network: config.network,
            keymap: config.keymap,
            settings: config.settings,
            place: Place::parse(place, EntityId::from_num(0)).unwrap(),
            size: SIZE,
            faults: Vec::new(),
            process: 1,
            heals: true,
            replay,
        };
        let (app, commands) = App::start(start, NOW);
        host.saved = saved.clone();
        host.resize(SIZE.0, SIZE.1);
        host.events.send(Event::Restored(Box::new(saved))).unwrap();
        for command in commands {
            host.carry(command).unwrap();
        }
        Self { app, host, server, runtime }
    }
}
