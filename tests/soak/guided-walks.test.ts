import { testGuidedWalks } from '../support/soak/guided-walks.ts';

testGuidedWalks([1, 2, 3, 5, 7, 11]);
