import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from '../run.mjs';
import { BUILD } from './check.mjs';
import { runStages } from './stages.mjs';
import { tallyOfExit } from './tally.mjs';

/** Major versions of Node that the app supports, in addition to that of the development machines. */
const OTHER_NODES = ['22', '24'];

/**
 * Finds a Node that `npx -p node@<version>` has already fetched.
 *
 * @param {string} version a major version
 * @returns {string | undefined} path of its executable; undefined if it was not fetched
 */
function findNode(version) {
  const fetched = join(process.env.npm_config_cache ?? join(homedir(), '.npm'), '_npx');
  const folders = existsSync(fetched) ? readdirSync(fetched) : [];
  return folders
    .map((folder) => join(fetched, folder, 'node_modules/node'))
    .filter((folder) => existsSync(`${folder}/bin/node`))
    .filter((folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version.startsWith(`${version}.`))
    .map((folder) => `${folder}/bin/node`)[0];
}

/**
 * @param {string} version
 * @returns {string | undefined} path of its executable; undefined if it can't be fetched
 */
function fetchNode(version) {
  const args = ['--yes', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  const { status, stdout } = spawnSync('npx', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}

/** `npm run test:nodes`: runs the node and the server tests on this Node and on {@link OTHER_NODES}, one after the other. */
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--project', 'server'];
/** @param {string} name @param {string | undefined} node */
const stage = (name, node) => ({
  name,
  run: async () => tallyOfExit(name, node === undefined ? 1 : await run(node, vitest)),
});
const others = OTHER_NODES.map((version) => stage(`Node ${version}`, findNode(version) ?? fetchNode(version)));
process.exit(await runStages('nodes', [BUILD, stage(`Node ${process.versions.node}`, process.execPath), ...others]));
