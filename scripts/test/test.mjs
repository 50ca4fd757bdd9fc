import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { addTallies, runVitest } from './tally.mjs';

/** `npm test`: lint, types, architecture, unit, server, browser and end-to-end tests. They need Node and Chromium, nothing else. */
await ensureChromium();
process.exit(
  await runStages('test', [
    ...CHECKS,
    // In parallel, because tests in the browser mostly wait.
    {
      name: 'node, server and browser',
      run: async () =>
        addTallies(
          ...(await Promise.all([
            runVitest('node').then(async (node) => addTallies(node, await runVitest('server'))),
            runVitest('browser'),
          ])),
        ),
    },
    { name: 'end to end', run: () => runVitest('e2e') },
  ]),
);
