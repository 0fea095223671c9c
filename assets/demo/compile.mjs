// Compiles contracts/*.sol into artifacts/*.json.
//
// To redo it: install the npm package solc 0.8.37 in a folder outside of the repository, then run this script from
// that folder with its path, for example `node path/to/assets/demo/compile.mjs`. The compiler is looked up from the
// folder in which node was started. The output is the same to the byte as long as the compiler version is.
//
// A build is a contract, or a variant of one whose source differs in one place:
//   GreeterReworded, TimelockReworded   a comment differs, so only the metadata trailer of the code does
//   CounterByTwo   a constant differs, so code of the same length does
//   EscrowBrief   an event is missing, so the code is shorter

import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '0.8.37+commit.f401782d';
// The library is linked at the long-zero address of the entity that holds it in the embedded network.
const SORTING = '0x0000000000000000000000000000000000001395';

const VARIANTS = [
  { name: 'GreeterReworded', of: 'Greeter', find: '/// Says the greeting.', put: '/// Speaks the greeting aloud.' },
  { name: 'TimelockReworded', of: 'Timelock', find: 'stood announced', put: 'been announced' },
  { name: 'CounterByTwo', of: 'Counter', find: 'STEP = 1;', put: 'STEP = 2;' },
  { name: 'EscrowBrief', of: 'Escrow', find: '        emit Disputed(id, msg.sender);\n', put: '' },
];

const here = import.meta.dirname;
const solc = createRequire(join(process.cwd(), 'package.json'))('solc');
if (!solc.version().startsWith(VERSION)) throw new Error(`needs solc ${VERSION}, found ${solc.version()}`);

const folder = join(here, 'contracts');
const texts = Object.fromEntries(readdirSync(folder).sort().map((f) => [f, readFileSync(join(folder, f), 'utf8')]));

function build(name, contract, sources, edit) {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([file, content]) => [file, { content }])),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      libraries: { 'Sorting.sol': { Sorting: SORTING } },
      outputSelection: {
        '*': { '*': ['abi', 'metadata', 'storageLayout', 'evm.bytecode.object', 'evm.deployedBytecode'] },
      },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const errors = (output.errors ?? []).filter((e) => e.severity === 'error');
  if (errors.length) throw new Error(errors.map((e) => e.formattedMessage).join('\n'));
  const made = output.contracts[`${contract}.sol`][contract];
  const runtime = made.evm.deployedBytecode;
  // Immutables in the order of their declaration: a list of the byte offsets of each.
  const immutables = Object.entries(runtime.immutableReferences ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, places]) => places.map((place) => place.start));
  const artifact = {
    name,
    file: `${contract}.sol`,
    contract,
    edit,
    compiler: VERSION,
    creation: made.evm.bytecode.object,
    runtime: runtime.object,
    immutables,
    abi: made.abi,
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
  build(name, of, sources, [find, put]);
}
