import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { findPostgres, POSTGRES_MISSING } from './postgres.mjs';
import { runStages } from './stages.mjs';
import { addTallies, runVitest } from './tally.mjs';

/** The end-to-end tests try Chromium. */
const OTHER_ENGINES = ['tests/engines/firefox.test.ts', 'tests/engines/webkit.test.ts'];

/** `npm test`: lint, types, house, unit, browser and end-to-end tests, and each other engine that is installed. */
await ensureChromium();
const postgres = findPostgres() === null ? [] : ['postgres'];
if (postgres.length === 0) console.log(POSTGRES_MISSING);
process.exit(
  await runStages([
    ...CHECKS,
    // In parallel: tests in the browser mostly wait.
    {
      name: 'node, server, on PostgreSQL too, and browser',
      run: () => runVitest(['node', 'server', ...postgres, 'browser']),
    },
    // In parallel: tests of sound and time mostly wait, and so do the engines, one at a time.
    {
      name: 'end to end, and every engine',
      run: async () =>
        addTallies(
          ...(await Promise.all([runVitest(['e2e']), runVitest(['timed']), runVitest(['engines'], OTHER_ENGINES)])),
        ),
    },
  ]),
);
