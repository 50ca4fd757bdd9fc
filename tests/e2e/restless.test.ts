import { testRestlessUser } from '../support/soak/restless-user.ts';

// The same actions each time; `npm run soak -- restless` runs for as long as it is told to, in every engine.
testRestlessUser('chromium', { seed: 17, seedsMax: 1, actions: 12, forMs: 60_000, shrinkMs: 60_000 });
