// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Votes on questions with several answers; a vote can be handed to someone else.
contract Ballot {
    struct Question {
        string text;
        string[] answers;
        uint64 opens;
        uint64 closes;
        bool counted;
        mapping(uint256 answer => uint256) votes;
        mapping(address voter => uint256) choice;
    }

    mapping(address voter => uint256) public weight;
    mapping(address voter => address) public delegate;
    mapping(uint256 id => Question) private questions;
    uint256 public asked;
    address public chair;

    event Asked(uint256 indexed question, string text, string[] answers, uint64 closes);
    event Voted(uint256 indexed question, address indexed voter, uint256 answer, uint256 weight);
    event Delegated(address indexed from, address indexed to);
    event Counted(uint256 indexed question, uint256 winner, uint256[] votes);

    error NotChair(address caller);
    error Closed(uint256 question);
    error StillOpen(uint256 question, uint64 closes);
    error NoWeight(address voter);
    error AlreadyVoted(address voter, uint256 answer);
    error NoSuchAnswer(uint256 answer, uint256 answers);
    error DelegationLoop(address[] chain);

    modifier onlyChair() {
        if (msg.sender != chair) revert NotChair(msg.sender);
        _;
    }

    constructor() {
        chair = msg.sender;
        weight[msg.sender] = 1;
    }

    function enrol(address[] calldata voters, uint256 each) external onlyChair {
        for (uint256 i; i < voters.length; ++i) weight[voters[i]] = each;
    }

    function ask(string calldata text, string[] calldata answers, uint64 period) external onlyChair returns (uint256 id) {
        id = ++asked;
        Question storage question = questions[id];
        question.text = text;
        for (uint256 i; i < answers.length; ++i) question.answers.push(answers[i]);
        (question.opens, question.closes) = (uint64(block.timestamp), uint64(block.timestamp) + period);
        emit Asked(id, text, answers, question.closes);
    }

    function handTo(address to) external {
        address[] memory chain = new address[](8);
        address at = to;
        for (uint256 i; at != address(0); ++i) {
            if (at == msg.sender || i == 8) revert DelegationLoop(chain);
            chain[i] = at;
            at = delegate[at];
        }
        delegate[msg.sender] = to;
        weight[to] += weight[msg.sender];
        weight[msg.sender] = 0;
        emit Delegated(msg.sender, to);
    }

    function vote(uint256 id, uint256 answer) external {
        Question storage question = questions[id];
        if (block.timestamp >= question.closes) revert Closed(id);
        if (weight[msg.sender] == 0) revert NoWeight(msg.sender);
        if (answer >= question.answers.length) revert NoSuchAnswer(answer, question.answers.length);
        if (question.choice[msg.sender] != 0) revert AlreadyVoted(msg.sender, question.choice[msg.sender] - 1);
        question.choice[msg.sender] = answer + 1;
        question.votes[answer] += weight[msg.sender];
        emit Voted(id, msg.sender, answer, weight[msg.sender]);
    }

    function tally(uint256 id) external returns (uint256 winner) {
        Question storage question = questions[id];
        if (block.timestamp < question.closes) revert StillOpen(id, question.closes);
        uint256[] memory votes = new uint256[](question.answers.length);
        for (uint256 i; i < votes.length; ++i) {
            votes[i] = question.votes[i];
            if (votes[i] > votes[winner]) winner = i;
        }
        question.counted = true;
        emit Counted(id, winner, votes);
    }

    function read(uint256 id) external view returns (string memory text, string[] memory answers, uint64 opens, uint64 closes, bool counted) {
        Question storage question = questions[id];
        return (question.text, question.answers, question.opens, question.closes, question.counted);
    }
}
