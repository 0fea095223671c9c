//! A command that is ended from outside.

use std::process::Command;

use serde_json::Value;

use super::process::{home, start};
use super::server::{JOB, accepting};

#[test]
fn an_interrupted_watch_leaves_a_job_that_goes_on() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let verifier = accepting(r#"{"isJobCompleted":false}"#);
        let home = home();
        let line = format!(
            "verify similarity --network local --mirror {verifier} --verifier {verifier} --chain 298 --json \
             --watch --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
        );
        let mut running = start(&line, &home, &[]);
        running.see("running: job");
        let id = running.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let ended = running.end();
        let result = ended.result(code, "running");
        assert_eq!(result["job_id"], JOB);
        assert!(ended.stderr.contains("the job continues on the verifier"), "{}", ended.stderr);
        let list = start("jobs --json", &home, &[]).end();
        let list: Value = serde_json::from_str(&list.stdout).unwrap();
        assert_eq!((&list["jobs"][0]["job_id"], &list["jobs"][0]["state"]), (&JOB.into(), &"running".into()));
    }
}
