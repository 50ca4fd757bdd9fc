import { existsSync, readdirSync } from 'node:fs';
import { buildStale } from './build.mjs';
import { ROOT, runTool } from './run.mjs';

/** `npm run bench [-- NAME ...]`: runs the named benchmarks of tests/bench, or all of them, one after the other. */
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
for (const name of wanted.length > 0 ? wanted : known) {
  const code = await runTool('tsx/dist/cli.mjs', [`${folder}/${name}.bench.ts`]);
  if (code !== 0) process.exit(code);
}
