// Compiles contracts/*.sol into artifacts/*.json, and writes assets/demo/uploads of the repository: files as the usual
// tools make them, to send to a verification server. README.md lists the outcome of each.
//
// To redo it: install the npm package solc 0.8.37 in a folder outside of the repository, then run this script from
// that folder with its path, for example `node path/to/crates/demo/assets/compile.mjs`. The compiler is looked up from
// the folder in which node was started. The output is the same to the byte as long as the compiler version is.
//
// A build is a contract, or a variant of one whose source differs in one place:
//   GreeterReworded, TimelockReworded   a comment differs, so only the metadata trailer of the code does
//   CounterByTwo   a constant differs, so code of the same length does
//   EscrowBrief   an event is missing, so the code is shorter
//   CounterForged   not optimized, and in a folder of its own, as Foundry does it
//   VaultReworded   a comment differs
//
// The interface of Snare is made hostile after compiling: types nested beyond reason, and names to beware of.

import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const VERSION = '0.8.37+commit.f401782d';
// The library is linked at the long-zero address of the entity that holds it in the embedded network.
const SORTING = '0x0000000000000000000000000000000000001395';

const VARIANTS = [
  { name: 'GreeterReworded', of: 'Greeter', find: '/// Says the greeting.', put: '/// Speaks the greeting aloud.' },
  { name: 'TimelockReworded', of: 'Timelock', find: 'stood announced', put: 'been announced' },
  { name: 'VaultReworded', of: 'Vault', find: 'what the vault earns raises', put: 'whatever the vault earns raises' },
  { name: 'CounterByTwo', of: 'Counter', find: 'STEP = 1;', put: 'STEP = 2;' },
  { name: 'EscrowBrief', of: 'Escrow', find: '        emit Disputed(id, msg.sender);\n', put: '' },
];

const here = import.meta.dirname;
const solc = createRequire(join(process.cwd(), 'package.json'))('solc');
if (!solc.version().startsWith(VERSION)) throw new Error(`needs solc ${VERSION}, found ${solc.version()}`);

const folder = join(here, 'contracts');
const texts = Object.fromEntries(readdirSync(folder).sort().map((f) => [f, readFileSync(join(folder, f), 'utf8')]));

const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  libraries: { 'Sorting.sol': { Sorting: SORTING } },
};
const FORGED = { evmVersion: 'cancun', optimizer: { enabled: false, runs: 200 }, libraries: {} };

const OUTPUT = [
  'abi', 'metadata', 'storageLayout', 'evm.bytecode.object', 'evm.bytecode.sourceMap', 'evm.deployedBytecode',
  'evm.methodIdentifiers',
];

// The standard JSON input for these sources, without the choice of what to put out.
function inputOf(sources, settings) {
  return {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([file, content]) => [file, { content }])),
    settings,
  };
}

function compile(input) {
  const settings = { ...input.settings, outputSelection: { '*': { '*': OUTPUT } } };
  const output = JSON.parse(solc.compile(JSON.stringify({ ...input, settings })));
  const errors = (output.errors ?? []).filter((e) => e.severity === 'error');
  if (errors.length) throw new Error(errors.map((e) => e.formattedMessage).join('\n'));
  return output.contracts;
}

// Entries of an interface that no compiler would write, but that anyone can submit.
const SNARES = [
  { type: 'function', name: 'endless', inputs: [{ name: 'x', type: `uint256${'[]'.repeat(2000)}` }], outputs: [] },
  { type: 'function', name: 'fan', inputs: [{ name: 'x', type: `bytes${'[]'.repeat(8)}` }], outputs: [] },
  { type: 'function', name: 'vast', inputs: [{ name: 'x', type: 'uint8[4294967295][4294967295]' }], outputs: [] },
  { type: 'function', name: '\u202eknil\u001b[31m', inputs: [{ name: '\u0007', type: 'address' }], outputs: [] },
  { type: 'event', name: 'Endless', inputs: [{ name: 'x', type: `bytes${'[]'.repeat(2000)}`, indexed: false }] },
  { type: 'function', name: 'odd', inputs: [{ name: 'x', type: 'uint257' }, { name: 'y', type: 'tuple' }] },
].map((entry) => ({ anonymous: false, stateMutability: 'nonpayable', ...entry }));

function build(name, contract, sources, { edit, directory, settings = SETTINGS } = {}) {
  const made = compile(inputOf(sources, settings))[`${directory ?? ''}${contract}.sol`][contract];
  const runtime = made.evm.deployedBytecode;
  // Immutables in the order of their declaration: a list of the byte offsets of each.
  const immutables = Object.entries(runtime.immutableReferences ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, places]) => places.map((place) => place.start));
  const artifact = {
    name,
    file: `${contract}.sol`,
    directory,
    contract,
    edit,
    compiler: VERSION,
    creation: made.evm.bytecode.object,
    runtime: runtime.object,
    creationSourceMap: made.evm.bytecode.sourceMap,
    runtimeSourceMap: runtime.sourceMap,
    immutables,
    abi: name === 'Snare' ? [...made.abi, ...SNARES] : made.abi,
    storageLayout: made.storageLayout,
    metadata: made.metadata,
  };
  writeFileSync(join(here, 'artifacts', `${name}.json`), JSON.stringify(artifact) + '\n');
  console.log(`${name}: ${runtime.object.length / 2} bytes of runtime code`);
}

// Every build sees only the files that it needs, as a deployer would have sent them.
function needed(file, found = new Set()) {
  found.add(file);
  for (const [, other] of texts[file].matchAll(/^import "\.\/([^"]+)";$/gm)) needed(other, found);
  return found;
}

function sourcesOf(contract) {
  return Object.fromEntries([...needed(`${contract}.sol`)].sort().map((file) => [file, texts[file]]));
}

rmSync(join(here, 'artifacts'), { recursive: true, force: true });
mkdirSync(join(here, 'artifacts'));
for (const file of Object.keys(texts)) {
  const name = file.replace(/\.sol$/, '');
  build(name, name, sourcesOf(name));
}
for (const { name, of, find, put } of VARIANTS) {
  const sources = sourcesOf(of);
  const text = sources[`${of}.sol`];
  if (text.split(find).length !== 2) throw new Error(`${name}: the place to change is not there exactly once`);
  sources[`${of}.sol`] = text.replace(find, put);
  build(name, of, sources, { edit: [find, put] });
}
const forged = { 'src/Counter.sol': texts['Counter.sol'] };
build('CounterForged', 'Counter', forged, { directory: 'src/', settings: FORGED });

const uploads = join(here, '../../../assets/demo/uploads');
rmSync(uploads, { recursive: true, force: true });
function upload(path, text) {
  mkdirSync(join(uploads, dirname(path)), { recursive: true });
  writeFileSync(join(uploads, path), text);
}
const pretty = (value) => JSON.stringify(value, null, 2) + '\n';
const metadataOf = (name) => JSON.parse(readFileSync(join(folder, `../artifacts/${name}.json`), 'utf8')).metadata;

upload('counter.standard.json', pretty(inputOf(sourcesOf('Counter'), SETTINGS)));
upload('greeter.standard.json', pretty(inputOf(sourcesOf('Greeter'), SETTINGS)));

// What Hardhat writes into artifacts/build-info, with its choice of what to put out.
const hardhat = inputOf(Object.assign({}, ...['Counter', 'Escrow', 'Greeter', 'Vault'].map(sourcesOf)), {
  ...SETTINGS,
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'metadata'], '': ['ast'] } },
});
const outputs = Object.entries(compile(hardhat)).map(([file, found]) => {
  const lean = Object.entries(found).map(([name, { abi, metadata, evm }]) => {
    const bytecode = (code) => ({ object: code.object, linkReferences: {} });
    const kept = { bytecode: bytecode(evm.bytecode), deployedBytecode: bytecode(evm.deployedBytecode) };
    return [name, { abi, metadata, evm: kept }];
  });
  return [file, Object.fromEntries(lean)];
});
upload(
  'hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json',
  JSON.stringify({
    id: '5f2a9c0e4b7d18366d90a1c2e8f47b35',
    _format: 'hh-sol-build-info-1',
    solcVersion: VERSION.split('+')[0],
    solcLongVersion: VERSION,
    input: hardhat,
    output: { contracts: Object.fromEntries(outputs) },
  }) + '\n',
);

// A Foundry project after `forge build`.
const smith = compile(inputOf(forged, FORGED))['src/Counter.sol'].Counter;
upload(
  'foundry/foundry.toml',
  `[profile.default]\nsrc = "src"\nout = "out"\nsolc = "${VERSION.split('+')[0]}"\nevm_version = "cancun"\n`,
);
upload('foundry/src/Counter.sol', texts['Counter.sol']);
const object = (code) => ({ object: `0x${code.object}`, sourceMap: '', linkReferences: {} });
upload(
  'foundry/out/Counter.sol/Counter.json',
  JSON.stringify({
    abi: smith.abi,
    bytecode: object(smith.evm.bytecode),
    deployedBytecode: object(smith.evm.deployedBytecode),
    methodIdentifiers: smith.evm.methodIdentifiers,
    rawMetadata: smith.metadata,
    metadata: JSON.parse(smith.metadata),
    id: 0,
  }) + '\n',
);

// Metadata with its sources beside it; the second lacks one.
upload('vault/metadata.json', metadataOf('Vault') + '\n');
upload('vault/Vault.sol', texts['Vault.sol']);
upload('oracle-incomplete/metadata.json', metadataOf('Oracle') + '\n');
upload('oracle-incomplete/Oracle.sol', texts['Oracle.sol']);
