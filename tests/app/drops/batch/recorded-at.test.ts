import { expect, it } from 'vitest';
import { readRecordedAt } from '../../../../app/drops/batch/recorded-at.ts';

const SAVED_MS = Date.UTC(2026, 4, 12, 12, 0, 0);
const file = (bytes: Uint8Array<ArrayBuffer>, name = 'son'): File =>
  new File([bytes], name, { lastModified: SAVED_MS });
const localMs = (hour: number, minute: number, second: number): number =>
  new Date(2024, 4, 12, hour, minute, second).getTime();

function box(type: string, content: readonly number[]): number[] {
  const size = content.length + 8;
  return [0, 0, size >> 8, size & 255, ...letters(type), ...content];
}

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** An MP4 whose film header says this time; its sound comes first, as recorders write it. */
function mp4(brand: string, atMs: number): Uint8Array<ArrayBuffer> {
  const seconds = atMs / 1000 + 2_082_844_800;
  const created = [24, 16, 8, 0].map((bits) => Math.floor(seconds / 2 ** bits) & 255);
  const header = box('mvhd', [0, 0, 0, 0, ...created, ...Array.from({ length: 92 }, () => 0)]);
  const zeros = [0, 0, 0, 0];
  return Uint8Array.from([
    ...box('ftyp', [...letters(brand), ...zeros]),
    ...box('mdat', zeros.concat(zeros)),
    ...box('moov', header),
  ]);
}

/** A WAV with a 'bext' chunk after another one of odd length. */
function wav(dateAndTime: string): Uint8Array<ArrayBuffer> {
  const bext = [...Array.from({ length: 320 }, () => 0), ...letters(dateAndTime)];
  return Uint8Array.from([
    ...letters('RIFF\0\0\0\0WAVE'),
    ...[...letters('junk'), 1, 0, 0, 0, 0, 0],
    ...[...letters('bext'), bext.length & 255, bext.length >> 8, 0, 0, ...bext],
  ]);
}

it('believes the film header of a recorder: of Apple’s the beginning, of others the end', async () => {
  const atMs = Date.UTC(2024, 4, 12, 14, 32, 5);
  expect(await readRecordedAt(file(mp4('M4A ', atMs)), 60)).toEqual({ startMs: atMs, by: 'content' });
  expect(await readRecordedAt(file(mp4('mp42', atMs)), 60)).toEqual({ startMs: atMs - 60_000, by: 'content' });
});

it('believes a field recorder’s WAV, in the time zone of this device', async () => {
  const recorded = await readRecordedAt(file(wav('2024-05-1214:32:05')), 60);
  expect(recorded).toEqual({ startMs: localMs(14, 32, 5), by: 'content' });
});

it.each([
  'REC_20240512_143205.m4a',
  '2024-05-12 14.32.05.wav',
  'Le four 20240512-143205.mp3',
  '2024-05-12T14h32m05.ogg',
])('reads the time in the name %s', async (name) => {
  expect(await readRecordedAt(file(new Uint8Array(4), name), 60)).toEqual({
    startMs: localMs(14, 32, 5),
    by: 'name',
  });
});

it.each([
  ['no name with a time', new Uint8Array(0), 'AUD-20240512-WA0003.opus'],
  ['a name with an impossible time', new Uint8Array(40), '20249912_143205.mp3'],
  ['a clock that was never set', mp4('M4A ', Date.UTC(1970, 0)), 'son.m4a'],
  ['a box without length', Uint8Array.from([0, 0, 0, 0, ...letters('ftyp'), ...new Uint8Array(16)]), 'son.m4a'],
  ['a WAV that ends in its first chunk', wav('').slice(0, 30), 'son.wav'],
])('uses the file’s own date, less its duration, for %s', async (_, bytes, name) => {
  expect(await readRecordedAt(file(bytes, name), 60)).toEqual({ startMs: SAVED_MS - 60_000, by: 'device' });
});
