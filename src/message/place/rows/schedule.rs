//! Schedules.

use ledger::query::{Order, Parameters as _, PendingQuery, SchedulesQuery};
use ledger::{EntityId, SystemEntity};

use crate::message::Action;
use crate::message::place::description::{Description, contract_words, system_words, with_filters};
use crate::message::place::{Place, PlaceFault, PlaceKind, Row};
use crate::message::query_text::query_text;

pub(in crate::message::place) const SCHEDULE: [Row; 3] = [
    Row {
        kind: PlaceKind::Schedules,
        name: "schedules",
        forms: &["schedules?FILTERS"],
        shows: "scheduled transactions, newest first; filters are `account.id`, `schedule.id`, `order`, `limit`",
        action: Some(Action::Schedules),
        example: "schedules",
        parse: |parts| {
            let query = SchedulesQuery::default().with_pairs(parts.pairs(), parts.home)?;
            // The default order is newest first, independent of the server's.
            let order = query.order.or(SchedulesQuery::newest_first().order);
            Ok(Place::Schedules(SchedulesQuery { order, ..query }))
        },
        describe: |place| {
            let Place::Schedules(query) = place else { return None };
            let mut pairs = query.pairs();
            let filters: Vec<_> = pairs.iter().filter(|(name, _)| *name != "order").cloned().collect();
            if filters.len() == pairs.len() {
                let at = pairs.iter().position(|(name, _)| *name == "limit").unwrap_or(pairs.len());
                pairs.insert(at, ("order", Order::Asc.name().to_owned()));
            }
            let text = format!("schedules{}", query_text(&pairs));
            Some(Description::new(text, format!("schedules{}", with_filters(&filters))))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Pending,
        name: "pending schedules",
        forms: &["pending?account.id=ID&contract=ID"],
        shows: "pending schedules, soonest end first",
        action: Some(Action::PendingSchedules),
        example: "pending",
        parse: |parts| Ok(Place::Pending(PendingQuery::default().with_pairs(parts.pairs(), parts.home)?)),
        describe: |place| {
            let Place::Pending(query) = place else { return None };
            let contract = query.contract.map(|of| format!(" that call {}", contract_words(&of)));
            let creator = query.creator.map(|id| format!(" created by {id}"));
            let [contract, creator] = [contract, creator].map(Option::unwrap_or_default);
            let text = format!("pending{}", query_text(&query.pairs()));
            Some(Description::new(text, format!("pending schedules{contract}{creator}")))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Schedule,
        name: "schedule",
        forms: &["schedule/ID"],
        shows: "one schedule",
        prefix: "s",
        words: &["schedule", "schedules", "schedule_id", "scheduleid"],
        wants: "a schedule's id, such as 0.0.7002",
        example: "schedule/0.0.7001",
        parse: |parts| {
            let id = EntityId::parse_short(parts.open(0), parts.home);
            id.map(Place::Schedule).ok_or(PlaceFault::Part("write a schedule's id such as 0.0.7002"))
        },
        describe: |place| {
            let Place::Schedule(id) = place else { return None };
            let words = format!("schedule {id}{}", system_words(SystemEntity::by_id(*id)));
            Some(Description::new(format!("schedule/{id}"), words))
        },
        ..Row::DEFAULT
    },
];
