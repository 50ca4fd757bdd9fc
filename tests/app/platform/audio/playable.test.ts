import { expect, test } from 'vitest';
import { choosePlayable } from '../../../../app/platform/audio/playable.ts';

const type = 'audio/mp4; codecs="mp4a.40.2"';
const rendition = { link: '/v1/media/a.m4a?expires=1', type, bytes: 500_000 };
const link = '/v1/media/a.wav?expires=1';

test('a rendition is played where the browser can play its type', () => {
  const types: string[] = [];
  const canPlay = (asked: string): boolean => types.push(asked) > 0;
  expect(choosePlayable({ link, rendition }, { canPlay })).toEqual({ link: rendition.link, renditionBytes: 500_000 });
  expect(types).toEqual([type]);
});

test('the master is played where the browser cannot, and while there is no rendition', () => {
  const master = { link, renditionBytes: null };
  expect(choosePlayable({ link, rendition }, { canPlay: () => false })).toEqual(master);
  expect(choosePlayable({ link, rendition: null }, { canPlay: () => true })).toEqual(master);
});

test('of what the browser can play, the file on the device is played', () => {
  const canPlay = (): boolean => true;
  const onlyMaster = { canPlay, isHere: (asked: string) => asked === link };
  expect(choosePlayable({ link, rendition }, onlyMaster)).toEqual({ link, renditionBytes: null });
  const both = { canPlay, isHere: () => true };
  expect(choosePlayable({ link, rendition }, both).link).toBe(rendition.link);
  const onlyUnplayable = { canPlay: () => false, isHere: (asked: string) => asked === rendition.link };
  expect(choosePlayable({ link, rendition }, onlyUnplayable).link).toBe(link);
});
