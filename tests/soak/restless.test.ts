import { testRestlessUser } from '../support/soak/restless-user.ts';

const { RESTLESS_SEED = '1', RESTLESS_MINUTES = '10', RESTLESS_ACTIONS = '60' } = process.env;

testRestlessUser({
  seed: Number(RESTLESS_SEED),
  actions: Number(RESTLESS_ACTIONS),
  forMs: Number(RESTLESS_MINUTES) * 60_000,
  shrinkMs: 180_000,
});
