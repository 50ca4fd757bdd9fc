import { BUILD } from './check.mjs';
import { chosenOf } from './chosen-names.mjs';
import { ensureChromium } from './chromium.mjs';
import { findPostgres, POSTGRES_MISSING } from './postgres.mjs';
import { runStages } from './stages.mjs';
import { runVitest, tallyOfSkip } from './tally.mjs';

/**
 * The parts that need other programs, each a project of vitest.config.ts. Tests report themselves which program is
 * missing; without PostgreSQL, none of `postgres` runs.
 */
const PARTS = ['postgres', 'buckets', 'proxies', 'engines'];

/** `npm run test:wide [-- PART ...]`: runs the named parts, or all of them, one after the other. */
const parts = chosenOf(PARTS, 'the wide tests');
await ensureChromium();
process.exit(
  await runStages('wide', [
    BUILD,
    ...parts.map((name) => ({
      name,
      run: async () =>
        name === 'postgres' && findPostgres() === null ? tallyOfSkip(POSTGRES_MISSING) : runVitest(name),
    })),
  ]),
);
