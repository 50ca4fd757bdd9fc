import { expect, test } from 'vitest';
import { fileFaults } from '../../../../app/drops/composer/converter-words.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { ACCEPTED_ENDINGS, isWav, mayBeAudio, nameMaster } from '../../../../app/platform/audio/audio-files.ts';
import { choosePlayable } from '../../../../app/platform/audio/playable.ts';
import { readAudioFixtures } from '../../../support/audio/audio-fixtures.ts';

test('every readable kind of file may be chosen, and the texts name each', () => {
  const endings = new Set(readAudioFixtures().playable.map(({ file }) => file.slice(file.lastIndexOf('.'))));
  expect([...ACCEPTED_ENDINGS].sort()).toEqual([...endings].sort());
  for (const ending of ACCEPTED_ENDINGS) {
    expect(dropStrings.formats).toContain(ending.slice(1));
    for (const said of [fileFaults.NotAudioError, fileFaults.UnsupportedFormatError])
      expect(said).toContain(ending.slice(1));
  }
});

test.each([
  ['', true],
  ['application/octet-stream', true],
  ['audio/m4a', true],
  ['video/quicktime', true],
  ['application/vnd.android.invented', true],
  ['application/vnd.ms-asf', true],
  ['model/vnd.mts', true],
  ['text/vnd.trolltech.linguist', true],
  ['application/vnd.ms-excel', false],
  ['text/plain', false],
  ['image/heic', false],
  ['application/pdf', false],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
])('a file of the type "%s" may be audio: %s', (type, may) => {
  expect([mayBeAudio({ type, name: '1000012345' }), mayBeAudio({ type })]).toEqual([may, may]);
  expect(mayBeAudio({ type, name: 'Voix 001.QTA' })).toBe(true);
});

const type = 'audio/mp4; codecs="mp4a.40.2"';
const rendition = { link: '/v1/media/a.m4a?expires=1', type, bytes: 500_000 };
const link = '/v1/media/a.wav?expires=1';

test('a rendition is played if the browser can play its type', () => {
  const types: string[] = [];
  const canPlay = (asked: string): boolean => types.push(asked) > 0;
  expect(choosePlayable({ link, rendition }, { canPlay })).toEqual({ link: rendition.link, renditionBytes: 500_000 });
  expect(types).toEqual([type]);
});

test('the master is played if the browser cannot, and while there is no rendition', () => {
  const master = { link, renditionBytes: null };
  expect(choosePlayable({ link, rendition }, { canPlay: () => false })).toEqual(master);
  expect(choosePlayable({ link, rendition: null }, { canPlay: () => true })).toEqual(master);
});

test('of the playable files, the one on the device is played', () => {
  const canPlay = (): boolean => true;
  const onlyMaster = { canPlay, isHere: (asked: string) => asked === link };
  expect(choosePlayable({ link, rendition }, onlyMaster)).toEqual({ link, renditionBytes: null });
  const both = { canPlay, isHere: () => true };
  expect(choosePlayable({ link, rendition }, both).link).toBe(rendition.link);
  const onlyUnplayable = { canPlay: () => false, isHere: (asked: string) => asked === rendition.link };
  expect(choosePlayable({ link, rendition }, onlyUnplayable).link).toBe(link);
});

const wav = '/v1/media/0a.wav?expires=1.mp3&signature=x';

test('a WAV master is recognized by the end of its path', () => {
  expect([wav, '/v1/media/0a.wav', '/v1/media/0a.mp3?a=.wav'].map(isWav)).toEqual([true, true, false]);
});

test('a downloaded master has the name of its place', () => {
  expect(nameMaster('Le 5. quai', wav)).toBe('Le 5. quai.wav');
  expect(nameMaster('Le pont', '/v1/media/0a.mp3?signature=x')).toBe('Le pont.mp3');
});
