//! A build that may match the submission, and its code under other circumstances.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{B256, keccak256};
use serde_json::Value;

use super::libraries;
use super::recompiled::{self, Change};
use super::release::Release;
use super::settings::Settings;
use super::source;
use super::{Compilation, Compiled};
use crate::artifacts::{self, Artifact};

/// A build whose sources are the submitted ones but for comments and blanks.
pub(super) struct Candidate {
    build: &'static Artifact,
    settings: Settings,
    /// The hashes of its texts by path, from the metadata.
    texts: BTreeMap<String, String>,
    pub(super) needs: BTreeSet<B256>,
}

impl Candidate {
    /// Reads the metadata of a build; the release is that of the submission.
    pub(super) fn from_build(build: &'static Artifact, release: &Release) -> Option<Self> {
        let metadata: Value = serde_json::from_str(&build.metadata).ok()?;
        let listed = metadata.get("sources")?.as_object()?;
        let hash =
            |entry: &Value| entry.get("keccak256").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Self {
            build,
            settings: Settings::parse(metadata.get("settings")?, release)?,
            texts: listed.iter().map(|(path, entry)| (path.clone(), hash(entry))).collect(),
            needs: listed
                .keys()
                .filter(|path| **path != build.path())
                .filter_map(|path| artifacts::source(path))
                .map(source::code_hash)
                .collect(),
        })
    }

    /// Whether these are the circumstances of the build, to the letter.
    fn is_exactly(&self, given: &Compilation, settings: &Settings, parts: &BTreeMap<&str, &str>) -> bool {
        let texts = parts.iter().map(|(path, text)| ((*path).to_owned(), keccak256(text).to_string()));
        given.version == self.build.compiler
            && *settings == self.settings
            && given.target.0 == self.build.path()
            && texts.eq(self.texts.clone())
    }

    /// The distance of the build's circumstances from these: 0 is exact, 2 needs another shape of the code.
    pub(super) fn distance(
        &self,
        given: &Compilation,
        settings: &Settings,
        parts: &BTreeMap<&str, &str>,
    ) -> u8 {
        match (self.is_exactly(given, settings, parts), settings.shapes_otherwise(&self.settings)) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        }
    }

    /// The build's code, changed if the circumstances are others.
    pub(super) fn compiled(
        &self,
        given: &Compilation,
        settings: &Settings,
        release: &Release,
        parts: &BTreeMap<&str, &str>,
    ) -> Compiled {
        if self.is_exactly(given, settings, parts) {
            return Compiled::from_build(self.build);
        }
        let Artifact { runtime, creation, .. } = self.build;
        let change = Change {
            reordered: given.version != self.build.compiler || settings.weighs_otherwise(&self.settings),
            padded: settings.shapes_otherwise(&self.settings),
            spelled_zeros: !settings.has_push0(),
        };
        let body = recompiled::split(runtime).map_or(runtime.as_slice(), |(body, _)| body);
        // Replaces the hash of the metadata: includes everything that the metadata holds.
        let hash = keccak256(format!("{:?}{:?}{settings:?}{parts:?}", given.version, given.target));
        let mut made = change.apply(body);
        made.extend(recompiled::trailer(settings.trailer, hash, release.number));
        let place = creation.windows(runtime.len()).position(|window| window == runtime.as_slice());
        let creation = match place.and_then(|place| creation.split_at_checked(place)) {
            Some((before, from)) => [before, &made, from.get(runtime.len()..).unwrap_or_default()].concat(),
            None => creation.clone(),
        };
        let (linked, open) = libraries::compare(&self.settings, settings);
        let [creation, runtime] = [creation, made].map(|code| libraries::relink(code, &linked));
        Compiled { artifact: self.build, creation, runtime, open }
    }
}
