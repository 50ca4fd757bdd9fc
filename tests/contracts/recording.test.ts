import { expect, test } from 'vitest';
import {
  AudioUploadFields,
  DropFilter,
  MISSING_AUDIO,
  RecordingId,
  RecordingStart,
} from '../../contracts/recording.ts';

const fields = { place_id: '7', size: '1024', length: '12.5' };

test('the text fields of an upload become numbers', () => {
  expect(AudioUploadFields.parse(fields)).toEqual({ place_id: 7, size: 1024, length: 12.5 });
});

test.each([undefined, '', '0', 'NaN', 'long', '-1', 'Infinity', ['1', '2']])(
  'a length of %j counts as missing',
  (length) => {
    expect(AudioUploadFields.safeParse({ ...fields, length }).error?.issues).toMatchObject([
      { path: [], message: MISSING_AUDIO },
    ]);
  },
);

test.each([
  ['place_id', '0'],
  ['place_id', '1.5'],
  ['place_id', undefined],
  ['size', '0'],
  ['size', '12.5'],
  ['size', undefined],
])('%s may not be %j', (name, value) => {
  expect(AudioUploadFields.safeParse({ ...fields, [name]: value }).error?.issues[0]?.path).toEqual([name]);
});

test.each([
  ['1,2', [1, 2]],
  ['7', [7]],
  ['', []],
  [undefined, undefined],
])('a list of drops with mapIds=%j means %j', (mapIds, expected) => {
  expect(DropFilter.parse({ mapIds }).mapIds).toEqual(expected);
});

test.each(['a', '1,', ',', '1.5', '-1', '0', '1,,2', '1e400', ['1', '2']])(
  '%j is rejected as a list of parcours',
  (mapIds) => {
    expect(DropFilter.safeParse({ mapIds }).success).toBe(false);
  },
);

test('a recording starts with a place or without one', () => {
  expect(RecordingStart.parse({ userId: 'whoever' }).place_id).toBeUndefined();
  expect(RecordingStart.parse({ place_id: null }).place_id).toBeNull();
  expect(RecordingStart.parse({ place_id: 4 }).place_id).toBe(4);
  expect(RecordingStart.safeParse({ place_id: '4' }).success).toBe(false);
});

test('the id of a recording session is a UUID', () => {
  expect(RecordingId.safeParse('6f1c2f6e-8d0a-4c6e-9b43-0d3c1c7b1c11').success).toBe(true);
  for (const wrong of ['', '7', '../upload', "' OR 1=1"]) expect(RecordingId.safeParse(wrong).success).toBe(false);
});
