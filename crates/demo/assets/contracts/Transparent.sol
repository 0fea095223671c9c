// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// A proxy whose administrator alone may replace what it runs.
contract Transparent {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    constructor(address first, address admin) {
        assembly {
            sstore(IMPLEMENTATION, first)
            sstore(ADMIN, admin)
        }
        emit Upgraded(first);
        emit AdminChanged(address(0), admin);
    }

    fallback() external payable {
        address admin;
        assembly {
            admin := sload(ADMIN)
        }
        if (msg.sender == admin && msg.sig == 0x3659cfe6) {
            address next = abi.decode(msg.data[4:], (address));
            assembly {
                sstore(IMPLEMENTATION, next)
            }
            emit Upgraded(next);
            return;
        }
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(IMPLEMENTATION), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
