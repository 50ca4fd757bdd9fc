import { existsSync, readdirSync } from 'node:fs';
import { buildStale } from '../build/build.mjs';
import { ROOT, runTool } from '../run.mjs';

/**
 * `npm run bench [-- NAME ...]`: runs the named benchmarks of tests/bench, or all of them, one after the other. One that
 * ends with an error, since its sides did not compute the same, keeps no later one from running.
 */
const folder = `${ROOT}tests/bench`;
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !existsSync(`${folder}/${name}.bench.ts`));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(1);
}
await buildStale();
const failed = [];
for (const name of wanted.length > 0 ? wanted : known) {
  if ((await runTool('tsx/dist/cli.mjs', [`${folder}/${name}.bench.ts`])) !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nEnded with an error: ${failed.join(', ')}`);
  process.exit(1);
}
