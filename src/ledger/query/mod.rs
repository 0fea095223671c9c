//! Questions to the mirror node.
