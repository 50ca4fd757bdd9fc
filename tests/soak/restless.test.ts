import { ENGINES } from '../support/engines/engine.ts';
import { testRestlessUser } from '../support/soak/restless-user.ts';

/** Of each engine: where to begin, for how long, how many actions in one browser, and in which of the engines. */
const { RESTLESS_SEED = '1', RESTLESS_MINUTES = '10', RESTLESS_ACTIONS = '60', RESTLESS_ENGINES } = process.env;

for (const name of ENGINES.filter((engine) => RESTLESS_ENGINES?.split(',').includes(engine) ?? true)) {
  testRestlessUser(name, {
    seed: Number(RESTLESS_SEED),
    actions: Number(RESTLESS_ACTIONS),
    forMs: Number(RESTLESS_MINUTES) * 60_000,
    shrinkMs: 180_000,
  });
}
