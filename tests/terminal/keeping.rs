//! What must outlive the program does, however it ended.

use std::path::Path;
use std::sync::Arc;

use client::{read_job_record, read_verified};
use hieroscope::message::Persist;
use hieroscope::store::{FILE, Readers, Store};
use ledger::{RawJson, Timestamp};
use verification::{Job, JobEvent, JobId, JobKey, JobState, PollInterval};

use super::program::Start;

const JOB: &str = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";

#[test]
fn a_submitted_job_outlives_a_kill() {
    let mut program = Start::demo().with(["verify/298/0.0.5005"]).run();
    program.see("creation hash: found").send("\r");
    program.see("Send this?").send("\r");
    program.see("running");
    program.signal("KILL");
    program.end();

    let mut program = Start::demo().with(["jobs"]).at_home_of(&program).run();
    program.see("similarity").see("0xe9693147C22802E");
}

#[test]
fn visited_places_are_there_at_the_next_start() {
    let mut program = Start::demo().with(["0.0.5001"]).run();
    program.see("updated at").send("q");
    assert_eq!(program.end(), 0);

    let mut program = Start::demo().at_home_of(&program).run();
    program.see("contract 0.0.5001").send("\r");
    program.see("Identity");
}

/// A job whose record holds a megabyte of code, kept by an earlier run.
fn with_a_large_record(home: &Path) {
    let code = "60".repeat(100_000);
    let record = format!(
        r#"{{"isJobCompleted":true,"verificationId":"{JOB}","error":{{"customCode":"no_match","message":"The bytecodes do not match","recompiledRuntimeCode":"0x{code}01","onchainRuntimeCode":"0x{code}02"}}}}"#
    );
    let at = Timestamp::from_secs(1_795_216_207);
    let key = JobKey { made: at, process: 1 };
    let mut job = Job::adopt(key, "demo", "https://verifier.example", JobId::parse(JOB).unwrap(), at);
    let record = Arc::new(read_job_record(&RawJson::new(record)));
    job.apply(JobEvent::Polled(record, None), at, &PollInterval::default());
    store(home).persist(&Persist::Job(Box::new(job))).unwrap();
}

fn store(home: &Path) -> Store {
    Store::open(&home.join("data"), Readers { job: read_job_record, verified: read_verified }).unwrap()
}

#[test]
fn a_large_record_is_loaded_when_its_job_is_looked_at() {
    let mut program = Start::demo().prepared(with_a_large_record).run();
    program.see("type or paste anything").send(":jobs\r");
    program.see("failed").see("no match").send("\r");
    program.see("runtime code");
    program.send("J");
    program.see("recompiledRuntimeCode");
}

#[test]
fn older_jobs_are_loaded_at_the_end_of_the_list() {
    let keep = |home: &Path| {
        let mut store = store(home);
        for second in 0..510 {
            let key = JobKey { made: Timestamp::from_secs(1_795_000_000 + second), process: 1 };
            let mut job = Job::adopt(key, "demo", "", JobId::parse(JOB).unwrap(), key.made);
            (job.state, job.id) = (JobState::Refused, None);
            store.persist(&Persist::Job(Box::new(job))).unwrap();
        }
    };
    let mut program = Start::demo().prepared(keep).run();
    program.see("type or paste anything").send(":jobs\r");
    program.see("10 older not shown").send("G");
    program.see("510 done").see_no("not shown");
}

#[test]
fn a_damaged_store_is_set_aside_and_the_screen_says_where() {
    let damage = |home: &Path| {
        drop(store(home));
        std::fs::write(home.join("data").join(FILE), "no database".repeat(999)).unwrap();
    };
    let mut program = Start::demo().size(80, 24).prepared(damage).run();
    program.see("is set aside as hieroscope.damaged-2").see(".sqlite").send("q");
    assert_eq!(program.end(), 0);
    let mut again = Start::demo().at_home_of(&program).run();
    again.see("type or paste anything").see("Nothing was submitted").see_no("set aside");
}
