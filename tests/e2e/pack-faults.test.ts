import { testPackRounds } from '../support/soak/pack-rounds.ts';

testPackRounds({ seed: 416, mishaps: ['killed'] });
