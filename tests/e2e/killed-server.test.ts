import { testKilledServer } from '../support/soak/killed-server.ts';

testKilledServer([12]);
