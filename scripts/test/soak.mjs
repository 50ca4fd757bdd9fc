import { readdirSync } from 'node:fs';
import { ROOT } from '../run.mjs';
import { BUILD } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { runVitest } from './tally.mjs';

/** `npm run soak [-- NAME ...]`: runs the named files of tests/soak, or all of them: what is long by nature. */
const known = readdirSync(`${ROOT}tests/soak`)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.test.ts'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Nothing in tests/soak is called ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(1);
}
await ensureChromium();
const paths = wanted.map((name) => `tests/soak/${name}.test.ts`);
process.exit(await runStages([BUILD, { name: 'soak', run: () => runVitest(['soak'], paths) }]));
