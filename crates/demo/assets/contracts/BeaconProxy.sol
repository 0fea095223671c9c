// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// A proxy that asks a beacon what to run.
contract BeaconProxy {
    bytes32 private constant BEACON = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;

    event BeaconUpgraded(address indexed beacon);

    constructor(address beacon) {
        assembly {
            sstore(BEACON, beacon)
        }
        emit BeaconUpgraded(beacon);
    }

    fallback() external payable {
        assembly {
            mstore(0, shl(224, 0x5c60da1b))
            if iszero(staticcall(gas(), sload(BEACON), 0, 4, 0, 32)) { revert(0, 0) }
            let target := mload(0)
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
