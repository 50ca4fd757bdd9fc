import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { AppError } from '../app-error.ts';
import { pictureWeight } from '../costly-work.ts';
import type { FairQueue } from '../fair-queue.ts';
import { loadSharp } from './load-sharp.ts';

/** Maximum pixels of an uploaded image: above the largest pictures of today's phones, below decompression bombs. */
const IMAGE_PIXELS_MAX = 40_000_000;
/** Time limit for one image: the largest ones take about 3 s. */
const TIME_MAX_S = 20;
/** Bytes at the start of a file that identify its format. */
const MAGIC_BYTES = 12;

/**
 * Runs `work` on an uploaded image in its owner's turn: JPEG, PNG, WebP, AVIF, or the first frame of a GIF or another
 * animation, upright.
 * @param takeTurn weighed by {@link pictureWeight}: decoding 40 million pixels can take 200 MB.
 * @param owner see `ownerOf`.
 * @throws AppError `invalid_image` for other formats, more than {@link IMAGE_PIXELS_MAX} pixels and broken data; `busy`.
 */
export async function decodeImage<Result>(
  takeTurn: FairQueue,
  path: string,
  owner: string,
  work: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  const format = await sniff(path);
  if (format === undefined) {
    throw new AppError('invalid_image', 'Expected a JPEG, PNG, WebP, AVIF or GIF file, got something else');
  }
  try {
    // A separate turn, because the picture's weight is in its header.
    const pixels = await takeTurn(owner, () => pixelsOf(path, format), pictureWeight(0));
    return await takeTurn(owner, async () => work(await opened(path)), pictureWeight(pixels));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // A decoder's own message names its version and the path, which must not leave the server.
    throw new AppError('invalid_image', `This ${format} image cannot be decoded: it is damaged or cut short`, {
      cause,
    });
  }
}

/** @throws AppError `invalid_image` for a picture that is too large, or HEIF of another kind than AVIF. */
async function pixelsOf(path: string, format: ImageFormat): Promise<number> {
  const sharp = await loadSharp();
  // With a limit, the decoder would refuse it with its own message.
  const { width, height, compression } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > IMAGE_PIXELS_MAX) {
    throw new AppError('invalid_image', `Expected at most ${IMAGE_PIXELS_MAX} pixels, got ${width} x ${height}`);
  }
  if (format === 'heif' && compression !== 'av1') {
    throw new AppError('invalid_image', `Expected AVIF, got HEIF with ${compression}; a JPEG works everywhere`);
  }
  return width * height;
}

async function opened(path: string): Promise<Sharp> {
  const sharp = await loadSharp();
  const image = sharp(path, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', sequentialRead: true });
  return image.autoOrient().timeout({ seconds: TIME_MAX_S });
}

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

/** Detects a file's format by its first bytes; its name and type are not trusted. */
async function sniff(path: string): Promise<ImageFormat | undefined> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(MAGIC_BYTES);
    await file.read(start, 0, MAGIC_BYTES, 0);
    const text = start.toString('latin1');
    if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
    if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
    if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
    if (/^GIF8[79]a/.test(text)) return 'gif';
    return text.slice(4, 8) === 'ftyp' ? 'heif' : undefined;
  } finally {
    await file.close();
  }
}
