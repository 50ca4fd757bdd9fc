import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COSTLY_WORK } from '../../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../../server/domain/fair-queue.ts';
import { createEncodePicture, type EncodedPicture } from '../../../../server/domain/media/encode-picture.ts';
import { halves, heicFile, pixelOf, plain, tellingJpeg } from '../../../support/samples/made-pictures.ts';

const encode = createEncodePicture(createFairQueue(COSTLY_WORK.pictures));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-picture-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function encodeFile(bytes: Uint8Array): Promise<EncodedPicture> {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  return encode(path, 'account 1');
}

/** Expects a colour in the same place of all files. */
async function expectColour({ files }: EncodedPicture, rgb: readonly number[], x = 10, y = 10): Promise<void> {
  for (const { bytes } of files) {
    const found = await pixelOf(bytes, x, y);
    for (const [index, value] of rgb.entries()) expect(Math.abs(value - (found[index] ?? 0))).toBeLessThan(25);
  }
}

describe('a picture', () => {
  test('of 40 megapixels becomes AVIF, WebP and JPEG of three sizes', async () => {
    const { width, height, files } = await encodeFile(await plain(8000, 5000, 'teal').jpeg().toBuffer());
    expect({ width, height }).toEqual({ width: 1920, height: 1200 });
    const found = [];
    for (const file of files) {
      const { mediaType, width, height } = await sharp(file.bytes).metadata();
      expect(width).toBe(file.width);
      found.push(`${file.extension} ${mediaType} ${width} x ${height}`);
    }
    expect(found).toEqual(
      ['1920 x 1200', '960 x 600', '480 x 300'].flatMap((size) => [
        `avif image/avif ${size}`,
        `webp image/webp ${size}`,
        `jpg image/jpeg ${size}`,
      ]),
    );
  });

  test('is never enlarged, and made at most twice as high as wide', async () => {
    const widths = async (width: number, height: number) =>
      (await encodeFile(await plain(width, height, 'teal').png().toBuffer())).files.map((file) => file.width);
    expect(await widths(500, 100)).toEqual([500, 500, 500, 480, 480, 480]);
    expect(await widths(40, 4000)).toEqual([38, 38, 38]);
  });

  test('is upright, however it was held', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      await expectQuarters(await encodeFile(await heldAs(orientation)), orientation);
    }
  });

  test('from print, with a wide gamut, of 16 bits or transparent has the colours of the web', async () => {
    const colour = [200, 80, 60];
    const image = () => plain(60, 40, 'rgb(200,80,60)');
    await expectColour(await encodeFile(await image().toColourspace('cmyk').jpeg().toBuffer()), colour);
    await expectColour(await encodeFile(await image().withIccProfile('p3').jpeg().toBuffer()), colour);
    await expectColour(await encodeFile(await image().toColourspace('rgb16').png().toBuffer()), colour);
    const clear = sharp({ create: { width: 60, height: 40, channels: 4, background: 'transparent' } });
    await expectColour(await encodeFile(await clear.png().toBuffer()), [255, 255, 255]);
  });

  test('that moves is its first frame', async () => {
    const frames = await Promise.all(['red', 'blue'].map((name) => plain(60, 40, name).png().toBuffer()));
    for (const format of ['webp', 'gif'] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(moving).metadata()).pages).toBe(2);
      const picture = await encodeFile(moving);
      expect(picture).toMatchObject({ width: 60, height: 40 });
      await expectColour(picture, [255, 0, 0]);
    }
  });

  test('says nothing of where, when, by whom and with what it was taken', async () => {
    const shot = await tellingJpeg(halves(1000, 100));
    const { exif, xmp, iptc, icc } = await sharp(shot).metadata();
    expect([exif, xmp, iptc, icc]).not.toContain(undefined);
    const { files } = await encodeFile(shot);
    expect(files).toHaveLength(9);
    for (const { bytes } of files) {
      const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(bytes.toString('latin1')).not.toMatch(/Somebody|Camera|Exif|Photoshop|xmpmeta|prof/);
    }
  });

  test.each([
    ['a HEIC', 'got HEIF with hevc; a JPEG works everywhere', heicFile],
    [
      'a truncated JPEG',
      'damaged or cut short',
      async () => (await halves(400, 400).jpeg().toBuffer()).subarray(0, 900),
    ],
    ['a bomb', 'at most 40000000 pixels', () => plain(8000, 5001, 'white').png().toBuffer()],
  ])('is refused in words if it is %s', async (_, words, make) => {
    await expect(encodeFile(await make())).rejects.toMatchObject({
      code: 'invalid_image',
      message: expect.stringContaining(words),
    });
  });
});

const QUARTERS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

/** A JPEG whose pixels were stored as a camera held this way would, and whose quarters are upright those of QUARTERS. */
async function heldAs(orientation: number): Promise<Buffer> {
  const [width, height] = orientation < 5 ? [96, 64] : [64, 96];
  const raw = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [isRight, isLow] = uprightHalf(orientation, x >= width / 2, y >= height / 2);
      raw.set(QUARTERS[Number(isRight) + 2 * Number(isLow)] ?? [], (y * width + x) * 3);
    }
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Returns in which half of the upright picture a stored pixel is (EXIF 2.3, tag 274). */
function uprightHalf(orientation: number, isRight: boolean, isLow: boolean): [boolean, boolean] {
  const [across, down] = orientation < 5 ? [isRight, isLow] : [isLow, isRight];
  return [[2, 3, 6, 7].includes(orientation) ? !across : across, [3, 4, 7, 8].includes(orientation) ? !down : down];
}

async function expectQuarters(picture: EncodedPicture, orientation: number): Promise<void> {
  expect(picture).toMatchObject({ width: 96, height: 64 });
  for (const [index, colour] of QUARTERS.entries()) {
    await expectColour(picture, colour, index % 2 === 0 ? 24 : 72, index < 2 ? 16 : 48).catch((cause: unknown) => {
      throw new Error(`orientation ${orientation}, quarter ${index}`, { cause });
    });
  }
}
