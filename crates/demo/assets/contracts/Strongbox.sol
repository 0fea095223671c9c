// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Keeps something of every kind that storage can hold, and moves all of it in one call.
contract Strongbox {
    enum Lock {
        Open,
        Shut,
        Sealed
    }

    struct Key {
        address holder;
        uint64 since;
        bool master;
        Lock lock;
        string label;
    }

    struct Entry {
        uint128 amount;
        uint64 at;
        int64 change;
    }

    /// @custom:storage-location erc7201:demo.strongbox.ledger
    struct Ledger {
        uint256 total;
        address auditor;
    }

    // keccak256(abi.encode(uint256(keccak256("demo.strongbox.ledger")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant LEDGER = keccak256(abi.encode(uint256(keccak256("demo.strongbox.ledger")) - 1)) & ~bytes32(uint256(0xff));

    address public owner;
    uint32 public moves;
    bool public paused;
    Lock public lock;
    string public name;
    string public motto;
    uint256[] public drawers;
    Entry[] public journal;
    mapping(address => uint256) public balances;
    mapping(address => mapping(address => uint256)) public allowances;
    mapping(address => mapping(uint256 => mapping(bytes32 => uint256))) public rooms;
    mapping(address => Key) public keys;
    mapping(int24 => Entry) public ticks;
    mapping(int16 => uint256) public tickBitmap;
    mapping(bytes32 => uint128) public positions;
    mapping(string => address) public holders;
    mapping(bytes32 => bool) public done;
    bytes32 public root;
    uint256[4] public shelves;

    event Rearranged(address indexed by, address indexed other, uint256 indexed room, bytes32 tag);
    event Turned(address indexed holder, Lock lock);

    error Locked(Lock lock);
    error TooFew(address holder, uint256 has, uint256 wants);

    /// Moves something in every drawer.
    function rearrange(address other, uint256 room, bytes32 tag, int24 lower, int24 upper, string calldata label)
        external
        payable
        returns (uint256 total)
    {
        if (lock == Lock.Sealed) revert Locked(lock);
        moves += 1;
        name = label;
        motto = string.concat("what is kept is kept twice, and what is lost was never kept: ", label);
        drawers.push(room);
        journal.push(Entry(uint128(msg.value), uint64(block.timestamp), int64(int256(room))));
        balances[msg.sender] += msg.value;
        balances[other] += 1;
        allowances[msg.sender][other] = room;
        rooms[msg.sender][room][tag] += 1;
        keys[msg.sender] = Key(other, uint64(block.timestamp), true, Lock.Shut, label);
        ticks[lower].change -= 1;
        ticks[upper].change += 1;
        tickBitmap[int16(lower / 60 >> 8)] ^= 1 << uint8(uint24(lower / 60));
        positions[keccak256(abi.encodePacked(msg.sender, lower, upper))] += 1;
        holders[label] = msg.sender;
        done[keccak256(abi.encode(msg.sender, room, tag))] = true;
        root = keccak256(abi.encode(root, tag));
        shelves[room % 4] = room;
        Ledger storage kept = ledger();
        kept.total += msg.value;
        kept.auditor = other;
        emit Rearranged(msg.sender, other, room, tag);
        return kept.total;
    }

    /// Turns the lock.
    function turn(Lock next) external {
        if (lock == Lock.Sealed) revert Locked(lock);
        lock = next;
        emit Turned(msg.sender, next);
    }

    /// Takes coins out.
    function take(uint256 amount) external {
        uint256 has = balances[msg.sender];
        if (has < amount) revert TooFew(msg.sender, has, amount);
        balances[msg.sender] = has - amount;
        payable(msg.sender).transfer(amount);
    }

    function ledger() private pure returns (Ledger storage kept) {
        bytes32 slot = LEDGER;
        assembly {
            kept.slot := slot
        }
    }
}
