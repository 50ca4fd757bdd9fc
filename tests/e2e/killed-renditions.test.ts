import { testKilledRenditions } from '../support/soak/killed-renditions.ts';

testKilledRenditions(1);
