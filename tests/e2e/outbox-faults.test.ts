import { testOutboxRounds } from '../support/soak/outbox-rounds.ts';

// With this seed the recording is killed in its third second and has to be found again, without a network first; then the
// second of two drops is killed while the first may be on its way.
testOutboxRounds({ seed: 5019, moments: ['recording', 'sending'] });
