//! Whole configurations: what is settled from flags, environment and file, and every fault of a bad file.

use std::path::Path;

use api::{AnswerWait, ExplorerLinks};
use clap::Parser;
use verification::ChainId;

use super::*;
use crate::message::{Action, Colour, Coloured, OwnColours, Role, ThemeName};

const DEFAULTS: &str = include_str!("../../assets/config.toml");

fn flags(line: &str) -> Flags {
    Flags::try_parse_from(std::iter::once("hieroscope").chain(line.split_whitespace())).unwrap()
}

fn parse(text: &str, line: &str) -> Config {
    let source = Source::new(Path::new("config.toml"), text);
    settle(&source, &flags(line), &Environment::default()).unwrap()
}

fn fault_messages(config: &Config) -> Vec<String> {
    config.faults.iter().map(ToString::to_string).collect()
}

#[test]
fn without_a_word_all_is_default() {
    let config = parse("", "");
    assert_eq!(config.network.name, "mainnet");
    assert_eq!(config.settings, Settings::default());
    assert_eq!(config.faults, []);
}

#[test]
fn the_documented_defaults_are_the_defaults() {
    assert_eq!(parse(DEFAULTS, ""), parse("", ""));
}

#[test]
fn the_documentation_names_every_setting_and_its_examples_read() {
    // Lines of settings that are comments in the file; words of explanation have another `# ` or no equals sign.
    let shown: String = DEFAULTS
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(rest)
                if rest.starts_with('[')
                    || rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) =>
            {
                rest
            }
            _ => line,
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    let config = parse(&shown, "--network mine");
    assert_eq!(fault_messages(&config), [""; 0]);
    let unknown =
        parse("zzzzzzzz = 1\n[networks.mine]\nmirror = \"http://mine.example\"\nzzzzzzzz = 1\n", "");
    let all = fault_messages(&unknown);
    let keys: Vec<&str> =
        all.iter().flat_map(|words| words.rsplit_once("there are ").unwrap().1.split(", ")).collect();
    assert!(keys.contains(&"pipe") && keys.contains(&"burst"), "{all:?}");
    for key in keys {
        let set = |line: &str| {
            line.starts_with(&format!("{key} = "))
                || line.starts_with(&format!("{key}."))
                || line == format!("[{key}]")
        };
        assert!(shown.lines().any(set), "{key} is not explained");
    }
    assert_eq!(config.network.verifier.as_deref(), Some("http://localhost:5555/server"));
    assert_eq!(config.network.explorer.sources, "https://sources.example/{chain}/{address}");
    assert_eq!((&*config.network.unit_parameter, &*config.network.import_segment), ("coin", "blockexplorer"));
}

#[test]
fn a_profile_says_for_how_long_an_answer_is_waited_for() {
    let profile =
        "[networks.slow]\nmirror = \"http://127.0.0.1:1\"\nanswer-seconds = 90\nsubmission-seconds = 0\n";
    let config = parse(profile, "--network slow");
    assert_eq!(config.network.answer_wait, AnswerWait { answer: Some(90), submission: None });
    let faults = fault_messages(&config);
    assert!(faults.len() == 1 && faults[0].contains("one second is the least"), "{faults:?}");
}

#[test]
fn every_fault_is_reported_at_once_with_its_line() {
    let config = parse(
        "tehme = \"dark\"\n\
         mouse = \"yes\"\n\
         network = \"mainet\"\n\
         [keys]\n\
         opne = [\"x\"]\n\
         copy = [\"hyper-c\"]\n\
         jobs = [\"j\"]\n\
         [networks.mine]\n\
         mirror = \"ftp://somewhere\"\n\
         verifier = \"https://me:secret@host/\"\n\
         chain = \"0x128\"\n\
         ledger = 300\n\
         color = true\n\
         [networks.testnet]\n\
         mirror = \"http://localhost:1/?a=b\"\n\
         [networks.silent]\n",
        "",
    );
    let lines: Vec<_> = config.faults.iter().map(|fault| (fault.line.unwrap(), fault.key.as_str())).collect();
    assert_eq!(
        lines,
        [
            (1, "tehme"),
            (2, "mouse"),
            (3, "network"),
            (5, "keys.opne"),
            (6, "keys.copy"),
            (7, "keys.jobs"),
            (9, "networks.mine.mirror"),
            (10, "networks.mine.verifier"),
            (11, "networks.mine.chain"),
            (12, "networks.mine.ledger"),
            (13, "networks.mine.color"),
            (15, "networks.testnet.mirror"),
            (16, "networks.silent"),
        ],
        "{:#?}",
        fault_messages(&config)
    );
    let all = fault_messages(&config);
    assert_eq!(all[0], "config.toml:1: tehme: there is no such setting; did you mean theme?");
    assert_eq!(all[1], "config.toml:2: mouse: write true or false, not a text");
    assert!(all[2].ends_with("did you mean mainnet?"), "{}", all[2]);
    assert!(!all[7].contains("secret"), "{}", all[7]);

    assert_eq!(config.network.name, "mainnet");
    assert!(config.settings.mouse);
    assert_eq!(config.keymap.keys_of(Action::Copy), ["y"]);
    let testnet = config.networks.iter().find(|network| network.name == "testnet").unwrap();
    assert_eq!(testnet.mirror, "https://testnet.mirrornode.hedera.com");
    assert!(config.networks.iter().all(|network| network.name != "mine" && network.name != "silent"));
}

#[test]
fn a_file_that_is_no_toml_is_a_fault_with_its_line() {
    let config = parse("theme = \"dark\"\n\nwhat is this\n", "");
    assert_eq!(config.faults.len(), 1, "{:#?}", fault_messages(&config));
    assert_eq!(config.faults[0].line, Some(3));
}

#[test]
fn flags_go_before_the_file_and_the_file_before_the_defaults() {
    let file = "network = \"testnet\"\ntheme = \"dark\"\nascii = true\nmotion = false\npreview = false\n";
    let config = parse(file, "");
    assert_eq!(config.network.name, "testnet");
    assert_eq!(config.settings.theme, ThemeName::Dark);
    assert!(config.settings.ascii && config.settings.mouse);
    assert!(!config.settings.motion && !config.settings.preview);
    assert_eq!(config.keymap.keys_of(Action::Open), ["enter"]);

    let config = parse(file, "--network previewnet --theme light --no-mouse");
    assert_eq!(config.network.name, "previewnet");
    assert_eq!(config.settings.theme, ThemeName::Light);
    assert!(!config.settings.mouse);
}

#[test]
fn address_flags_override_the_addresses_and_keep_the_rest() {
    let line =
        "--network testnet --mirror http://localhost:1/a/ --verifier http://localhost:2/server --chain 1337";
    let config = parse("", line);
    assert_eq!(config.network.mirror, "http://localhost:1/a");
    assert_eq!(config.network.verifier.as_deref(), Some("http://localhost:2/server"));
    assert_eq!(config.network.chain, ChainId::parse("1337"));
    assert_eq!(config.network.unit_parameter, "hbar");
    assert!(config.networks.contains(&config.network));
}

#[test]
fn a_mirror_node_that_is_named_alone_is_a_network_of_its_own() {
    // Whatever network the file starts on: nothing of it is known of another mirror node.
    for file in ["", "network = \"testnet\"\n"] {
        let config = parse(file, "--mirror http://localhost:5551/api/v1/");
        let Network { name, mirror, verifier, chain, ledger, explorer, .. } = config.network.clone();
        assert_eq!((name.as_str(), mirror.as_str()), ("localhost:5551", "http://localhost:5551"));
        assert_eq!((verifier, chain, ledger, explorer), (None, None, None, ExplorerLinks::default()));
        assert!(config.networks.contains(&config.network));
        assert!(config.networks.iter().any(|network| network.name == "mainnet"
            && network.mirror == "https://mainnet.mirrornode.hedera.com"
            && network.chain == ChainId::parse("295")));
    }
    let config =
        parse("", "--mirror http://localhost:1 --verifier https://sourcify.dev/server/v2 --chain 298");
    assert_eq!(config.network.verifier.as_deref(), Some("https://sourcify.dev/server"));
    assert_eq!(config.network.import_segment, "etherscan", "it is known how this verifier spells");
    assert_eq!(config.network.chain, ChainId::parse("298"));
    // The address of a profile is that profile.
    let config = parse("", "--mirror https://testnet.mirrornode.hedera.com/api/v1");
    assert_eq!((config.network.name.as_str(), config.network.chain), ("testnet", ChainId::parse("296")));
    let taken = "[networks.\"mirror.example\"]\nmirror = \"https://other.example\"\n";
    assert_eq!(parse(taken, "--mirror https://mirror.example").network.name, "https://mirror.example");
}

#[test]
fn a_profile_named_like_a_built_in_one_overrides_only_what_it_gives() {
    let config = parse("[networks.mainnet]\nmirror = \"http://localhost:1\"\nverifier = \"\"\n", "");
    assert_eq!(config.network.mirror, "http://localhost:1");
    assert_eq!(config.network.verifier, None);
    assert_eq!(config.network.chain, ChainId::parse("295"));
    assert_eq!(config.network.unit_parameter, "hbar");
}

#[test]
fn a_profile_of_ones_own_spells_as_documented_and_completes_ids_from_its_realm() {
    let file = "[networks.mine]\nmirror = \"http://localhost:1\"\nchain = \"18446744073709551616\"\nshard = 1\nrealm = 2\n";
    let config = parse(file, "--network mine");
    assert_eq!(fault_messages(&config), [""; 0]);
    assert_eq!((&*config.network.unit_parameter, &*config.network.import_segment), ("coin", "blockexplorer"));
    assert_eq!(config.network.chain, ChainId::parse("18446744073709551616"));
    assert_eq!((config.network.home.shard, config.network.home.realm), (1, 2));
}

#[test]
fn an_unknown_network_is_refused_with_the_known_ones() {
    let source = Source::new(Path::new("config.toml"), "");
    let refusal = settle(&source, &flags("--network nowhere"), &Environment::default()).unwrap_err();
    assert_eq!(refusal.exit_code(), 2);
    assert!(refusal.use_stderr());
    let words = refusal.to_string();
    assert!(words.contains("nowhere") && words.contains("mainnet, testnet"), "{words}");
}

#[cfg(feature = "demo")]
#[test]
fn the_embedded_network_keeps_its_own_addresses() {
    let source = Source::new(Path::new("config.toml"), "[networks.demo]\nchain = 1\n");
    let config = settle(&source, &flags("--network demo"), &Environment::default()).unwrap();
    assert!(config.network.generated);
    assert_eq!(config.network.chain, ChainId::parse("298"));
    assert_eq!(config.faults.len(), 1);
    let flags = flags("--network demo --mirror http://localhost:1");
    assert_eq!(settle(&source, &flags, &Environment::default()).unwrap_err().exit_code(), 2);
}

#[test]
fn the_file_is_found_read_and_told_apart_from_a_missing_one() {
    let dir = tempfile::tempdir().unwrap();
    let environment = Environment {
        config_dir: Some(dir.path().to_owned()),
        data_dir: Some(dir.path().join("data")),
        ..Environment::default()
    };
    let config = load(&Flags::default(), &environment).unwrap();
    assert_eq!(config.faults, []);
    assert_eq!(config.config_file, dir.path().join("config.toml"));
    assert_eq!(config.data_dir, dir.path().join("data"));

    std::fs::write(&config.config_file, "theme = \"dark\"\n").unwrap();
    assert_eq!(load(&Flags::default(), &environment).unwrap().settings.theme, ThemeName::Dark);

    std::fs::write(&config.config_file, b"theme = \"dark\"\n# \xff\n").unwrap();
    let config = load(&Flags::default(), &environment).unwrap();
    assert_eq!(config.faults[0].line, Some(2));
    assert_eq!(config.settings.theme, ThemeName::Terminal);

    let named = Flags { config: Some(dir.path().join("none.toml")), ..Flags::default() };
    assert_eq!(load(&named, &environment).unwrap_err().exit_code(), 2);
    let elsewhere = Flags { data_dir: Some(dir.path().join("other")), ..Flags::default() };
    assert_eq!(load(&elsewhere, &environment).unwrap().data_dir, dir.path().join("other"));
}

#[test]
fn without_a_home_directory_nothing_is_read_and_nothing_is_known() {
    let config = load(&Flags::default(), &Environment::default()).unwrap();
    assert_eq!(config.data_dir, PathBuf::new());
    assert_eq!(config.faults, []);
}

#[test]
fn names_in_the_file_cannot_act_on_the_terminal() {
    let config = parse("\"\\u001b[2J\" = 1\n", "");
    assert!(!fault_messages(&config)[0].contains('\u{1b}'), "{:?}", fault_messages(&config));
}

#[test]
fn values_of_another_type_are_told_apart() {
    let file =
        "theme = 1\nmouse = \"x\"\nascii = 1.5\nmotion = []\nkeys = true\n[[networks]]\nname = \"x\"\n";
    let all = fault_messages(&parse(file, ""));
    let wanted = ["not 1", "not a text", "not 1.5", "not a list", "not true", "not a list"];
    assert_eq!(all.len(), wanted.len(), "{all:#?}");
    for (words, wanted) in all.iter().zip(wanted) {
        assert!(words.ends_with(wanted), "{words}");
    }
}

#[test]
fn a_file_nested_beyond_reason_is_a_fault() {
    let config = parse(&format!("theme = {}", "[".repeat(100_000)), "");
    assert!(!config.faults.is_empty());
}

#[test]
fn json_is_piped_only_to_a_command_that_is_written_word_by_word() {
    assert!(parse("", "").settings.pipe.is_empty() && parse("pipe = []", "").settings.pipe.is_empty());
    let set = parse("pipe = [\"jq\", \"-r\", \".a b\"]", "");
    assert_eq!(*set.settings.pipe, ["jq".to_owned(), "-r".to_owned(), ".a b".to_owned()]);
    for (written, fault) in [
        ("\"jq .\"", "write a list of texts"),
        ("[\"jq .\"]", "each of its arguments as a text of its own, such as"),
        ("[\" \", \".\"]", "name a program first"),
        ("[\"jq\", \"\\u0000\"]", "NUL"),
    ] {
        let wrong = parse(&format!("pipe = {written}"), "");
        let words = fault_messages(&wrong);
        assert!(words[0].starts_with("config.toml:1: pipe: ") && words[0].contains(fault), "{words:?}");
        assert!(wrong.settings.pipe.is_empty());
    }
}

#[test]
fn a_signature_server_is_asked_only_if_one_is_set() {
    assert_eq!(parse("", "").settings.signatures, None);
    assert_eq!(parse("signatures = \"\"", "").settings.signatures, None);
    let set = parse("signatures = \"https://names.example/db/\"", "");
    assert_eq!(set.settings.signatures.as_deref(), Some("https://names.example/db"));
    let wrong = parse("signatures = \"names.example\"", "");
    assert_eq!(wrong.settings.signatures, None);
    let words = fault_messages(&wrong);
    assert!(words[0].starts_with("config.toml:1: signatures: write an address"), "{words:?}");
}

#[test]
fn a_faulty_colour_is_reported_at_its_line_and_the_rest_is_kept() {
    let config = parse(
        "theme = \"dark-colour-blind\"\n\
         [colours]\n\
         success = \"#0072b2\"\n\
         failure = \"orange\"\n\
         sucess = \"blue\"\n\
         link = 33\n\
         background = \"black\"\n",
        "",
    );
    let mut kept = OwnColours::default();
    kept.set(Coloured::Text(Role::Success), Colour::Mixed(0, 0x72, 0xb2));
    kept.set(Coloured::Background, Colour::Numbered(0));
    assert_eq!((config.settings.theme, config.settings.colours), (ThemeName::DarkColourBlind, kept));
    let words = fault_messages(&config);
    assert_eq!(words.len(), 3, "{words:#?}");
    assert!(words[0].starts_with("config.toml:4: colours.failure: no such colour: write \"#rrggbb\""));
    assert!(words[0].contains("light-red"), "{}", words[0]);
    assert_eq!(words[1], "config.toml:5: colours.sucess: there is no such setting; did you mean success?");
    assert_eq!(words[2], "config.toml:6: colours.link: write a text in quotes, not 33");
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_no_file_or_too_large_is_told_and_not_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let large = directory.path().join("large");
    std::fs::write(&large, "#".repeat((1 << 20) + 1)).unwrap();
    for (file, words) in [
        (pipe.as_path(), "it is not a regular file"),
        (Path::new("/dev/zero"), "it is not a regular file"),
        (&large, "it has more than 1,048,576 bytes"),
    ] {
        let Err(fault) = Source::load(file, true) else { panic!("{}", file.display()) };
        assert!(fault.to_string().contains(words), "{fault}");
    }
}
