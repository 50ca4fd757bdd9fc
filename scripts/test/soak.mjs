import { BUILD } from './check.mjs';
import { chosenNames } from './chosen-names.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { runVitest } from './tally.mjs';

/** `npm run soak [-- NAME ...]`: runs the named long tests of tests/soak, or all of them. */
const paths = chosenNames('tests/soak', '.test.ts').map((name) => `tests/soak/${name}.test.ts`);
await ensureChromium();
process.exit(await runStages('soak', [BUILD, { name: 'soak', run: () => runVitest('soak', paths) }]));
