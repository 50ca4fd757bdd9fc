import { expect, test } from 'vitest';
import { ACCEPTED_ENDINGS } from '../../../../app/platform/audio/accepted-audio.ts';
import { dropStrings } from '../../../../app/words/drops/drop.ts';
import { fileFaults } from '../../../../app/words/drops/file-faults.ts';
import { readAudioFixtures } from '../../../support/audio-fixtures.ts';

test('every kind of file that can be read may be chosen, and the words name each', () => {
  const endings = new Set(readAudioFixtures().playable.map(({ file }) => file.slice(file.lastIndexOf('.'))));
  expect([...ACCEPTED_ENDINGS].sort()).toEqual([...endings].sort());
  for (const ending of ACCEPTED_ENDINGS) {
    expect(dropStrings.formats).toContain(ending.slice(1));
    expect(fileFaults.notAudio).toContain(ending.slice(1));
  }
});
