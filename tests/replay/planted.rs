//! Records that were changed: each change is noticed where it was made.

use std::sync::Arc;

use alloy_primitives::hex;
use ledger::{CallAction, Field, HexBytes, Text};
use replay::{Gathered, Point, Verdict, replay};

use crate::cases::{self, Case};

/// What the changed record is found to be: differing, or hanging on what was unknown before.
fn noticed(case: &Case, what: &str, changed: &Gathered, point: Point) -> Option<String> {
    let replayed = replay(changed, &|| false).unwrap();
    let differs = replayed.comparison.differences().any(|(other, _)| other == point);
    let hung = || replay(&case.gathered, &|| false).unwrap().hanging.contains_key(&point);
    let fits = match replayed.verdict {
        Verdict::Differs(_) => true,
        Verdict::Undetermined(_) => hung(),
        Verdict::Agrees | Verdict::Assumed(_) => false,
    };
    (!(differs && fits)).then(|| format!("{} {what}: {:?}", case.name, replayed.verdict))
}

/// Each case with a change that can be made in it, at the point where it shows.
fn plant(what: &str, point: Point, least: usize, change: impl Fn(&mut Gathered) -> Option<()>) {
    let (mut planted, mut unnoticed) = (0, Vec::new());
    for case in cases::all() {
        let mut changed = case.gathered.clone();
        if change(&mut changed).is_some() {
            planted += 1;
            unnoticed.extend(noticed(&case, what, &changed, point));
        }
    }
    assert!(planted >= least, "{what} was planted only {planted} times");
    assert!(unnoticed.is_empty(), "{} of {planted}: {}", unnoticed.len(), unnoticed.join("\n"));
}

fn flipped(field: &Field<HexBytes>) -> Option<Field<HexBytes>> {
    let mut bytes = field.known()?.bytes().to_vec();
    *bytes.last_mut()? ^= 1;
    Some(Field::Known(HexBytes::parse(&hex::encode(bytes))?))
}

#[test]
fn another_status_is_noticed() {
    plant("status", Point::Status, 30, |gathered| {
        let result = Arc::make_mut(&mut gathered.result);
        let was = std::mem::replace(&mut result.status, Field::Null);
        let other = if was.known()?.is("0x1") { "0x0" } else { "0x1" };
        result.status = Field::Known(Text::from(other));
        Some(())
    });
}

#[test]
fn other_data_is_noticed() {
    plant("data", Point::Data, 15, |gathered| {
        let result = Arc::make_mut(&mut gathered.result);
        let is_success = result.status.known()?.is("0x1");
        if is_success {
            // What a creation returns is not compared.
            let operation = gathered.actions.first()?.call_operation_type.known()?;
            result.call_result = flipped(&result.call_result).filter(|_| operation.is("CALL"))?;
        } else {
            let message = String::from_utf8(result.error_message.known()?.raw().to_vec()).ok()?;
            let bytes = HexBytes::parse(&message)?;
            let Field::Known(other) = flipped(&Field::Known(bytes))? else { return None };
            result.error_message = Field::Known(Text::from(other.to_hex()));
        }
        Some(())
    });
}

#[test]
fn another_log_is_noticed() {
    let log = |change: &dyn Fn(&mut Vec<ledger::result::Log>) -> Option<()>| {
        plant("log", Point::Logs, 10, |gathered| {
            let Field::Known(logs) = &mut Arc::make_mut(&mut gathered.result).logs else { return None };
            change(logs)
        });
    };
    log(&|logs| {
        let last = logs.last_mut()?;
        last.data = flipped(&last.data)?;
        Some(())
    });
    log(&|logs| {
        let Field::Known(topics) = &mut logs.first_mut()?.topics else { return None };
        let topic = topics.first_mut()?;
        *topic = flipped(topic)?;
        Some(())
    });
    log(&|logs| logs.pop().map(|_| ()));
}

#[test]
fn another_written_value_is_noticed() {
    let write = |least, change: &dyn Fn(&mut Vec<ledger::result::StateChange>) -> Option<()>| {
        plant("write", Point::Writes, least, |gathered| {
            let Field::Known(changes) = &mut Arc::make_mut(&mut gathered.result).state_changes else {
                return None;
            };
            change(changes)
        });
    };
    write(12, &|changes| {
        let change =
            changes.iter_mut().find(|it| it.value_written.known().is_some_and(|it| !it.is_empty()))?;
        change.value_written = flipped(&change.value_written)?;
        Some(())
    });
    write(12, &|changes| {
        let at = changes.iter().position(|it| it.value_written.known().is_some_and(|it| !it.is_empty()))?;
        let changed = changes.get_mut(at)?;
        (changed.value_read != changed.value_written).then(|| changed.value_written = Field::Null)
    });
}

#[test]
fn another_call_is_noticed() {
    let call = |least, change: &dyn Fn(&mut CallAction) -> Option<()>| {
        plant("call", Point::Calls, least, |gathered| {
            // Below a call that is answered from the record there is nothing to notice.
            let inputs = gathered.inputs().ok()?;
            let at = (0..gathered.actions.len()).rfind(|at| {
                let to = inputs.calls.get(*at).and_then(|call| call.to);
                to.and_then(|to| inputs.code(to)).is_some_and(|code| !code.is_empty())
            })?;
            change(Arc::make_mut(gathered.actions.get_mut(at)?))
        });
    };
    call(25, &|action| {
        action.input = flipped(&action.input)?;
        Some(())
    });
    call(25, &|action| {
        action.value = Field::Known(action.value.value()? + 1);
        Some(())
    });
    call(25, &|action| {
        action.call_depth = Field::Known(action.call_depth.value()? + 1);
        Some(())
    });
    call(15, &|action| {
        action.result_data = flipped(&action.result_data)?;
        Some(())
    });
}
