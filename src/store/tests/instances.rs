//! Several instances on one file: who owns what, and what each learns of the others.

use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::store::worker::News;

/// Two instances, of which the first has this job on its way and the other has read that.
fn two(dir: &Path) -> (Store, Store) {
    let (mut here, mut there) = (open(dir), open(dir));
    assert_eq!(here.take_over().unwrap().jobs, []);
    assert_eq!(here.begin(&job(1), Beside::Anything).unwrap(), Begun::Here);
    let saved = there.take_over().unwrap();
    assert_eq!((saved.jobs, saved.elsewhere), (vec![job(1)], vec![job(1).key]));
    (here, there)
}

#[test]
fn what_another_instance_changes_is_told_once() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    assert_eq!(there.changes().unwrap(), None);
    let accepted = job(1).in_state(JobState::Running, secs(1)).seen_at(secs(2), "{}");
    keep_job(&mut here, &accepted);
    assert_eq!(here.changes().unwrap(), None, "what it wrote itself is no news");
    let changes = there.changes().unwrap().unwrap();
    assert_eq!((&changes.jobs[..], &changes.elsewhere[..]), (&[accepted][..], &[job(1).key][..]));
    assert_eq!(there.changes().unwrap(), None);
    there.persist(&visit(1, secs(1))).unwrap();
    assert_eq!(here.changes().unwrap(), None, "a visit changes no job");
    there.persist(&Persist::ForgetJob(job(1).key)).unwrap();
    assert_eq!(here.changes().unwrap().unwrap().forgotten, [job(1).key]);
}

#[test]
fn an_accepted_id_is_never_overwritten_by_what_knows_less() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    let again = Job { attempt: 2, ..job(1) }.in_state(JobState::Submitting, secs(5));
    let Begun::Elsewhere(kept) = there.begin(&again, Beside::Anything).unwrap() else {
        panic!("it is on its way from there")
    };
    assert_eq!((kept.unsent, kept.jobs.len(), kept.elsewhere.len()), (Some(job(1).key), 1, 1));
    let accepted = job(1).in_state(JobState::Running, secs(6)).seen_at(secs(6), "{}");
    keep_job(&mut here, &accepted);
    for state in [JobState::Locked, JobState::UnknownOutcome, JobState::Submitting, JobState::AlreadyVerified]
    {
        keep_job(&mut there, &Job { attempt: 9, ..job(1) }.in_state(state, secs(9)));
        assert_eq!(there.saved().unwrap().jobs, std::slice::from_ref(&accepted), "{state:?}");
    }
    drop(here);
    assert!(
        matches!(there.begin(&again, Beside::Anything).unwrap(), Begun::Elsewhere(_)),
        "it has an id, whoever runs"
    );
}

#[test]
fn what_an_ended_instance_leaves_is_taken_over_by_one_other() {
    let dir = tempfile::tempdir().unwrap();
    let (here, mut there) = two(dir.path());
    let mut third = open(dir.path());
    assert_eq!(third.take_over().unwrap().elsewhere, [job(1).key]);
    assert!(there.has_others());
    drop(here);
    let taken = there.changes().unwrap().unwrap();
    assert_eq!((taken.jobs.len(), taken.elsewhere.len()), (1, 0));
    let seen = third.changes().unwrap().unwrap();
    assert_eq!((seen.jobs.len(), seen.elsewhere), (1, vec![job(1).key]));
    let again = Job { attempt: 2, ..job(1) }.in_state(JobState::Submitting, secs(5));
    assert!(matches!(third.begin(&again, Beside::Anything).unwrap(), Begun::Elsewhere(_)));
    assert_eq!(there.begin(&again, Beside::Anything).unwrap(), Begun::Here);
}

#[test]
fn an_instance_is_believed_about_its_own_jobs_though_its_clock_was_put_back() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    let running = job(1).in_state(JobState::Running, secs(1)).seen_at(secs(900), "{}");
    keep_job(&mut here, &running);
    let lost = running.in_state(JobState::Lost, secs(2)).seen_at(secs(2), "{}");
    keep_job(&mut here, &lost);
    assert_eq!(there.saved().unwrap().jobs[0].state, JobState::Lost);
}

#[test]
fn every_job_that_goes_on_is_handed_out_however_many_have_ended_since() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let made = |seconds| JobKey { made: secs(seconds), process: 1 };
    for number in 0..700 {
        let running = job(1).in_state(JobState::Running, secs(1)).seen_at(secs(2), "{}");
        keep_job(&mut store, &Job { key: made(number), ..running });
        keep_job(
            &mut store,
            &Job { key: made(1000 + number), ..job(1).in_state(JobState::Refused, secs(1)) },
        );
    }
    let saved = store.saved().unwrap();
    let running = saved.jobs.iter().filter(|job| job.state == JobState::Running).count();
    assert_eq!((running, saved.jobs.len(), saved.older_jobs), (700, 1200, 200));
    assert_eq!(saved.older_than, Some(made(1200)));
    let page = store.older_jobs(saved.older_than.unwrap()).unwrap();
    let refused = page.jobs.iter().filter(|job| job.state == JobState::Refused).count();
    // The others are those that run, which were there.
    assert_eq!((refused, page.jobs.len(), page.left, page.older_than), (200, 500, 0, Some(made(400))));
}

#[test]
fn each_change_is_told_to_an_instance_that_only_watches() {
    let dir = tempfile::tempdir().unwrap();
    let start = || StoreWorker::start(dir.path().to_owned(), READERS, |report| panic!("{report:?}"));
    let (here, there) = (start(), start());
    let (sender, receiver) = mpsc::channel();
    there.follow(move |news| _ = sender.send(news)).blocking_recv().unwrap().unwrap();
    // None of these jobs goes on: nobody looks whether their instance has left something.
    for made in 1..=20 {
        let locked = job(made).in_state(JobState::Locked, secs(u64::from(made)));
        here.persist_and_confirm(Persist::Job(Box::new(locked.clone()))).blocking_recv().unwrap().unwrap();
        let heard = receiver.recv_timeout(Duration::from_mins(1)).unwrap();
        let News::Changed(stored) = heard else { panic!("{heard:?}") };
        assert_eq!(stored.jobs, [locked]);
    }
}

#[test]
fn a_planned_retry_belongs_to_the_instance_that_planned_it() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    let locked = job(1).in_state(JobState::Locked, secs(1));
    keep_job(&mut here, &locked);
    assert_eq!(there.changes().unwrap().unwrap().jobs, std::slice::from_ref(&locked));
    // What nobody has planned may be planned by anybody.
    let planned = Job { retry_at: Some(secs(33)), ..locked.clone() };
    keep_job(&mut there, &planned);
    let seen = here.changes().unwrap().unwrap();
    assert_eq!((&seen.jobs[..], &seen.elsewhere[..]), (&[planned.clone()][..], &[locked.key][..]));
    keep_job(&mut here, &Job { retry_at: Some(secs(44)), ..locked.clone() });
    let seen = here.saved().unwrap();
    assert_eq!(seen.elsewhere, [locked.key], "it was planned there before");
    drop(there);
    let taken = here.changes().unwrap().unwrap();
    assert_eq!((taken.jobs.len(), taken.elsewhere.len()), (1, 0));
}

#[test]
fn an_id_is_kept_before_anything_else_is_known_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
    here.accept(job(1).key, &id).unwrap();
    let seen = there.changes().unwrap().unwrap();
    assert_eq!((seen.jobs[0].id.as_ref(), seen.jobs[0].state), (Some(&id), JobState::Running));
    assert_eq!(seen.elsewhere, [job(1).key]);
    let accepted = Job { id: Some(id), ..job(1).in_state(JobState::Running, secs(2)) };
    keep_job(&mut here, &accepted);
    assert_eq!(there.saved().unwrap().jobs, [accepted]);
}

#[test]
fn the_same_is_begun_by_one_instance_only_while_it_is_on_its_way_or_runs() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    let same = Job { key: job(2).key, ..job(1) };
    let Begun::Elsewhere(kept) = there.begin(&same, Beside::Nothing).unwrap() else {
        panic!("it is on its way")
    };
    assert_eq!(
        (kept.jobs[0].key, &kept.elsewhere[..], kept.unsent),
        (job(1).key, &[job(1).key][..], Some(same.key))
    );
    let others = [
        Job { digest: Some(SourcesDigest::new([8; 32])), ..same.clone() },
        Job { key: job(3).key, mode: Some(Mode::Import), ..same.clone() },
        Job { key: job(4).key, server: "https://elsewhere.example".into(), ..same.clone() },
        Job { key: job(5).key, address: Some(EvmAddress::new([1; 20])), ..same.clone() },
    ];
    for other in others {
        assert_eq!(there.begin(&other, Beside::Nothing).unwrap(), Begun::Here, "{other:?}");
    }
    let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
    here.accept(job(1).key, &id).unwrap();
    drop(here);
    let again = Job { key: job(6).key, ..same };
    assert!(
        matches!(there.begin(&again, Beside::Nothing).unwrap(), Begun::Elsewhere(_)),
        "it runs, whoever has sent it"
    );
    keep_job(&mut there, &Job { id: Some(id), ..job(1).in_state(JobState::Failed, secs(9)) });
    assert_eq!(there.begin(&again, Beside::Nothing).unwrap(), Begun::Here);
}

#[test]
fn what_was_sent_elsewhere_unseen_holds_back_what_a_user_sends_and_what_was_seen_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = two(dir.path());
    let like = |number: u32| Job { key: job(number).key, ..job(1) };
    assert_eq!(
        there.begin(&like(2), Beside::Known).unwrap(),
        Begun::Here,
        "the user has seen that it is on its way"
    );
    let Begun::Elsewhere(kept) = here.begin(&like(3), Beside::Known).unwrap() else {
        panic!("nobody has seen it")
    };
    assert_eq!((kept.unsent, &kept.elsewhere[..]), (Some(like(3).key), &[like(2).key][..]));
    assert_eq!(kept.jobs.iter().map(|job| job.key).collect::<Vec<_>>(), [like(2).key], "its own is known");
    assert_eq!(here.changes().unwrap().unwrap().jobs, [like(2)]);
    assert_eq!(here.begin(&like(3), Beside::Known).unwrap(), Begun::Here);
}

#[test]
fn what_a_dead_instance_was_sending_is_begun_again_only_if_that_is_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let (here, mut there) = two(dir.path());
    drop(here);
    let same = Job { key: job(2).key, ..job(1) };
    assert!(matches!(there.begin(&same, Beside::Nothing).unwrap(), Begun::Elsewhere(_)));
    assert_eq!(there.begin(&same, Beside::Lost).unwrap(), Begun::Here);
}

#[test]
fn a_job_is_taken_from_a_dead_instance_and_left_to_a_living_one() {
    let dir = tempfile::tempdir().unwrap();
    let (here, mut there) = two(dir.path());
    there.take(job(1).key).unwrap();
    let mut third = open(dir.path());
    assert_eq!(third.take_over().unwrap().elsewhere, [job(1).key]);
    drop(here);
    there.take(job(1).key).unwrap();
    assert_eq!(third.saved().unwrap().elsewhere, [job(1).key], "it has an owner that runs");
    drop(there);
    assert_eq!(third.saved().unwrap().elsewhere, []);
}
