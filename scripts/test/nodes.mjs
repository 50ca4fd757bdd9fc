import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from '../run.mjs';
import { BUILD } from './check.mjs';
import { runStages } from './stages.mjs';
import { tallyOfExit } from './tally.mjs';

/** Major versions of Node that the app is promised to run on, beside the one of the development machines. */
export const OTHER_NODES = ['22', '24'];

/**
 * @param {string} version a major version
 * @param {boolean} mayDownload whether it may be fetched, as the npm package `node`
 * @returns {string | undefined} path of its executable; undefined where it is not at hand
 */
export function findNode(version, mayDownload) {
  const args = [
    ...(mayDownload ? ['--yes'] : ['--offline', '--no']),
    '-p',
    `node@${version}`,
    'node',
    '-p',
    'process.execPath',
  ];
  const { status, stdout } = spawnSync('npx', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}

/**
 * `npm run test:nodes`: runs the node and the server tests on this Node and on {@link OTHER_NODES}, one after the other.
 */
async function main() {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--project', 'server'];
  /** @param {string} name @param {string | undefined} node */
  const stage = (name, node) => ({
    name,
    run: async () => tallyOfExit(name, node === undefined ? 1 : await run(node, vitest)),
  });
  const others = OTHER_NODES.map((version) => stage(`Node ${version}`, findNode(version, true)));
  process.exit(await runStages([BUILD, stage(`Node ${process.versions.node}`, process.execPath), ...others]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
