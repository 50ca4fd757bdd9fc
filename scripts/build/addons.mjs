import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from '../run.mjs';

/** Packages of the server with code in C or C++ to compile, on Node-API: one build serves each version of Node.js. */
const ADDONS = ['sqlite3'];

/** Parts of SQLite that no statement of ours uses, and that take a third of the time to compile it. */
const UNUSED = ['FTS3', 'FTS4', 'FTS5', 'RTREE'];

/**
 * What their compilers are asked for beside what the packages say. SQLite runs as fast with its makers' own -O2 as with
 * the -O3 of node-gyp, which takes a third longer to compile it. A quarter of the rest goes into GCC's look at how a file of
 * nine megabytes is indented.
 */
const COMPILERS = {
  CFLAGS: ['-O2', '-Wno-misleading-indentation', ...UNUSED.map((part) => `-USQLITE_ENABLE_${part}`)].join(' '),
  CXXFLAGS: '-O2',
  JOBS: 'max',
};

/** The file that records which addons were installed, and for which machine. `npm ci` removes it with the packages. */
const STAMP = `${ROOT}node_modules/.addons-built`;

/**
 * Lets the packages install their addons, once for each version and machine: they try what they bring, download it, or
 * compile it, which takes minutes. `npm ci` leaves that out (.npmrc), so that no other package runs code at its
 * installation, and that tests without a server run meanwhile.
 *
 * @returns {Promise<void>}
 * @throws {Error} if one can't be installed; npm's own output says why
 */
export async function installAddons() {
  const installed = [...ADDONS.map(versioned), `${process.platform} ${process.arch}`].join('\n');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === installed) return;
  console.log(`Installing the addons of ${ADDONS.join(' and ')} ...`);
  const code = await run('npm', ['rebuild', ...ADDONS, '--ignore-scripts=false'], { ...COMPILERS, ...process.env });
  if (code !== 0) throw new Error(`The addons of ${ADDONS.join(' and ')} could not be installed (exit code ${code})`);
  writeFileSync(STAMP, installed);
}

/**
 * @param {string} name of a package
 * @returns {string} with its version
 * @throws {Error} if the package is not installed
 */
function versioned(name) {
  const path = `${ROOT}node_modules/${name}/package.json`;
  if (!existsSync(path)) throw new Error(`The package ${name} is not installed: run npm ci in ${ROOT}`);
  return `${name}@${JSON.parse(readFileSync(path, 'utf8')).version}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await installAddons();
