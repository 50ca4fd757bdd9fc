import { expect, test } from 'vitest';
import { idFromText } from '../../contracts/call.ts';
import { AudioUploadFields, DropFilter } from '../../contracts/recording.ts';
import { PlaceId } from '../../contracts/vocabulary.ts';

const id = idFromText(PlaceId);

test.each(['1', '17', '007', 17])('%j is an id', (text) => {
  expect(id.parse(text)).toBe(Number(text));
});

test.each([
  '0',
  '',
  ' 1',
  '1 ',
  '\t1',
  '1\n1',
  '0x1',
  '1e0',
  '+1',
  '-1',
  '1.0',
  '1_000',
  'Infinity',
  '٣',
  1.5,
  -1,
  1e21,
  null,
  true,
])('%j is not an id', (text) => {
  expect(id.safeParse(text).success).toBe(false);
});

test('an id beyond the range of row ids becomes the largest one', () => {
  expect(id.parse('2147483647')).toBe(2 ** 31 - 1);
  expect(id.parse('2147483648')).toBe(2 ** 31 - 1);
  expect(id.parse('9007199254740991')).toBe(2 ** 31 - 1);
});

test('the place id of an upload consists of digits, too', () => {
  const fields = { size: '10', length: '1' };
  expect(AudioUploadFields.parse({ ...fields, place_id: '3' }).place_id).toBe(3);
  expect(AudioUploadFields.safeParse({ ...fields, place_id: '0x3' }).success).toBe(false);
});

test('each parcours id in the list of drops consists of digits, too', () => {
  expect(DropFilter.parse({ mapIds: '3,17' }).mapIds).toEqual([3, 17]);
  expect(DropFilter.parse({ mapIds: '' }).mapIds).toEqual([]);
  for (const one of ['0x1', '1e0', '+1', '\t1', ' 1', '1.0', '']) {
    expect(DropFilter.safeParse({ mapIds: `3,${one}` }).success).toBe(false);
  }
});
