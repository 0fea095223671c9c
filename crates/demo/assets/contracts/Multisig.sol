// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Sends what enough of its owners have confirmed.
contract Multisig {
    struct Proposal {
        address to;
        uint96 value;
        bytes data;
        bool sent;
        uint8 confirmations;
    }

    address[] public owners;
    uint8 public threshold;
    mapping(address who => bool) public isOwner;
    Proposal[] public proposals;
    mapping(uint256 proposal => mapping(address owner => bool)) public confirmed;

    event Proposed(uint256 indexed proposal, address indexed by, address to, uint256 value, bytes data);
    event Confirmed(uint256 indexed proposal, address indexed by);
    event Revoked(uint256 indexed proposal, address indexed by);
    event Sent(uint256 indexed proposal, bytes answer);
    event Received(address indexed from, uint256 value);

    error NotOwner(address caller);
    error NoSuchProposal(uint256 proposal);
    error AlreadySent(uint256 proposal);
    error AlreadyConfirmed(uint256 proposal, address owner);
    error TooFewConfirmations(uint8 has, uint8 needs);
    error SendFailed(uint256 proposal, bytes reason);
    error BadThreshold(uint8 threshold, uint256 owners);

    modifier onlyOwner() {
        if (!isOwner[msg.sender]) revert NotOwner(msg.sender);
        _;
    }

    constructor(address[] memory first, uint8 needed) {
        if (needed == 0 || needed > first.length) revert BadThreshold(needed, first.length);
        for (uint256 i; i < first.length; ++i) isOwner[first[i]] = true;
        owners = first;
        threshold = needed;
    }

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    function propose(address to, uint96 value, bytes calldata data) external onlyOwner returns (uint256 id) {
        id = proposals.length;
        proposals.push(Proposal(to, value, data, false, 0));
        emit Proposed(id, msg.sender, to, value, data);
        confirm(id);
    }

    function confirm(uint256 id) public onlyOwner {
        Proposal storage proposal = open(id);
        if (confirmed[id][msg.sender]) revert AlreadyConfirmed(id, msg.sender);
        confirmed[id][msg.sender] = true;
        ++proposal.confirmations;
        emit Confirmed(id, msg.sender);
    }

    function revoke(uint256 id) external onlyOwner {
        Proposal storage proposal = open(id);
        require(confirmed[id][msg.sender], "Multisig: not confirmed by you");
        confirmed[id][msg.sender] = false;
        --proposal.confirmations;
        emit Revoked(id, msg.sender);
    }

    function send(uint256 id) external onlyOwner {
        Proposal storage proposal = open(id);
        if (proposal.confirmations < threshold) revert TooFewConfirmations(proposal.confirmations, threshold);
        proposal.sent = true;
        (bool ok, bytes memory answer) = proposal.to.call{value: proposal.value}(proposal.data);
        if (!ok) revert SendFailed(id, answer);
        emit Sent(id, answer);
    }

    function open(uint256 id) private view returns (Proposal storage proposal) {
        if (id >= proposals.length) revert NoSuchProposal(id);
        proposal = proposals[id];
        if (proposal.sent) revert AlreadySent(id);
    }
}
