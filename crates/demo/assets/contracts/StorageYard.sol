// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.28;

/// Holds one of every kind of thing that storage can hold.
contract StorageYard {
    enum Weather { Fair, Rain, Snow, Storm }

    struct Crate {
        uint128 weight;
        uint64 arrived;
        Weather weather;
        bool sealed_;
        string label;
    }

    struct Shelf {
        Crate[] crates;
        mapping(bytes32 tag => uint256) tags;
        address keeper;
    }

    // packed into one word
    uint8 public small;
    int16 public negative;
    bool public flag;
    Weather public weather;
    address public keeper;
    bytes4 public mark;

    uint256 public whole;
    int256 public belowZero;
    bytes32 public word;
    string public shortText;
    string public longText;
    bytes public blob;
    uint256[3] public fixedThree;
    uint32[] public packedList;
    uint8[5][] public grid;
    mapping(address who => uint256) public oneLevel;
    mapping(address who => mapping(uint256 id => bool)) public twoLevels;
    mapping(address who => mapping(uint256 id => mapping(bytes32 tag => Crate))) public threeLevels;
    mapping(string name => Shelf) private shelves;
    address private transient caller;

    event Filled(address indexed by, uint256 things);
    event Stored(string indexed shelf, Crate crate);

    error ShelfEmpty(string shelf);

    constructor() {
        keeper = msg.sender;
        (small, negative, flag, weather, mark) = (7, -300, true, Weather.Snow, 0xcafe0001);
        (whole, belowZero, word) = (10 ** 30, -(10 ** 20), keccak256("yard"));
        shortText = "thirty bytes lie in one slot";
        longText = "This text is longer than thirty-one bytes, so that it lies in slots of its own, found by a hash.";
        blob = hex"00010203fffefdfc";
        fixedThree = [uint256(1), 2, 3];
    }

    function fill(uint256 things) external {
        caller = msg.sender;
        for (uint256 i; i < things; ++i) {
            packedList.push(uint32(i * i));
            grid.push([uint8(i), 1, 2, 3, 4]);
            oneLevel[address(uint160(i + 1))] = i;
            twoLevels[msg.sender][i] = i % 2 == 0;
            threeLevels[msg.sender][i][bytes32(i)] = Crate(uint128(i), uint64(block.timestamp), Weather(i % 4), true, "crate");
        }
        emit Filled(caller, things);
    }

    function store(string calldata shelf, Crate calldata crate, bytes32 tag) external {
        Shelf storage there = shelves[shelf];
        there.crates.push(crate);
        there.tags[tag] = there.crates.length;
        there.keeper = msg.sender;
        emit Stored(shelf, crate);
    }

    function take(string calldata shelf) external returns (Crate memory crate) {
        Shelf storage there = shelves[shelf];
        if (there.crates.length == 0) revert ShelfEmpty(shelf);
        crate = there.crates[there.crates.length - 1];
        there.crates.pop();
    }

    function look(string calldata shelf) external view returns (Crate[] memory crates, address by) {
        return (shelves[shelf].crates, shelves[shelf].keeper);
    }
}
