//! Subscribers of each kind leave while others wait for the same answer.

use super::*;
use crate::verification::JobKey;

#[test]
fn each_subscriber_may_leave_while_another_waits() {
    let batch = BatchId(JobKey { made: NOW, process: 1 });
    let all = [Subscriber::Pane(7), Subscriber::WatchList, Subscriber::Batch(batch), Subscriber::Names];
    for (leaves, stays) in all.iter().flat_map(|one| all.iter().map(move |other| (*one, *other))) {
        if leaves == stays {
            continue;
        }
        let mut table = Table::new();
        let request = sent(&table.want(leaves, &[&contract(1)]));
        assert_eq!(table.want(stays, &[&contract(1)]), [], "{stays:?} joins {leaves:?}");
        assert_eq!(table.want(leaves, &[]), [], "{leaves:?} leaves, {stays:?} waits");
        assert_eq!(table.requests.wanted_by(&request).collect::<Vec<_>>(), [stays]);
        assert!(table.answer(&request, found()));
        assert!(table.value(stays, &contract(1)).is_some());
    }
}
