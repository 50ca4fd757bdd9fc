import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AVATAR_SIDE_PX } from '../../../../contracts/limits.ts';
import { COSTLY_WORK, pictureWeight } from '../../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../../server/domain/fair-queue.ts';
import {
  createEncodeImage,
  type ImagePurpose,
  PARCOURS_IMAGE_SIDE_MAX_PX,
} from '../../../../server/domain/media/encode-image.ts';
import { halves, pixelOf } from '../../../support/samples/made-pictures.ts';

const encode = createEncodeImage(createFairQueue(COSTLY_WORK.pictures));
const encodeImage = (path: string, purpose: ImagePurpose) => encode(path, purpose, 'account 1');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-image-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  return path;
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('of type %s becomes WebP', async (format) => {
    const webp = await encodeImage(await file(await halves(64, 32).toFormat(format).toBuffer()), 'parcours');
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 64, height: 32 });
    const [red = 0, , blue = 0] = await pixelOf(webp, 4, 16);
    expect(red - blue).toBeGreaterThan(150);
  });

  test('loses its position, camera and colour profile, and is turned upright', async () => {
    const exif = { IFD0: { Make: 'Camera', Copyright: 'Somebody' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } };
    const shot = await halves(200, 100).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer();
    expect((await sharp(shot).metadata()).exif).toBeDefined();
    const webp = await encodeImage(await file(shot), 'parcours');
    const { width, height, exif: left, icc, xmp, orientation } = await sharp(webp).metadata();
    expect({ width, height, left, icc, xmp, orientation }).toEqual({ width: 100, height: 200 });
    // Turned right by a quarter, so that the left half is on top.
    const [red = 0, , blue = 0] = await pixelOf(webp, 50, 20);
    expect(red - blue).toBeGreaterThan(150);
    expect(webp.includes('Camera')).toBe(false);
  });

  test('becomes a square of fixed size, cut from the middle, as an avatar', async () => {
    const webp = await encodeImage(await file(await halves(900, 300).png().toBuffer()), 'avatar');
    expect(await sharp(webp).metadata()).toMatchObject({ width: AVATAR_SIDE_PX, height: AVATAR_SIDE_PX });
    const [red = 0] = await pixelOf(webp, 10, 200);
    const [, , blue = 0] = await pixelOf(webp, AVATAR_SIDE_PX - 10, 200);
    expect(Math.min(red, blue)).toBeGreaterThan(200);
  });

  test('of a parcours is reduced to the maximum size and never enlarged', async () => {
    const large = await encodeImage(await file(await halves(4000, 1000).jpeg().toBuffer()), 'parcours');
    expect(await sharp(large).metadata()).toMatchObject({ width: PARCOURS_IMAGE_SIDE_MAX_PX, height: 400 });
    const small = await encodeImage(await file(await halves(40, 10).jpeg().toBuffer()), 'parcours');
    expect(await sharp(small).metadata()).toMatchObject({ width: 40, height: 10 });
  });
});

describe('an invalid image', () => {
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['PDF', '%PDF-1.7\n'],
    ['text', 'not an image'],
    ['an empty file', ''],
    ['a fake JPEG', '\xff\xd8\xff\xe0 and no more'],
    ['a fake PNG', '\x89PNG\r\n\x1a\n and no more'],
    ['a video', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['a fake AVIF', `\0\0\0\x18ftypavif\0\0\0\0avifmif1${'\xff'.repeat(300)}`],
  ])('is refused without naming the decoder or the path: %s', async (_, text) => {
    const path = await file(Buffer.from(text, 'latin1'));
    await expect(encodeImage(path, 'avatar')).rejects.toMatchObject({
      code: 'invalid_image',
      message: expect.stringMatching(/^(Expected a|This \w+ image cannot be decoded: it is damaged)/),
    });
  });

  test('is refused if it is a TIFF, though it could be decoded', async () => {
    // TIFF is blocked for the whole process once an image was read, so the bytes are written by hand.
    const path = await file(Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1'));
    await expect(encodeImage(path, 'parcours')).rejects.toMatchObject({ code: 'invalid_image' });
  });

  test('is refused if it is a truncated JPEG', async () => {
    const whole = await halves(400, 400).jpeg().toBuffer();
    await expect(encodeImage(await file(whole.subarray(0, whole.length / 2)), 'avatar')).rejects.toMatchObject({
      code: 'invalid_image',
    });
  });

  test('is refused before decoding if it has more than 40 million pixels', async () => {
    const bomb = sharp({ create: { width: 8000, height: 5001, channels: 3, background: 'white' } });
    const path = await file(await bomb.png({ compressionLevel: 9 }).toBuffer());
    await expect(encodeImage(path, 'avatar')).rejects.toMatchObject({
      code: 'invalid_image',
      message: expect.stringMatching(/pixel/i),
    });
  });
});

test('images of one owner are encoded in turn, and those of another owner beside them', async () => {
  const encode = createEncodeImage(createFairQueue(COSTLY_WORK.pictures));
  const path = await file(await halves(900, 900).png().toBuffer());
  const done: string[] = [];
  const make = async (owner: string): Promise<void> => {
    await encode(path, 'avatar', owner);
    done.push(owner);
  };
  await Promise.all([...Array.from({ length: 8 }, () => make('a')), make('b')]);
  expect(done.indexOf('b')).toBeLessThan(4);
});

test('two images are encoded at the same time, or one if it is among the largest', () => {
  const { atOnce, atOnceOfOne } = COSTLY_WORK.pictures;
  expect(2 * pictureWeight(1) <= atOnce && 3 * pictureWeight(1) > atOnce && 2 * pictureWeight(1) > atOnceOfOne).toBe(
    true,
  );
  const largest = pictureWeight(40_000_000);
  expect(2 * largest > atOnce && largest + pictureWeight(12_000_000) <= atOnce).toBe(true);
});
