import { testOutboxRounds } from '../support/soak/outbox-rounds.ts';

// With this seed the second of two drops is killed in its second second and has to be found again, without a network first;
// then the page is killed once more while they are sent.
testOutboxRounds({ seed: 6934, moments: ['recording'] });
