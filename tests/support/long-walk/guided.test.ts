import { testGuidedWalks } from '../soak/guided-walks.ts';

testGuidedWalks([7, 11]);
