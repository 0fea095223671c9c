// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

import "./Sorting.sol";

/// Publishes the median of what its reporters say a pair is worth.
contract Oracle {
    struct Report {
        uint192 price;
        uint64 at;
    }

    struct Round {
        uint192 median;
        uint64 at;
        uint16 reports;
    }

    uint64 public constant FRESH = 1 hours;

    address public admin;
    address[] public reporters;
    mapping(address who => bool) public isReporter;
    mapping(bytes32 pair => mapping(address reporter => Report)) public reports;
    mapping(bytes32 pair => Round[]) public rounds;

    event Reported(bytes32 indexed pair, address indexed reporter, uint192 price);
    event Published(bytes32 indexed pair, uint256 indexed round, uint192 median, uint16 reports);
    event ReporterAdded(address indexed reporter);

    error NotAdmin(address caller);
    error NotReporter(address caller);
    error PriceIsZero();
    error NoFreshReports(bytes32 pair);
    error NeverPublished(bytes32 pair);

    constructor(address[] memory first) {
        admin = msg.sender;
        for (uint256 i; i < first.length; ++i) add(first[i]);
    }

    function addReporter(address reporter) external {
        if (msg.sender != admin) revert NotAdmin(msg.sender);
        add(reporter);
    }

    function report(bytes32 pair, uint192 price) external {
        if (!isReporter[msg.sender]) revert NotReporter(msg.sender);
        if (price == 0) revert PriceIsZero();
        reports[pair][msg.sender] = Report(price, uint64(block.timestamp));
        emit Reported(pair, msg.sender, price);
    }

    function publish(bytes32 pair) external returns (uint192 median) {
        uint256[] memory fresh = new uint256[](reporters.length);
        uint256 found;
        for (uint256 i; i < reporters.length; ++i) {
            Report storage one = reports[pair][reporters[i]];
            if (one.at + FRESH >= block.timestamp) fresh[found++] = one.price;
        }
        if (found == 0) revert NoFreshReports(pair);
        assembly {
            mstore(fresh, found)
        }
        median = uint192(Sorting.sorted(fresh)[found / 2]);
        rounds[pair].push(Round(median, uint64(block.timestamp), uint16(found)));
        emit Published(pair, rounds[pair].length - 1, median, uint16(found));
    }

    function latest(bytes32 pair) external view returns (uint192 price, uint64 at) {
        Round[] storage all = rounds[pair];
        if (all.length == 0) revert NeverPublished(pair);
        Round storage last = all[all.length - 1];
        return (last.median, last.at);
    }

    function add(address reporter) private {
        isReporter[reporter] = true;
        reporters.push(reporter);
        emit ReporterAdded(reporter);
    }
}
