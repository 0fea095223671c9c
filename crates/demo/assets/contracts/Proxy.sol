// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Passes every call on to an implementation whose address lies in the slot that ERC-1967 names.
contract Proxy {
    // keccak256("eip1967.proxy.implementation") - 1
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    event Upgraded(address indexed implementation);

    error NoCode(address implementation);

    constructor(address implementation, bytes memory start) payable {
        if (implementation.code.length == 0) revert NoCode(implementation);
        assembly {
            sstore(SLOT, implementation)
        }
        emit Upgraded(implementation);
        if (start.length != 0) {
            (bool ok, bytes memory answer) = implementation.delegatecall(start);
            if (!ok) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }

    receive() external payable {
        pass();
    }

    fallback() external payable {
        pass();
    }

    function pass() private {
        assembly {
            let to := sload(SLOT)
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
