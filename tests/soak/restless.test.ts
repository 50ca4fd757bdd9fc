import { readFileSync } from 'node:fs';
import { ENGINES } from '../support/engines/engine.ts';
import { testRestlessUser, testStepsAgain } from '../support/soak/restless-user.ts';

/**
 * Settings of the run in each engine (`RESTLESS_ENGINES`, separated by commas): first seed, duration, and actions in
 * one browser. `RESTLESS_STEPS` names a file with the reported steps of a failure, which are then the only ones.
 */
const {
  RESTLESS_SEED = '1',
  RESTLESS_MINUTES = '10',
  RESTLESS_ACTIONS = '60',
  RESTLESS_ENGINES,
  RESTLESS_STEPS,
} = process.env;

for (const name of ENGINES.filter((engine) => RESTLESS_ENGINES?.split(',').includes(engine) ?? true)) {
  if (RESTLESS_STEPS !== undefined) testStepsAgain(name, readFileSync(RESTLESS_STEPS, 'utf8'));
  else {
    testRestlessUser(name, {
      seed: Number(RESTLESS_SEED),
      actions: Number(RESTLESS_ACTIONS),
      forMs: Number(RESTLESS_MINUTES) * 60_000,
      shrinkMs: 600_000,
    });
  }
}
