// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// Holds a payment until buyer and seller agree, or an arbiter decides.
contract Escrow {
    enum State { None, Funded, Released, Refunded, Disputed }

    struct Deal {
        address buyer;
        address seller;
        address arbiter;
        uint128 amount;
        uint64 deadline;
        State state;
    }

    Deal[] public deals;

    event Funded(uint256 indexed deal, address indexed buyer, address indexed seller, uint256 amount);
    event Disputed(uint256 indexed deal, address by);
    event Settled(uint256 indexed deal, address indexed to, uint256 amount);

    error WrongState(uint256 deal, State state);
    error NotParty(uint256 deal, address caller);
    error TooEarly(uint64 deadline);
    error NothingSent();

    function fund(address seller, address arbiter, uint64 period) external payable returns (uint256 id) {
        if (msg.value == 0) revert NothingSent();
        id = deals.length;
        deals.push(Deal(msg.sender, seller, arbiter, uint128(msg.value), uint64(block.timestamp) + period, State.Funded));
        emit Funded(id, msg.sender, seller, msg.value);
    }

    function release(uint256 id) external {
        Deal storage deal = inState(id, State.Funded);
        if (msg.sender != deal.buyer) revert NotParty(id, msg.sender);
        settle(id, deal, deal.seller, State.Released);
    }

    function refund(uint256 id) external {
        Deal storage deal = inState(id, State.Funded);
        if (msg.sender != deal.seller && block.timestamp < deal.deadline) revert TooEarly(deal.deadline);
        settle(id, deal, deal.buyer, State.Refunded);
    }

    function dispute(uint256 id) external {
        Deal storage deal = inState(id, State.Funded);
        if (msg.sender != deal.buyer && msg.sender != deal.seller) revert NotParty(id, msg.sender);
        deal.state = State.Disputed;
        emit Disputed(id, msg.sender);
    }

    function decide(uint256 id, bool forSeller) external {
        Deal storage deal = inState(id, State.Disputed);
        if (msg.sender != deal.arbiter) revert NotParty(id, msg.sender);
        settle(id, deal, forSeller ? deal.seller : deal.buyer, forSeller ? State.Released : State.Refunded);
    }

    function inState(uint256 id, State state) private view returns (Deal storage deal) {
        deal = deals[id];
        if (deal.state != state) revert WrongState(id, deal.state);
    }

    function settle(uint256 id, Deal storage deal, address to, State state) private {
        deal.state = state;
        emit Settled(id, to, deal.amount);
        (bool sent, ) = to.call{value: deal.amount}("");
        require(sent, "Escrow: coin not accepted");
    }
}
