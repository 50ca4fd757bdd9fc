import { describe } from 'vitest';
import { stageRecordings } from '../support/microphone/recording-stage.ts';
import { testRecordedSound } from '../support/soak/recorded-sound.ts';

describe('a recording of ten minutes', () => {
  testRecordedSound(stageRecordings(600), { testMs: 1_800_000, stepMs: 120_000 });
});
