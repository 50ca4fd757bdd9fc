import { describe } from 'vitest';
import { stageRecordings } from '../support/microphone/recording-stage.ts';
import { testRecordedSound } from '../support/soak/recorded-sound.ts';

describe('a recording', () => {
  testRecordedSound(stageRecordings(3));
});
