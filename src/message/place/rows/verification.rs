//! The verification form and its jobs.

use verification::Mode;

use crate::message::Action;
use crate::message::place::text::{Description, contract_words};
use crate::message::place::{JobPlace, Place, PlaceKind, Row, VerifyPlace};

pub(in crate::message::place) const VERIFICATION: &[Row] = &[
    Row {
        kind: PlaceKind::Verify,
        name: "verify",
        forms: &["verify/CHAIN/ID?mode=MODE"],
        also: &["verify", "verify/CHAIN"],
        shows: "the verification form; the mode is `similarity`, `import`, `standard-json` or `metadata`, and `creationTransactionHash` may follow",
        prefix: "v",
        words: &["verify", "verification"],
        action: Some(Action::Verify),
        wants: "the contract to verify: an id such as 0.0.5001, or an EVM address",
        example: "verify/298/0.0.5001",
        parse: VerifyPlace::parse,
        describe: |place| {
            let Place::Verify(form) = place else { return None };
            let what =
                form.contract.as_ref().map(|of| format!(" {}", contract_words(of))).unwrap_or_default();
            let how = match form.mode {
                Some(Mode::Similarity) => " by similarity",
                Some(Mode::Import) => " by import",
                Some(Mode::StandardJson) => " by standard JSON",
                Some(Mode::Metadata) => " by metadata",
                None => "",
            };
            let hash =
                if form.creation_hash.is_some() { ", with this creation transaction hash" } else { "" };
            Some(Description::new(form.text(), format!("verify{what}{how}{hash}")).about(form.contract))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Batch,
        name: "batch",
        forms: &["batch"],
        shows: "many verifications, from lines",
        action: Some(Action::Batch),
        example: "batch",
        parse: |_| Ok(Place::Batch),
        describe: |place| {
            let Place::Batch = place else { return None };
            Some(Description::new("batch", "batch of verifications"))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Jobs,
        name: "jobs",
        forms: &["jobs"],
        shows: "the verifications that are followed",
        action: Some(Action::Jobs),
        example: "jobs",
        parse: |_| Ok(Place::Jobs),
        describe: |place| {
            let Place::Jobs = place else { return None };
            Some(Description::new("jobs", "verification jobs"))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Job,
        name: "job",
        forms: &["job/UUID"],
        shows: "one of them",
        prefix: "j",
        words: &["job", "jobs", "verificationid"],
        wants: "a job's id: a UUID of 36 characters",
        example: "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",
        parse: |parts| JobPlace::parse(parts.open(0)).map(Place::Job),
        describe: |place| {
            let Place::Job(job) = place else { return None };
            Some(Description::new(format!("job/{job}"), job.label()))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Difference,
        name: "difference",
        forms: &["job/UUID/difference"],
        shows: "the deployed and the recompiled code of one that failed, side by side",
        example: "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f/difference",
        parse: |parts| JobPlace::parse(parts.open(0)).map(Place::Difference),
        describe: |place| {
            let Place::Difference(job) = place else { return None };
            Some(Description::new(
                format!("job/{job}/difference"),
                format!("the codes of {}, compared", job.label()),
            ))
        },
        ..Row::DEFAULT
    },
];
