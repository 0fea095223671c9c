//! The filter of a batch's lines.

use verification::batch::Standing;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Show {
    #[default]
    All,
    Unverified,
    Open,
}

impl Show {
    pub(super) fn next(self) -> Self {
        match self {
            Self::All => Self::Unverified,
            Self::Unverified => Self::Open,
            Self::Open => Self::All,
        }
    }

    /// The description of the choice.
    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::All => "show all",
            Self::Unverified => "only without success",
            Self::Open => "only pending",
        }
    }

    /// The text in the list's title.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Unverified => ", without success",
            Self::Open => ", pending",
        }
    }

    pub(super) fn holds(self, standing: Standing) -> bool {
        let coming = matches!(standing, Standing::Waiting | Standing::UnderWay);
        match self {
            Self::All => true,
            Self::Unverified => !coming && standing != Standing::Verified,
            Self::Open => coming,
        }
    }
}
