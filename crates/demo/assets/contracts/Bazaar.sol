// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// A market for anything with a number: fixed prices, offers, auctions, lots, swaps, rents and raffles, each with
/// its own rules. It is nearly as large as a contract may be.
contract Bazaar {
    enum Kind { None, Sale, Offer, Auction, Lot, Swap, Rent, Raffle }
    enum State { Open, Settled, Cancelled, Expired, Disputed }

    struct Terms {
        uint128 price;
        uint128 reserve;
        uint64 opens;
        uint64 closes;
        uint32 feeBasisPoints;
        uint32 royaltyBasisPoints;
        address royaltyTo;
        bool privateSale;
    }

    struct Entry {
        Kind kind;
        State state;
        address seller;
        address buyer;
        uint256 item;
        uint256 quantity;
        Terms terms;
        string note;
    }

    struct Bid {
        address bidder;
        uint128 amount;
        uint64 at;
    }

    struct Party {
        uint128 balance;
        uint64 deals;
        uint64 disputes;
        bool banned;
        string name;
    }

    address public owner;
    address public treasury;
    uint32 public feeBasisPoints = 25;
    bool public halted;
    uint256 public entries;
    mapping(uint256 id => Entry) private entryOf;
    mapping(uint256 id => Bid[]) private bidsOf;
    mapping(uint256 id => mapping(address who => bool)) public invited;
    mapping(address who => Party) private partyOf;
    mapping(bytes32 role => mapping(address who => bool)) public hasRole;
    mapping(address seller => mapping(uint256 item => uint256)) public stock;

    event Listed(uint256 indexed id, Kind indexed kind, address indexed seller, uint256 item, uint256 quantity, Terms terms, string note);
    event Changed(uint256 indexed id, Terms before, Terms terms, address by);
    event BidPlaced(uint256 indexed id, address indexed bidder, uint128 amount, uint256 bids);
    event Settled(uint256 indexed id, address indexed buyer, uint128 price, uint256 fee, uint256 royalty);
    event Cancelled(uint256 indexed id, Kind indexed kind, address by, string why);
    event Moved(address indexed from, address indexed to, uint256 indexed item, uint256 quantity);
    event Credited(address indexed who, uint128 amount, uint128 balance);
    event RoleChanged(bytes32 indexed role, address indexed who, bool granted);

    error Halted();
    error Missing(bytes32 role, address who);
    error NoSuchEntry(uint256 id);
    error WrongKind(uint256 id, Kind wanted, Kind found);
    error WrongState(uint256 id, State wanted, State found);
    error NotYetOpen(uint256 id, uint64 opens);
    error AlreadyClosed(uint256 id, uint64 closes);
    error NotInvited(uint256 id, address who);
    error IsBanned(address who, string name);
    error BelowPrice(uint256 id, uint128 offered, uint128 needed);
    error StockTooLow(address seller, uint256 item, uint256 has, uint256 wants);
    error NotSeller(uint256 id, address seller, address caller);
    error BalanceTooLow(address who, uint128 balance, uint128 needed);

    modifier running() {
        if (halted) revert Halted();
        if (partyOf[msg.sender].banned) revert IsBanned(msg.sender, partyOf[msg.sender].name);
        _;
    }

    modifier only(bytes32 role) {
        if (msg.sender != owner && !hasRole[role][msg.sender]) revert Missing(role, msg.sender);
        _;
    }

    modifier open(uint256 id, Kind kind) {
        Entry storage entry = entryOf[id];
        if (entry.seller == address(0)) revert NoSuchEntry(id);
        if (entry.kind != kind) revert WrongKind(id, kind, entry.kind);
        if (entry.state != State.Open) revert WrongState(id, State.Open, entry.state);
        if (block.timestamp < entry.terms.opens) revert NotYetOpen(id, entry.terms.opens);
        if (block.timestamp >= entry.terms.closes) revert AlreadyClosed(id, entry.terms.closes);
        if (entry.terms.privateSale && !invited[id][msg.sender]) revert NotInvited(id, msg.sender);
        _;
    }

    modifier bySeller(uint256 id) {
        if (entryOf[id].seller != msg.sender) revert NotSeller(id, entryOf[id].seller, msg.sender);
        _;
    }

    constructor(address treasury_) {
        (owner, treasury) = (msg.sender, treasury_);
    }

    receive() external payable {
        credit(msg.sender, uint128(msg.value));
    }

    function credit(address who, uint128 amount) private {
        partyOf[who].balance += amount;
        emit Credited(who, amount, partyOf[who].balance);
    }

    function debit(address who, uint128 amount) private {
        uint128 balance = partyOf[who].balance;
        if (balance < amount) revert BalanceTooLow(who, balance, amount);
        partyOf[who].balance = balance - amount;
    }

    function move(address from, address to, uint256 item, uint256 quantity) private {
        uint256 has = stock[from][item];
        if (has < quantity) revert StockTooLow(from, item, has, quantity);
        stock[from][item] = has - quantity;
        stock[to][item] += quantity;
        emit Moved(from, to, item, quantity);
    }

    function list(Kind kind, uint256 item, uint256 quantity, Terms calldata terms, string calldata note) private returns (uint256 id) {
        id = ++entries;
        move(msg.sender, address(this), item, quantity);
        Entry storage entry = entryOf[id];
        (entry.kind, entry.seller, entry.item, entry.quantity) = (kind, msg.sender, item, quantity);
        (entry.terms, entry.note) = (terms, note);
        emit Listed(id, kind, msg.sender, item, quantity, terms, note);
    }

    function settle(uint256 id, address buyer, uint128 price) private {
        Entry storage entry = entryOf[id];
        (entry.state, entry.buyer) = (State.Settled, buyer);
        uint128 fee = (price * (entry.terms.feeBasisPoints + feeBasisPoints)) / 10_000;
        uint128 royalty = (price * entry.terms.royaltyBasisPoints) / 10_000;
        credit(treasury, fee);
        credit(entry.terms.royaltyTo, royalty);
        credit(entry.seller, price - fee - royalty);
        move(address(this), buyer, entry.item, entry.quantity);
        ++partyOf[buyer].deals;
        ++partyOf[entry.seller].deals;
        emit Settled(id, buyer, price, fee, royalty);
    }

    function deposit() external payable running {
        credit(msg.sender, uint128(msg.value));
    }

    function withdraw(uint128 amount) external running {
        debit(msg.sender, amount);
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "Bazaar: coin not accepted");
    }

    function stockUp(uint256 item, uint256 quantity) external running only("stocker") {
        stock[msg.sender][item] += quantity;
        emit Moved(address(0), msg.sender, item, quantity);
    }

    function introduce(string calldata name) external running {
        require(bytes(name).length != 0 && bytes(name).length <= 64, "Bazaar: a name has 1 to 64 bytes");
        partyOf[msg.sender].name = name;
    }

    function invite(uint256 id, address[] calldata guests) external running bySeller(id) {
        for (uint256 i; i < guests.length; ++i) invited[id][guests[i]] = true;
    }

    function setRole(bytes32 role, address who, bool granted) external only("admin") {
        hasRole[role][who] = granted;
        emit RoleChanged(role, who, granted);
    }

    function setHalted(bool value) external only("guard") {
        halted = value;
    }

    function setBanned(address who, bool value) external only("guard") {
        partyOf[who].banned = value;
    }

    function setFee(uint32 basisPoints) external only("treasurer") {
        require(basisPoints <= 1000, "Bazaar: a fee is at most a tenth");
        feeBasisPoints = basisPoints;
    }

    function setTreasury(address to) external only("treasurer") {
        treasury = to;
    }

    function handOver(address next) external only("admin") {
        owner = next;
    }

    function entry(uint256 id) external view returns (Entry memory) {
        if (entryOf[id].seller == address(0)) revert NoSuchEntry(id);
        return entryOf[id];
    }

    function bids(uint256 id) external view returns (Bid[] memory) {
        return bidsOf[id];
    }

    function party(address who) external view returns (Party memory) {
        return partyOf[who];
    }

    function listSale(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: sale closes before it opens");
        return list(Kind.Sale, item, quantity, terms, note);
    }

    function changeSale(uint256 id, Terms calldata terms) external running bySeller(id) open(id, Kind.Sale) {
        emit Changed(id, entryOf[id].terms, terms, msg.sender);
        entryOf[id].terms = terms;
    }

    function cancelSale(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Sale) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Sale, msg.sender, why);
    }

    function buySale(uint256 id, uint128 amount) external running open(id, Kind.Sale) {
        uint128 price = entryOf[id].terms.price;
        if (amount < price) revert BelowPrice(id, amount, price);
        debit(msg.sender, price);
        settle(id, msg.sender, price);
    }

    function listOffer(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: offer closes before it opens");
        return list(Kind.Offer, item, quantity, terms, note);
    }

    function cancelOffer(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Offer) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Offer, msg.sender, why);
    }

    function acceptOffer(uint256 id, address buyer) external running bySeller(id) {
        if (entryOf[id].state != State.Open || !invited[id][buyer]) revert NotInvited(id, buyer);
        debit(buyer, entryOf[id].terms.price);
        settle(id, buyer, entryOf[id].terms.price);
    }

    function listAuction(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: auction closes before it opens");
        return list(Kind.Auction, item, quantity, terms, note);
    }

    function changeAuction(uint256 id, Terms calldata terms) external running bySeller(id) open(id, Kind.Auction) {
        emit Changed(id, entryOf[id].terms, terms, msg.sender);
        entryOf[id].terms = terms;
    }

    function cancelAuction(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Auction) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Auction, msg.sender, why);
    }

    function bidOnAuction(uint256 id, uint128 amount) external running open(id, Kind.Auction) {
        Bid[] storage all = bidsOf[id];
        uint128 needed = all.length == 0 ? entryOf[id].terms.reserve : all[all.length - 1].amount + 1;
        if (amount < needed) revert BelowPrice(id, amount, needed);
        debit(msg.sender, amount);
        if (all.length != 0) credit(all[all.length - 1].bidder, all[all.length - 1].amount);
        all.push(Bid(msg.sender, amount, uint64(block.timestamp)));
        emit BidPlaced(id, msg.sender, amount, all.length);
    }

    function closeAuction(uint256 id) external running bySeller(id) open(id, Kind.Auction) {
        Bid[] storage all = bidsOf[id];
        require(all.length != 0, "Bazaar: nobody bid on this auction");
        settle(id, all[all.length - 1].bidder, all[all.length - 1].amount);
    }

    function listLot(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: lot closes before it opens");
        return list(Kind.Lot, item, quantity, terms, note);
    }

    function changeLot(uint256 id, Terms calldata terms) external running bySeller(id) open(id, Kind.Lot) {
        emit Changed(id, entryOf[id].terms, terms, msg.sender);
        entryOf[id].terms = terms;
    }

    function cancelLot(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Lot) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Lot, msg.sender, why);
    }

    function buyLot(uint256 id, uint128 amount) external running open(id, Kind.Lot) {
        uint128 price = entryOf[id].terms.price;
        if (amount < price) revert BelowPrice(id, amount, price);
        debit(msg.sender, price);
        settle(id, msg.sender, price);
    }

    function listSwap(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: swap closes before it opens");
        return list(Kind.Swap, item, quantity, terms, note);
    }

    function changeSwap(uint256 id, Terms calldata terms) external running bySeller(id) open(id, Kind.Swap) {
        emit Changed(id, entryOf[id].terms, terms, msg.sender);
        entryOf[id].terms = terms;
    }

    function cancelSwap(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Swap) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Swap, msg.sender, why);
    }

    function buySwap(uint256 id, uint128 amount) external running open(id, Kind.Swap) {
        uint128 price = entryOf[id].terms.price;
        if (amount < price) revert BelowPrice(id, amount, price);
        debit(msg.sender, price);
        settle(id, msg.sender, price);
    }

    function listRent(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: rent closes before it opens");
        return list(Kind.Rent, item, quantity, terms, note);
    }

    function changeRent(uint256 id, Terms calldata terms) external running bySeller(id) open(id, Kind.Rent) {
        emit Changed(id, entryOf[id].terms, terms, msg.sender);
        entryOf[id].terms = terms;
    }

    function cancelRent(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Rent) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Rent, msg.sender, why);
    }

    function buyRent(uint256 id, uint128 amount) external running open(id, Kind.Rent) {
        uint128 price = entryOf[id].terms.price;
        if (amount < price) revert BelowPrice(id, amount, price);
        debit(msg.sender, price);
        settle(id, msg.sender, price);
    }

    function listRaffle(uint256 item, uint256 quantity, Terms calldata terms, string calldata note) external running returns (uint256) {
        require(terms.closes > terms.opens, "Bazaar: raffle closes before it opens");
        return list(Kind.Raffle, item, quantity, terms, note);
    }

    function cancelRaffle(uint256 id, string calldata why) external running bySeller(id) open(id, Kind.Raffle) {
        entryOf[id].state = State.Cancelled;
        move(address(this), msg.sender, entryOf[id].item, entryOf[id].quantity);
        emit Cancelled(id, Kind.Raffle, msg.sender, why);
    }

    function bidOnRaffle(uint256 id, uint128 amount) external running open(id, Kind.Raffle) {
        Bid[] storage all = bidsOf[id];
        uint128 needed = all.length == 0 ? entryOf[id].terms.reserve : all[all.length - 1].amount + 1;
        if (amount < needed) revert BelowPrice(id, amount, needed);
        debit(msg.sender, amount);
        if (all.length != 0) credit(all[all.length - 1].bidder, all[all.length - 1].amount);
        all.push(Bid(msg.sender, amount, uint64(block.timestamp)));
        emit BidPlaced(id, msg.sender, amount, all.length);
    }

    function closeRaffle(uint256 id) external running bySeller(id) open(id, Kind.Raffle) {
        Bid[] storage all = bidsOf[id];
        require(all.length != 0, "Bazaar: nobody bid on this raffle");
        settle(id, all[all.length - 1].bidder, all[all.length - 1].amount);
    }
}
