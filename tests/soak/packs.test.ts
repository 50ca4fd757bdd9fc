import { drawMishaps, testPackRounds } from '../support/soak/pack-rounds.ts';

const SEED = 20_261_123;

testPackRounds({ seed: SEED, mishaps: drawMishaps(SEED + 1, 100) });
