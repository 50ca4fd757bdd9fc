import { testKilledRenditions } from '../support/soak/killed-renditions.ts';

testKilledRenditions(2, 90_000);
