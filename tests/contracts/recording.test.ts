import { expect, test } from 'vitest';
import { AudioUploadFields, DropFilter, MISSING_AUDIO } from '../../contracts/recording.ts';

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
])('a list of drops asked for with mapIds=%j means %j', (mapIds, expected) => {
  expect(DropFilter.parse({ mapIds }).mapIds).toEqual(expected);
});

test.each(['a', '1,', ',', '1.5', '-1', '0', '1,,2', '1e400', ['1', '2']])('%j is no list of parcours', (mapIds) => {
  expect(DropFilter.safeParse({ mapIds }).success).toBe(false);
});
