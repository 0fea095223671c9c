//! The messages in which custom fees travel.

use super::Form::{Entity, Flag, Number, Within};
use super::Known;

const FIXED_FEE: &[Known] = &[Known(1, "amount", Number), Known(2, "of token", Entity)];

pub(super) const FIXED_TOPIC_FEE: &[Known] =
    &[Known(1, "fee", Within(FIXED_FEE)), Known(2, "collector", Entity)];

pub(super) const CUSTOM_FEE_LIMIT: &[Known] =
    &[Known(1, "account", Entity), Known(2, "at most", Within(FIXED_FEE))];

const FRACTION: &[Known] = &[Known(1, "numerator", Number), Known(2, "denominator", Number)];

pub(super) const CUSTOM_FEE: &[Known] = &[
    Known(1, "fixed fee", Within(FIXED_FEE)),
    Known(
        2,
        "fractional fee",
        Within(&[
            Known(1, "fraction", Within(FRACTION)),
            Known(2, "at least", Number),
            Known(3, "at most", Number),
            Known(4, "sender pays it besides", Flag),
        ]),
    ),
    Known(3, "collector", Entity),
    Known(
        4,
        "royalty fee",
        Within(&[Known(1, "fraction", Within(FRACTION)), Known(2, "else", Within(FIXED_FEE))]),
    ),
    Known(5, "collectors pay none", Flag),
];
