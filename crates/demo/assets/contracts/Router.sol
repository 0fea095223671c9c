// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Swaps tokens along a path of constant-product pools that it keeps itself, and wraps the native coin.
contract Router {
    struct Pool {
        uint112 reserve0;
        uint112 reserve1;
        uint32 updated;
    }

    uint256 private constant FEE_PER_MILLE = 3;

    address public owner;
    bool public paused;
    uint64 public swaps;
    mapping(address first => mapping(address second => Pool)) public pools;
    mapping(address holder => uint256) public wrapped;
    uint256 private entered;

    event Swap(address indexed sender, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut);
    event Deposit(address indexed holder, uint256 amount);
    event Withdrawal(address indexed holder, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 value);
    event LiquidityAdded(address indexed provider, address tokenA, address tokenB, uint256 amountA, uint256 amountB);
    event Paused(bool paused);

    error Expired(uint256 deadline, uint256 now_);
    error SlippageTooHigh(uint256 amountOut, uint256 amountOutMin);
    error EmptyPool(address tokenIn, address tokenOut);
    error PathTooShort(uint256 length);
    error NotEnoughWrapped(address holder, uint256 has, uint256 wants);
    error NotOwner(address caller);
    error Halted();
    error Reentered();

    modifier running() {
        if (paused) revert Halted();
        if (entered != 0) revert Reentered();
        entered = 1;
        _;
        entered = 0;
    }

    constructor() {
        owner = msg.sender;
    }

    receive() external payable {
        credit(msg.sender, msg.value);
    }

    function deposit() external payable {
        credit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external running {
        uint256 has = wrapped[msg.sender];
        if (has < amount) revert NotEnoughWrapped(msg.sender, has, amount);
        wrapped[msg.sender] = has - amount;
        emit Withdrawal(msg.sender, amount);
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "Router: coin not accepted");
    }

    function transferWrapped(address to, uint256 amount) external running returns (bool) {
        uint256 has = wrapped[msg.sender];
        if (has < amount) revert NotEnoughWrapped(msg.sender, has, amount);
        wrapped[msg.sender] = has - amount;
        wrapped[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function addLiquidity(address tokenA, address tokenB, uint112 amountA, uint112 amountB) external running {
        require(tokenA != tokenB, "Router: identical tokens");
        bool sorted = tokenA < tokenB;
        Pool storage pool = sorted ? pools[tokenA][tokenB] : pools[tokenB][tokenA];
        pool.reserve0 += sorted ? amountA : amountB;
        pool.reserve1 += sorted ? amountB : amountA;
        pool.updated = uint32(block.timestamp);
        take(tokenA, amountA);
        take(tokenB, amountB);
        emit LiquidityAdded(msg.sender, tokenA, tokenB, amountA, amountB);
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external running returns (uint256[] memory amounts) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (path.length < 2) revert PathTooShort(path.length);
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        take(path[0], amountIn);
        for (uint256 i = 1; i < path.length; ++i) {
            amounts[i] = hop(path[i - 1], path[i], amounts[i - 1]);
        }
        uint256 out = amounts[path.length - 1];
        if (out < amountOutMin) revert SlippageTooHigh(out, amountOutMin);
        require(IToken(path[path.length - 1]).transfer(to, out), "Router: token not sent");
        ++swaps;
    }

    function getAmountOut(uint256 amountIn, address tokenIn, address tokenOut) public view returns (uint256) {
        (uint256 reserveIn, uint256 reserveOut) = reserves(tokenIn, tokenOut);
        if (reserveIn == 0 || reserveOut == 0) revert EmptyPool(tokenIn, tokenOut);
        uint256 net = amountIn * (1000 - FEE_PER_MILLE);
        return (net * reserveOut) / (reserveIn * 1000 + net);
    }

    function reserves(address tokenIn, address tokenOut) public view returns (uint256, uint256) {
        if (tokenIn < tokenOut) {
            Pool storage straight = pools[tokenIn][tokenOut];
            return (straight.reserve0, straight.reserve1);
        }
        Pool storage turned = pools[tokenOut][tokenIn];
        return (turned.reserve1, turned.reserve0);
    }

    function setPaused(bool value) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        paused = value;
        emit Paused(value);
    }

    function hop(address tokenIn, address tokenOut, uint256 amountIn) private returns (uint256 amountOut) {
        amountOut = getAmountOut(amountIn, tokenIn, tokenOut);
        bool sorted = tokenIn < tokenOut;
        Pool storage pool = sorted ? pools[tokenIn][tokenOut] : pools[tokenOut][tokenIn];
        if (sorted) {
            pool.reserve0 += uint112(amountIn);
            pool.reserve1 -= uint112(amountOut);
        } else {
            pool.reserve1 += uint112(amountIn);
            pool.reserve0 -= uint112(amountOut);
        }
        pool.updated = uint32(block.timestamp);
        emit Swap(msg.sender, tokenIn, tokenOut, amountIn, amountOut);
    }

    function credit(address holder, uint256 amount) private {
        wrapped[holder] += amount;
        emit Deposit(holder, amount);
    }

    function take(address token, uint256 amount) private {
        require(IToken(token).transferFrom(msg.sender, address(this), amount), "Router: token not received");
    }
}
