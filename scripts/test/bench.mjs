import { buildStale } from '../build/build.mjs';
import { ROOT, runTool } from '../run.mjs';
import { chosenNames } from './chosen-names.mjs';

/**
 * `npm run bench [-- NAME ...]`: runs the named benchmarks of tests/bench, or all of them, one after the other. A
 * benchmark fails if its sides compute different results; the later ones still run.
 */
const names = chosenNames('tests/bench', '.bench.ts');
await buildStale();
const failed = [];
for (const name of names) {
  if ((await runTool('tsx/dist/cli.mjs', [`${ROOT}tests/bench/${name}.bench.ts`])) !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exit(1);
}
