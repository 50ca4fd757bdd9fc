import { testKilledServer } from '../support/soak/killed-server.ts';

// While the last of them arrives, renditions of the first are made.
testKilledServer([12], { makesRenditions: true });
