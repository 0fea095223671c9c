//! Who goes first, what holds up whom, and what a pause does.

use super::*;

fn host(per_second: u32, burst: u32, at_once: usize) -> Arc<Host> {
    Arc::new(Host::new(RequestBudget { per_second, burst }, at_once))
}

/// Waits for its turn, takes note of it, and holds it.
async fn go(turn: Turn, name: &'static str, order: Arc<Mutex<Vec<&'static str>>>) -> Turn {
    while let Err(held) = turn.try_go() {
        turn.wait(held).await;
    }
    order.lock().unwrap().push(name);
    turn
}

#[tokio::test(start_paused = true)]
async fn the_most_urgent_goes_first_and_among_equals_the_oldest() {
    let host = host(10, 1, 8);
    let order = Arc::new(Mutex::new(Vec::new()));
    let names = [
        ("prefetch", Priority::Background),
        ("poll", Priority::Poll),
        ("tail", Priority::Tail),
        ("pane", Priority::Visible),
        ("another pane", Priority::Visible),
        ("key", Priority::Key),
    ];
    let first = host.enter(&Rank::from(Priority::Poll));
    assert_eq!(first.try_go(), Ok(()));
    let ranks: Vec<Rank> = names.iter().map(|(_, priority)| Rank::from(*priority)).collect();
    let tasks = names.iter().zip(&ranks).map(|((name, _), rank)| {
        let turn = host.enter(rank);
        tokio::spawn(go(turn, name, Arc::clone(&order)))
    });
    let tasks: Vec<_> = tasks.collect();
    tokio::task::yield_now().await;
    // A pane that was covered comes back.
    ranks[0].set(Priority::Key);
    let start = Instant::now();
    for task in tasks {
        drop(task.await.unwrap());
    }
    let order = order.lock().unwrap().clone();
    assert_eq!(order, ["prefetch", "key", "pane", "another pane", "tail", "poll"]);
    assert_eq!(start.elapsed().as_millis() / 10, 60, "one each tenth of a second");
}

#[tokio::test(start_paused = true)]
async fn what_is_less_urgent_and_stalls_holds_up_nothing() {
    let host = host(1_000, 1_000, 2);
    let stalled: Vec<_> = (0..2).map(|_| host.enter(&Rank::from(Priority::Background))).collect();
    assert!(stalled.iter().all(|turn| turn.try_go().is_ok()));
    let covered = host.enter(&Rank::from(Priority::Background));
    assert_eq!(covered.try_go(), Err(Held::Queued));
    let seen: Vec<_> = (0..2).map(|_| host.enter(&Rank::from(Priority::Visible))).collect();
    assert!(seen.iter().all(|turn| turn.try_go().is_ok()));
    let third = host.enter(&Rank::from(Priority::Visible));
    assert_eq!(third.try_go(), Err(Held::Queued));
    drop(seen);
    assert_eq!(third.try_go(), Ok(()));
    drop((stalled, third));
    assert_eq!(covered.try_go(), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_pane_that_is_covered_gives_its_place_away() {
    let host = host(1_000, 1_000, 1);
    let rank = Rank::from(Priority::Visible);
    let stalled = host.enter(&rank);
    assert_eq!(stalled.try_go(), Ok(()));
    let order = Arc::new(Mutex::new(Vec::new()));
    let waits = host.enter(&Rank::from(Priority::Visible));
    let waits = tokio::spawn(go(waits, "pane", Arc::clone(&order)));
    tokio::task::yield_now().await;
    assert!(order.lock().unwrap().is_empty());
    rank.set(Priority::Background);
    waits.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_host_that_asks_to_be_left_alone_is_but_for_what_the_user_asks_for_again() {
    let host = host(10, 20, 8);
    host.pause(Duration::from_secs(12));
    let key = host.enter(&Rank::from(Priority::Key));
    let Err(Held::Paused(at, _)) = key.try_go() else { panic!("it goes") };
    assert_eq!(at - Instant::now(), Duration::from_secs(12));
    let budget = host.budget();
    assert_eq!((budget.left, budget.refill_millis, budget.paused_until.is_some()), (0, 200, true));
    // A shorter wait does not shorten the longer one.
    host.pause(Duration::from_secs(1));
    let order = Arc::new(Mutex::new(Vec::new()));
    let key = tokio::spawn(go(key, "key", Arc::clone(&order)));
    let again = host.enter(&Rank::from(Priority::Urgent));
    let again = tokio::spawn(go(again, "again", Arc::clone(&order)));
    drop((again.await.unwrap(), key.await.unwrap()));
    assert_eq!(*order.lock().unwrap(), ["again", "key"]);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_nobody_wants_any_more_leaves_the_queue() {
    let host = host(10, 1, 1);
    let first = host.enter(&Rank::from(Priority::Key));
    assert_eq!(first.try_go(), Ok(()));
    let gone = host.enter(&Rank::from(Priority::Key));
    let next = host.enter(&Rank::from(Priority::Poll));
    assert_eq!(next.try_go(), Err(Held::Queued));
    drop(gone);
    drop(first);
    assert!(matches!(next.try_go(), Err(Held::Until(_))));
}
