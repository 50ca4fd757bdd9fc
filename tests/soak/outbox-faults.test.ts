import { drawMoments, testOutboxRounds } from '../support/soak/outbox-rounds.ts';

const SEED = 20_261_121;

testOutboxRounds({ seed: SEED, moments: drawMoments(SEED + 1, 200) });
