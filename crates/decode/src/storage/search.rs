//! The search for preimages: places from which slots are reached, and the hashes that lead from one to the next.

use std::ops::ControlFlow;

use alloy_primitives::map::HashMap;
use alloy_primitives::{U256, keccak256};

use super::clues::Clues;
use super::key::Key;
use super::node::{Node, Probe, Probes, REACH, Way, is_near};
use super::path::{Order, Path, Root, Step};
use crate::stop::Stop;

/// Steps between two cancellation checks.
const STEPS_PER_STOP_CHECK: u32 = 1 << 10;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Done,
    /// The budget of steps was used up.
    Spent,
    Stopped,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    slot: U256,
    from: Node,
    way: Way,
}

/// A search in progress.
pub(super) struct Search<'a> {
    clues: &'a Clues,
    stop: &'a Stop,
    left: u32,
    /// The slots not yet reached, sorted.
    wanted: Vec<U256>,
    /// The hash order of these slots, if the contract's language is known.
    orders: HashMap<U256, Order>,
    roots: Vec<(Root, Node)>,
    reached: Vec<Reached>,
    known: HashMap<(Node, Way), Node>,
    hits: HashMap<U256, (Node, U256)>,
    /// The words of keys that are hashes.
    hashed: HashMap<usize, U256>,
    probes: Probes,
}

impl<'a> Search<'a> {
    /// Searches for these slots with at most `budget` steps. Each slot has its contract's hash order, if known.
    pub(super) fn new(
        slots: Vec<(U256, Option<Order>)>,
        clues: &'a Clues,
        budget: u32,
        stop: &'a Stop,
    ) -> Self {
        let mut wanted: Vec<U256> = slots.iter().map(|(slot, _)| *slot).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut orders: HashMap<U256, Order> = HashMap::default();
        orders.extend(slots.iter().filter_map(|(slot, order)| Some((*slot, (*order)?))));
        // The same slot of contracts in both languages.
        for (slot, order) in slots {
            if orders.get(&slot).is_some_and(|other| Some(*other) != order) {
                orders.remove(&slot);
            }
        }
        Self {
            clues,
            stop,
            left: budget,
            wanted,
            orders,
            roots: Vec::new(),
            reached: Vec::new(),
            known: HashMap::default(),
            hits: HashMap::default(),
            hashed: HashMap::default(),
            probes: Probes::default(),
        }
    }

    /// Ends at once if nothing is wanted.
    pub(super) fn begin(&self) -> ControlFlow<Halt> {
        if self.wanted.is_empty() { ControlFlow::Break(Halt::Done) } else { ControlFlow::Continue(()) }
    }

    /// The clues it searches with.
    pub(super) fn clues(&self) -> &'a Clues {
        self.clues
    }

    /// How many steps may still be made: hashes, and moves within structs and arrays.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// A place that needs no proof, or one whose own way is found elsewhere.
    pub(super) fn root(&mut self, root: Root) -> Node {
        if let Some((_, node)) = self.roots.iter().find(|(known, _)| *known == root) {
            return *node;
        }
        let node = self.add(Reached { slot: root.slot(), from: Node(0), way: Way::Root });
        self.roots.push((root, node));
        node
    }

    /// Claims the slots within `reach` of a root.
    pub(super) fn claim(&mut self, root: Node, reach: u64) -> ControlFlow<Halt> {
        let slot = self.slot(root);
        self.hit_within(root, slot, U256::from(reach))
    }

    /// The place this many slots on.
    pub(super) fn offset(&mut self, from: Node, slots: U256) -> ControlFlow<Halt, Node> {
        self.spend()?;
        if slots.is_zero() {
            return ControlFlow::Continue(from);
        }
        let slot = self.slot(from).wrapping_add(slots);
        ControlFlow::Continue(self.once(from, Way::Offset(slots), slot))
    }

    /// The data of the array or long string whose length is here.
    pub(super) fn data(&mut self, from: Node) -> ControlFlow<Halt, Node> {
        let slot = self.slot(from);
        self.step(from, Way::Data, &slot.to_be_bytes::<32>())
    }

    /// The value of a key in the mapping here, as a new starting point.
    pub(super) fn keyed(&mut self, from: Node, clue: usize, order: Order) -> ControlFlow<Halt, Node> {
        let way = Way::Key(clue, order);
        match self.block(from, clue, order) {
            Some(block) => self.step(from, way, &block),
            None => self.step(from, way, &self.preimage(from, clue, order)),
        }
    }

    /// Queues a check of a key's value, without continuing from there. Hits appear when the probes are
    /// settled.
    pub(super) fn probe(&mut self, from: Node, clue: usize, order: Order) -> ControlFlow<Halt> {
        self.spend()?;
        let way = Way::Key(clue, order);
        let Some(block) = self.block(from, clue, order) else {
            let slot = keccak256(self.preimage(from, clue, order)).into();
            return if self.is_near(slot) { self.hit(from, way, slot) } else { ControlFlow::Continue(()) };
        };
        self.probes.add(Probe { from, way, block });
        if self.probes.is_full() { self.settle() } else { ControlFlow::Continue(()) }
    }

    /// Waits for what the probes have found.
    pub(super) fn settle(&mut self) -> ControlFlow<Halt> {
        for (from, way, slot) in self.probes.settle(&self.wanted) {
            self.hit(from, way, slot)?;
        }
        ControlFlow::Continue(())
    }

    /// The roots from which slots were reached.
    pub(super) fn hot(&self) -> Vec<Node> {
        let mut hot: Vec<Node> = self.hits.values().map(|(node, _)| self.origin(*node)).collect();
        hot.sort_unstable_by_key(|node| node.0);
        hot.dedup();
        hot
    }

    /// Whether a slot was reached by a key in this order.
    pub(super) fn keys_in(&self, order: Order) -> bool {
        self.hits.values().any(|(node, _)| self.order(*node) == Some(order))
    }

    /// Whether keys in this order may lead to a slot that is wanted.
    pub(super) fn allows(&self, order: Order) -> bool {
        self.wanted.iter().any(|slot| self.orders.get(slot).is_none_or(|own| *own == order))
    }

    /// The order of the keys that lead to a place, if any do.
    fn order(&self, mut node: Node) -> Option<Order> {
        while let Some(reached) = self.reached.get(node.0).filter(|it| it.way != Way::Root) {
            if let Way::Key(_, order) = reached.way {
                return Some(order);
            }
            node = reached.from;
        }
        None
    }

    /// The way to a slot, if it was reached.
    pub(super) fn path(&self, slot: U256) -> Option<Path> {
        let (node, offset) = *self.hits.get(&slot)?;
        let mut steps = vec![Step::Offset(offset)];
        let mut at = node;
        let root = loop {
            let reached = self.reached.get(at.0)?;
            match reached.way {
                Way::Root => {
                    break self.roots.iter().find(|(_, node)| *node == at).map(|(root, _)| root.clone())?;
                }
                Way::Key(clue, order) => steps.push(Step::Key(self.clues.get(clue)?.clone(), order)),
                Way::Data => steps.push(Step::Data),
                Way::Offset(slots) => steps.push(Step::Offset(slots)),
            }
            at = reached.from;
        };
        // Members of members are that many slots on in all.
        Some(steps.into_iter().rev().fold(Path::new(root), |path, step| match step {
            Step::Offset(slots) => path.on(slots),
            step => path.then(step),
        }))
    }

    fn origin(&self, mut node: Node) -> Node {
        while let Some(reached) = self.reached.get(node.0).filter(|reached| reached.way != Way::Root) {
            node = reached.from;
        }
        node
    }

    /// The preimage of a key of one word.
    fn block(&mut self, from: Node, clue: usize, order: Order) -> Option<[u8; 64]> {
        let word = match &self.clues.get(clue)?.key {
            Key::Word(word) => *word,
            Key::Hash { of, .. } => *self.hashed.entry(clue).or_insert_with(|| keccak256(of).into()),
            Key::Bytes(_) => return None,
        };
        Some(order.block(word, self.slot(from)))
    }

    fn preimage(&self, from: Node, clue: usize, order: Order) -> Vec<u8> {
        let slot = self.slot(from);
        self.clues.get(clue).map(|clue| order.preimage(&clue.key, slot)).unwrap_or_default()
    }

    fn slot(&self, node: Node) -> U256 {
        self.reached.get(node.0).map(|reached| reached.slot).unwrap_or_default()
    }

    fn add(&mut self, reached: Reached) -> Node {
        self.reached.push(reached);
        Node(self.reached.len() - 1)
    }

    /// The node behind a way, made if it is new.
    fn once(&mut self, from: Node, way: Way, slot: U256) -> Node {
        if let Some(node) = self.known.get(&(from, way)) {
            return *node;
        }
        let node = self.add(Reached { slot, from, way });
        self.known.insert((from, way), node);
        node
    }

    fn step(&mut self, from: Node, way: Way, preimage: &[u8]) -> ControlFlow<Halt, Node> {
        if let Some(node) = self.known.get(&(from, way)) {
            return ControlFlow::Continue(*node);
        }
        let slot = self.hash(preimage)?;
        let node = self.once(from, way, slot);
        self.hit_within(node, slot, REACH)?;
        ControlFlow::Continue(node)
    }

    fn hit(&mut self, from: Node, way: Way, slot: U256) -> ControlFlow<Halt> {
        let node = self.once(from, way, slot);
        self.hit_within(node, slot, REACH)
    }

    fn hash(&mut self, preimage: &[u8]) -> ControlFlow<Halt, U256> {
        self.spend()?;
        ControlFlow::Continue(keccak256(preimage).into())
    }

    fn spend(&mut self) -> ControlFlow<Halt> {
        let Some(left) = self.left.checked_sub(1) else { return ControlFlow::Break(Halt::Spent) };
        self.left = left;
        if left.is_multiple_of(STEPS_PER_STOP_CHECK) && self.stop.is_set() {
            return ControlFlow::Break(Halt::Stopped);
        }
        ControlFlow::Continue(())
    }

    fn is_near(&self, slot: U256) -> bool {
        is_near(&self.wanted, slot)
    }

    /// Claims the wanted slots within reach of a place.
    fn hit_within(&mut self, node: Node, slot: U256, reach: U256) -> ControlFlow<Halt> {
        let first = self.wanted.partition_point(|wanted| *wanted < slot);
        let count =
            self.wanted.iter().skip(first).take_while(|wanted| wanted.wrapping_sub(slot) < reach).count();
        if count > 0 {
            let order = self.order(node);
            let near: Vec<U256> = self.wanted.drain(first..first + count).collect();
            let is_of = |own: &Order| order.is_none_or(|order| order == *own);
            let is_hit = |wanted: &U256| self.orders.get(wanted).is_none_or(is_of);
            let (hits, others): (Vec<U256>, Vec<U256>) = near.into_iter().partition(is_hit);
            self.wanted.splice(first..first, others);
            self.hits.extend(hits.into_iter().map(|wanted| (wanted, (node, wanted.wrapping_sub(slot)))));
        }
        self.begin()
    }
}
