//! Nothing moves once everything is there: no place wakes the program without a reason, such as a schedule that
//! counts down to its end.

use crate::support::Session;

#[test]
fn no_place_moves_once_everything_is_there() {
    for place in [
        "home",
        "contract/0.0.5001",
        "contract/0.0.5001@1760000000",
        "contract/0.0.5001/results",
        "contract/0.0.5011/results",
        "result/0.0.5001/1795216207.123456789",
        "transaction/0.0.1005-1795216518-468117137",
        "schedule/0.0.7003",
        "schedule/0.0.7005",
        "verify/298/0.0.5001",
        "verify",
        "jobs",
        "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",
    ] {
        let session = Session::at(place);
        assert!(session.is_quiet(), "{place} moves:\n{}", session.screen());
    }
}
