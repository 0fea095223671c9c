//! Bytecode: the deployed form of artefacts, and the code that runs for a proxy.

use alloy_primitives::hex;
use serde::Deserialize;

use super::{Contract, address_of};
use crate::artifacts;

/// A minimal proxy's code (EIP-1167), before and after the implementation's address.
const MINIMAL: ([u8; 10], [u8; 15]) = (hex!("363d3d373d3d3d363d73"), hex!("5af43d82803e903d91602b57fd5bf3"));
/// The code that creates a minimal proxy.
const MINIMAL_MAKER: [u8; 10] = hex!("3d602d80600a3d3981f3");

/// The creation code that returns the code after it, before and after the two bytes of the size.
const MAKER: ([u8; 1], [u8; 7]) = (hex!("61"), hex!("80600a3d393df3"));

/// The source of a contract's bytecode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Code {
    #[default]
    None,
    Built(&'static str),
    Minimal(u64),
    /// Runtime code in hex, which no compiler made.
    Assembled(&'static str),
}

#[derive(Debug, Default)]
pub(crate) struct Deployed {
    pub(crate) creation: Vec<u8>,
    pub(crate) runtime: Vec<u8>,
}

impl Contract {
    pub(crate) fn deployed(&self) -> Deployed {
        match self.code {
            Code::None => Deployed::default(),
            Code::Minimal(target) => {
                let runtime = [MINIMAL.0.as_slice(), address_of(target).bytes(), &MINIMAL.1].concat();
                Deployed { creation: [MINIMAL_MAKER.as_slice(), &runtime].concat(), runtime }
            }
            Code::Assembled(digits) => {
                let runtime = hex::decode(digits).unwrap_or_default();
                let size = u16::try_from(runtime.len()).unwrap_or_default().to_be_bytes();
                Deployed { creation: [&MAKER.0[..], &size, &MAKER.1, &runtime].concat(), runtime }
            }
            Code::Built(name) => artifacts::named(name).map_or_else(Deployed::default, |artifact| Deployed {
                creation: [artifact.creation.as_slice(), &self.arguments].concat(),
                runtime: artifact.deployed(self.evm_address(), &self.immutables),
            }),
        }
    }

    /// The implementation, if this contract is a proxy.
    pub(crate) fn behind(&self) -> Option<u64> {
        match self.code {
            Code::Minimal(target) => Some(target),
            _ => self.behind,
        }
    }
}
