//! Repositories with packages in them, packages that are links, and sources beside the file that names them.

use std::os::unix::fs::symlink;

use verification::Lack;

use super::{BASE, COUNTER, Project, lacking, metadata_of};
use crate::files::compilation;
use crate::message::FileFault;

fn metadata(path: &str) -> String {
    metadata_of(&[(path, COUNTER)]).to_string()
}

#[test]
fn packages_above_a_package_are_found_up_to_the_root_of_the_repository() {
    let project = Project::new(&[
        ("repository/.git/HEAD", ""),
        ("repository/node_modules/@lib/Counter.sol", COUNTER),
        ("repository/packages/shop/package.json", "{}"),
        ("repository/packages/shop/out/metadata.json", &metadata("@lib/Counter.sol")),
        ("node_modules/@far/Counter.sol", COUNTER),
    ]);
    let file = "repository/packages/shop/out/metadata.json";
    let found = project.load(file).unwrap();
    assert_eq!(lacking(&found), []);
    assert_eq!(found.files[0].read_from.as_ref().unwrap().escaped(), "node_modules/@lib/Counter.sol");
    project.write(file, metadata("@far/Counter.sol"));
    assert_eq!(
        lacking(&project.load(file).unwrap()),
        [("@far/Counter.sol".to_owned(), Lack::Missing)],
        "above the repository nothing is looked for"
    );
}

#[test]
fn a_package_that_is_a_link_within_the_repository_is_found_and_one_beyond_only_by_its_root() {
    let project = Project::new(&[
        ("repository/.git/HEAD", ""),
        ("repository/packages/lib/Counter.sol", COUNTER),
        ("repository/packages/shop/package.json", "{}"),
        ("repository/packages/shop/metadata.json", &metadata("lib/Counter.sol")),
        ("far/lib/Counter.sol", COUNTER),
        ("far/lib/.env", COUNTER),
        ("far/.hidden/Counter.sol", COUNTER),
    ]);
    let at = |path: &str| project.0.path().join(path);
    let file = at("repository/packages/shop/metadata.json");
    let modules = at("repository/packages/shop/node_modules");
    std::fs::create_dir(&modules).unwrap();
    symlink("../../lib", modules.join("lib")).unwrap();
    assert_eq!(lacking(&compilation(&file, None, &[]).unwrap()), []);
    symlink(at("far/lib"), modules.join("other")).unwrap();
    project.write("repository/packages/shop/metadata.json", metadata("other/Counter.sol"));
    let outside = [("other/Counter.sol".to_owned(), Lack::Outside)];
    assert_eq!(lacking(&compilation(&file, None, &[]).unwrap()), outside);
    let roots = [at("repository"), at("far")];
    assert_eq!(lacking(&compilation(&file, None, &roots).unwrap()), []);
    for (path, why) in [("lib/.env", Lack::Hidden), (".hidden/Counter.sol", Lack::Hidden)] {
        project.write("repository/packages/shop/metadata.json", metadata(path));
        let found = compilation(&file, None, &roots).unwrap();
        assert_eq!(lacking(&found), [(path.to_owned(), why)]);
    }
    project.write("repository/packages/shop/metadata.json", metadata("Counter.sol"));
    project.write("far/Counter.sol", BASE);
    let altered = [("Counter.sol".to_owned(), Lack::Altered)];
    assert_eq!(lacking(&compilation(&file, None, &roots).unwrap()), altered, "a root proves nothing");
    let no_root = compilation(&file, None, &[at("far/lib/Counter.sol")]);
    assert!(matches!(no_root, Err(FileFault::NoRoot(root)) if root.escaped().ends_with("Counter.sol")));
}

#[test]
fn a_whole_node_modules_that_is_a_link_within_the_repository_is_followed() {
    let project = Project::new(&[
        ("repository/.git/HEAD", ""),
        ("repository/store/lib/Counter.sol", COUNTER),
        ("repository/shop/hardhat.config.js", ""),
        ("repository/shop/metadata.json", &metadata("lib/Counter.sol")),
    ]);
    symlink("../store", project.0.path().join("repository/shop/node_modules")).unwrap();
    assert_eq!(lacking(&project.load("repository/shop/metadata.json").unwrap()), []);
}

#[test]
fn flat_sources_beside_the_file_are_found_by_their_hash() {
    let project = Project::new(&[
        (
            "flat/metadata.json",
            &metadata_of(&[("src/deep/Counter.sol", COUNTER), ("lib/Base.sol", BASE)]).to_string(),
        ),
        ("flat/Counter.sol", COUNTER),
        ("flat/2.sol", &BASE.replace('\n', "\r\n")),
        ("flat/notes.txt", BASE),
    ]);
    let found = project.load("flat/metadata.json").unwrap();
    assert_eq!(lacking(&found), []);
    let from: Vec<_> = found.files.iter().map(|file| file.read_from.as_ref().unwrap().escaped()).collect();
    assert_eq!(from, ["flat/2.sol", "flat/Counter.sol"]);
    project.write("flat/.2.sol", BASE);
    std::fs::remove_file(project.0.path().join("flat/2.sol")).unwrap();
    let missing = [("lib/Base.sol".to_owned(), Lack::Missing)];
    assert_eq!(lacking(&project.load("flat/metadata.json").unwrap()), missing, "no hidden file is read");
}
