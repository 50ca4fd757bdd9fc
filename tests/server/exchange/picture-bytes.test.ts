import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isOnlyPicture, type PictureType } from '../../../server/domain/exchange/picture-bytes.ts';
import { halves } from '../../support/samples/made-pictures.ts';

const noise = sharp({
  create: {
    width: 300,
    height: 200,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const formats: readonly (readonly [PictureType, () => Promise<Buffer>])[] = [
  ['image/jpeg', () => noise.clone().jpeg({ quality: 75, mozjpeg: true }).toBuffer()],
  ['image/jpeg', () => halves(80, 60).jpeg().toBuffer()],
  ['image/webp', () => noise.clone().webp({ quality: 80 }).toBuffer()],
  ['image/webp', () => noise.clone().ensureAlpha(0.5).webp({ quality: 80 }).toBuffer()],
  ['image/avif', () => noise.clone().avif({ quality: 55, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()],
];

test.each(formats)('a file of %s has only its picture, and nothing behind it or cut off', async (type, make) => {
  const file = await make();
  expect(isOnlyPicture(type, file)).toBe(true);
  expect(isOnlyPicture(type, Buffer.concat([file, Buffer.from('behind')]))).toBe(false);
  expect(isOnlyPicture(type, file.subarray(0, -3))).toBe(false);
});

test('a comment in a JPEG, a chunk in a WebP and a box in an AVIF are other than a picture', async () => {
  const [jpeg, , webp, , avif] = await Promise.all(formats.map(([, make]) => make()));
  const comment = Buffer.from('\xff\xfe\0\x08Nantes', 'latin1');
  expect(
    isOnlyPicture(
      'image/jpeg',
      Buffer.concat([jpeg?.subarray(0, 2) ?? comment, comment, jpeg?.subarray(2) ?? comment]),
    ),
  ).toBe(false);
  const chunked = Buffer.concat([webp ?? comment, Buffer.from('NOTE\x06\0\0\0Nantes', 'latin1')]);
  chunked.writeUInt32LE(chunked.length - 8, 4);
  expect(isOnlyPicture('image/webp', chunked)).toBe(false);
  expect(
    isOnlyPicture('image/avif', Buffer.concat([avif ?? comment, Buffer.from('\0\0\0\x0efreeNantes', 'latin1')])),
  ).toBe(false);
});
