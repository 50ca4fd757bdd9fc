import { expect, test } from 'vitest';
import { isWav, nameMaster } from '../../../../app/platform/audio/master-file.ts';

const wav = '/v1/media/0a.wav?expires=1.mp3&signature=x';

test('a master is known by the end of its path', () => {
  expect([wav, '/v1/media/0a.wav', '/v1/media/0a.mp3?a=.wav'].map(isWav)).toEqual([true, true, false]);
});

test('a downloaded master has the name of its place', () => {
  expect(nameMaster('Le 5. quai', wav)).toBe('Le 5. quai.wav');
  expect(nameMaster('Le pont', '/v1/media/0a.mp3?signature=x')).toBe('Le pont.mp3');
});
