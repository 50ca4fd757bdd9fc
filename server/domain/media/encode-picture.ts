import type { OutputInfo, Sharp } from 'sharp';
import type { FairQueue } from '../fair-queue.ts';
import { decodeImage } from './decode-image.ts';
import { loadSharp } from './load-sharp.ts';

/** Widths of a picture's files, largest first. Taller than twice as wide, it is made narrower. */
const WIDTHS_PX = [1920, 960, 480] as const;
const HEIGHT_PER_WIDTH_MAX = 2;

/**
 * Each gives about the same sharpness: a structural similarity of 0.963, on a photo of 1,920 pixels with 151 kB of AVIF, 204 kB
 * of WebP or 230 kB of JPEG. AVIF of effort 4 takes four times as long for 7 % fewer bytes,
 * or 4 % at 960 pixels.
 */
const FORMATS = {
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 3, chromaSubsampling: '4:2:0' }),
  webp: (image: Sharp) => image.webp({ quality: 80 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 75, mozjpeg: true }),
} as const;

/** Time limit for one file; the slowest takes seven seconds of a core, which other work may share. */
const FILE_TIME_MAX_S = 60;

/** The file name extension of a picture's file. */
export type PictureExtension = keyof typeof FORMATS;

/** A picture in all its sizes and formats. */
export interface EncodedPicture {
  /** Size of its largest files in pixels. */
  readonly width: number;
  readonly height: number;
  /** Largest first. */
  readonly files: readonly { readonly extension: PictureExtension; readonly width: number; readonly bytes: Buffer }[];
}

/**
 * Converts a picture that {@link decodeImage} reads to files of up to {@link WIDTHS_PX}, never enlarged: upright, in sRGB
 * on white, and without metadata. A photo of 12 megapixels takes five seconds of a core, eight upright.
 * @param owner see `ownerOf`.
 * @throws AppError as {@link decodeImage}.
 */
export type EncodePicture = (path: string, owner: string) => Promise<EncodedPicture>;

/** Creates the encoder. */
export function createEncodePicture(takeTurn: FairQueue): EncodePicture {
  // In one turn, because the pixels of all who wait between two would be in memory.
  return (path, owner) => decodeImage(takeTurn, path, owner, encodeAll);
}

interface Pixels {
  readonly data: Buffer;
  readonly info: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

async function encodeAll(image: Sharp): Promise<EncodedPicture> {
  const [largest, ...smaller] = WIDTHS_PX;
  const first = await pixelsOf(image.flatten({ background: 'white' }).toColourspace('srgb'), largest);
  const files = await filesOf(first);
  for (const width of smaller) {
    if (width >= first.info.width) continue;
    files.push(...(await filesOf(await pixelsOf(await imageOf(first), width))));
  }
  return { width: first.info.width, height: first.info.height, files };
}

function pixelsOf(image: Sharp, width: number): Promise<Pixels> {
  const height = width * HEIGHT_PER_WIDTH_MAX;
  const sized = image.resize(width, height, { fit: 'inside', withoutEnlargement: true });
  return sized.raw().toBuffer({ resolveWithObject: true });
}

async function filesOf(pixels: Pixels): Promise<EncodedPicture['files'][number][]> {
  const files: EncodedPicture['files'][number][] = [];
  for (const extension of ['avif', 'webp', 'jpg'] as const) {
    const bytes = await FORMATS[extension](await imageOf(pixels)).toBuffer();
    files.push({ extension, width: pixels.info.width, bytes });
  }
  return files;
}

async function imageOf({ data, info: { width, height, channels } }: Pixels): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels } }).timeout({ seconds: FILE_TIME_MAX_S });
}
