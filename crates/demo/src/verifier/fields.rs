//! The requested members of a verified contract, from `fields` or `omit`.

use serde_json::{Map, Value};

use super::answer::Refusal;

/// The members that are always answered.
const MINIMAL: &str = "matchId creationMatch runtimeMatch verifiedAt match chainId address";

/// The members that are answered on request.
const MORE: &str = "creationBytecode runtimeBytecode deployment sources compilation abi metadata storageLayout \
    transientStorageLayout userdoc devdoc sourceIds stdJsonInput stdJsonOutput signatures proxyResolution";

/// The fields that a request selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The minimal members and these, each perhaps with one extra member.
    Fields(Vec<String>),
    Omit(Vec<String>),
}

impl Wish {
    /// Reads the query.
    /// Errors: `invalid_parameter` for both at once, for an unknown or too deep name, an empty one, or `all` among others.
    pub(super) fn from_query(query: &[(String, String)]) -> Result<Self, Refusal> {
        let value =
            |name: &str| query.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
        match (value("fields"), value("omit")) {
            (None, None) => Ok(Self::Fields(Vec::new())),
            (Some("all"), None) => Ok(Self::Omit(Vec::new())),
            (Some(list), None) => names(list).map(Self::Fields),
            (None, Some(list)) => names(list).map(Self::Omit),
            (Some(_), Some(_)) => Err(Refusal::parameter("Cannot specify both 'fields' and 'omit'")),
        }
    }

    pub(super) fn needed(&self) -> impl Iterator<Item = &'static str> {
        MORE.split(' ').filter(|name| match self {
            Self::Fields(list) => list.iter().any(|path| head(path) == *name),
            Self::Omit(list) => !list.iter().any(|path| path == name),
        })
    }

    pub(super) fn cut(&self, members: &mut Map<String, Value>) {
        match self {
            Self::Fields(list) => {
                for (name, value) in members.iter_mut() {
                    let whole =
                        MINIMAL.split(' ').any(|it| it == name) || list.iter().any(|path| path == name);
                    if let (false, Some(inner)) = (whole, value.as_object_mut()) {
                        inner.retain(|sub, _| {
                            list.iter().any(|path| path.split_once('.') == Some((name, sub)))
                        });
                    }
                }
            }
            Self::Omit(list) => {
                for path in list {
                    match path.split_once('.') {
                        None => {
                            members.shift_remove(path);
                        }
                        Some((name, sub)) => {
                            if let Some(inner) = members.get_mut(name).and_then(Value::as_object_mut) {
                                inner.shift_remove(sub);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn names(list: &str) -> Result<Vec<String>, Refusal> {
    let names: Vec<String> = list.split(',').map(str::to_owned).collect();
    for name in &names {
        if name == "all" {
            return Err(Refusal::parameter("Cannot specify 'all' with other fields"));
        }
        let known = MORE.split(' ').chain(MINIMAL.split(' ')).any(|known| known == head(name));
        if !known || name.matches('.').count() > 1 || name.ends_with('.') {
            return Err(Refusal::parameter(format!("Field selector {name} is not a valid field")));
        }
    }
    Ok(names)
}

fn head(path: &str) -> &str {
    path.split_once('.').map_or(path, |(head, _)| head)
}
