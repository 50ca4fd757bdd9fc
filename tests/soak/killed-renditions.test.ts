import { testKilledRenditions } from '../support/soak/killed-renditions.ts';

testKilledRenditions(100, 1_200_000);
