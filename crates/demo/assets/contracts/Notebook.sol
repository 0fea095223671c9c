// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Notes behind a proxy: the implementation carries the means to replace itself.
contract Notebook {
    struct Note {
        address author;
        uint64 written;
        string text;
    }

    // keccak256("eip1967.proxy.implementation") - 1
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    address private immutable itself = address(this);

    address public owner;
    uint64 public version;
    Note[] public notes;

    event Upgraded(address indexed implementation);
    event Initialized(uint64 version);
    event Noted(address indexed author, uint256 indexed at, string text);

    error AlreadyInitialized(uint64 version);
    error NotOwner(address caller);
    error OnlyThroughProxy();
    error NotAnImplementation(address candidate);

    modifier throughProxy() {
        if (address(this) == itself) revert OnlyThroughProxy();
        _;
    }

    function initialize(address first) external throughProxy {
        if (version != 0) revert AlreadyInitialized(version);
        (owner, version) = (first, 1);
        emit Initialized(1);
    }

    function proxiableUUID() external pure returns (bytes32) {
        return SLOT;
    }

    function upgradeToAndCall(address next, bytes calldata data) external payable throughProxy {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        try Notebook(next).proxiableUUID() returns (bytes32 slot) {
            if (slot != SLOT) revert NotAnImplementation(next);
        } catch {
            revert NotAnImplementation(next);
        }
        assembly {
            sstore(SLOT, next)
        }
        emit Upgraded(next);
        if (data.length != 0) {
            (bool ok, ) = next.delegatecall(data);
            require(ok, "Notebook: call after upgrade failed");
        }
    }

    function write(string calldata text) external throughProxy returns (uint256 at) {
        at = notes.length;
        notes.push(Note(msg.sender, uint64(block.timestamp), text));
        emit Noted(msg.sender, at, text);
    }

    function count() external view returns (uint256) {
        return notes.length;
    }
}
