import { expect, test } from 'vitest';
import { AudioUploadFields, MISSING_AUDIO } from '../../contracts/recording.ts';

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
