import { execFileSync } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Deflated, deflateOnce, gzipPieces } from '../../../server/domain/places/lists/linked-text.ts';

const LONG = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `place ${index * 7919} `).join(''));

function gzip(...parts: readonly (Buffer | Deflated)[]): Buffer {
  return Buffer.concat(gzipPieces(parts));
}

test.each([
  ['no parts', []],
  ['an empty part', ['']],
  ['short parts', ['{"places":[', 'a', ']}']],
  ['a part of several blocks', [LONG.toString()]],
])('a stream of %s is decoded by zlib and by gzip', async (_, texts) => {
  const plain = Buffer.concat(texts.map((text) => Buffer.from(text)));
  const stored = gzip(...texts.map((text) => Buffer.from(text)));
  const deflated = gzip(...(await Promise.all(texts.map((text) => deflateOnce(Buffer.from(text))))));
  for (const stream of [stored, deflated]) {
    expect(gunzipSync(stream).equals(plain)).toBe(true);
    expect(execFileSync('gzip', ['-dc'], { input: stream }).equals(plain)).toBe(true);
  }
});

test('a part that is compressed once fits into many streams, beside other parts', async () => {
  const [first, second] = await Promise.all([deflateOnce(LONG), deflateOnce(Buffer.from('another list'))]);
  for (const query of ['?one', '?two']) {
    const stream = gzip(Buffer.from('['), first, Buffer.from(','), second, Buffer.from(query));
    expect(gunzipSync(stream).toString()).toBe(`[${LONG},another list${query}`);
    expect(stream.length).toBeLessThan(LONG.length / 2);
    // The query stays uncompressed, so that the length does not reveal its likeness to the compressed part.
    expect(stream.includes(query)).toBe(true);
  }
});
