import { testDemoWalks } from '../support/soak/demo-walks.ts';
import { testGuidedWalks } from '../support/soak/guided-walks.ts';

testGuidedWalks([1, 2, 3, 5, 7, 11]);
testDemoWalks({ draws: 20, seeds: [501, 502, 503, 504, 505, 506] });
