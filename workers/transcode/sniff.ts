/**
 * The containers known by their first bytes; `mp4` includes m4a, mov and 3gp, `webm` all of Matroska; `aac` is ADTS.
 */
export type AudioContainer = 'wav' | 'mp3' | 'mp4' | 'caf' | 'flac' | 'webm' | 'ogg' | 'aac' | 'amr';

/** Number of bytes that `sniffContainer` needs: two MPEG frames fit. */
export const SNIFF_BYTES = 4096;

/** Brands of pictures in the MP4 container, such as phones' photos. */
const PICTURE_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis'];

/** The first bytes of files that people choose by mistake. */
const OTHER_FILES = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'II*\0',
  'MM\0*',
  '%PDF',
  'PK\x03\x04',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
];

/**
 * Detects a file's container by its first `SNIFF_BYTES` bytes; null if they don't identify it: `isOtherFile` recognizes
 * some of these files, and only ffmpeg the rest.
 */
export function sniffContainer(head: Uint8Array): AudioContainer | null {
  if (isTextAt(head, 8, 'WAVE') && ['RIFF', 'RF64', 'BW64'].some((id) => isTextAt(head, 0, id))) return 'wav';
  if (isTextAt(head, 4, 'ftyp')) return isPicture(head) ? null : 'mp4';
  if (isTextAt(head, 0, 'caff')) return 'caf';
  if (isTextAt(head, 0, 'fLaC')) return 'flac';
  if (isTextAt(head, 0, 'OggS')) return 'ogg';
  if (isTextAt(head, 0, '\x1A\x45\xDF\xA3')) return 'webm';
  if (isTagged(head)) return 'mp3';
  if (isTextAt(head, 0, '#!AMR')) return 'amr';
  if (isFollowed(head, adtsFrameBytes)) return 'aac';
  if (isFollowed(head, mpegFrameBytes)) return 'mp3';
  return null;
}

/** Whether a file begins with an ID3 tag, which some programs also put before FLAC, WAV and others. */
export function isTagged(head: Uint8Array): boolean {
  return isTextAt(head, 0, 'ID3');
}

/** Whether first bytes can't be audio's: an empty file, a text, a picture, a document, an archive. */
export function isOtherFile(head: Uint8Array): boolean {
  return isText(head) || isPicture(head) || OTHER_FILES.some((start) => isTextAt(head, 0, start));
}

/** Describes the first bytes of an unknown file, for an error message. */
export function describeUnknown(head: Uint8Array): string {
  if (head.length === 0) return 'an empty file';
  const start = head.subarray(0, 24);
  // With `stream`, an incomplete character at the end is left out.
  const text = new TextDecoder().decode(start, { stream: true });
  if (isText(start)) return `text that begins with ${JSON.stringify(text.trim())}`;
  const bytes = Array.from(start.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'));
  return `the bytes ${bytes.join(' ')}`;
}

/** Whether bytes are text without control characters, in UTF-8, or in UTF-16 with a byte order mark. */
function isText(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && fourth === 0) return true;
  if (first === 0xfe && second === 0xff && third === 0) return true;
  const isControl = (byte: number): boolean => (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) || byte === 127;
  if (bytes.some(isControl)) return false;
  try {
    // With `stream`, an incomplete character at the end is left out.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isPicture(head: Uint8Array): boolean {
  if (isTextAt(head, 0, 'RIFF') && isTextAt(head, 8, 'WEBP')) return true;
  return isTextAt(head, 4, 'ftyp') && PICTURE_BRANDS.some((brand) => isTextAt(head, 8, brand));
}

function isTextAt(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** UTF-16 text begins like an MPEG frame: a second frame must follow the first, unless the file ends there. */
function isFollowed(head: Uint8Array, frameBytes: (head: Uint8Array, offset: number) => number): boolean {
  const first = frameBytes(head, 0);
  return first > 0 && (first >= head.length || frameBytes(head, first) > 0);
}

/** Kilobits per second by the header's four bits; 0 is invalid. MPEG-1 layer III, MPEG-1 layer II, MPEG-2 and 2.5 of both. */
const KBITS: readonly (readonly number[])[] = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
];

const MPEG1_RATES_HZ = [44_100, 48_000, 32_000, 0];

/** So many consecutive frames can't be a coincidence: one random header in about 8,000 is valid. */
const CHAIN_FRAMES = 4;

/** Returns the length of the layer II or III frame at an offset; 0 if there is none. ISO/IEC 11172-3, 2.4.2.3. */
function mpegFrameBytes(bytes: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(offset, offset + 3);
  const version = (kind >> 3) & 3;
  const layer = 4 - ((kind >> 1) & 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || version === 1 || (layer !== 2 && layer !== 3)) return 0;
  const isMpeg1 = version === 3;
  const rateDivisor = isMpeg1 ? 1 : version === 2 ? 2 : 4;
  const kbits = KBITS[isMpeg1 ? 3 - layer : 2]?.[rates >> 4] ?? 0;
  const rateHz = (MPEG1_RATES_HZ[(rates >> 2) & 3] ?? 0) / rateDivisor;
  if (kbits === 0 || rateHz === 0) return 0;
  const bytesPerKbit = isMpeg1 || layer === 2 ? 144_000 : 72_000;
  return Math.floor((bytesPerKbit * kbits) / rateHz) + ((rates >> 1) & 1);
}

/** Returns the length of the ADTS frame at an offset; 0 if there is none. Source: ISO/IEC 13818-7, 6.2. */
function adtsFrameBytes(bytes: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, , high = 0, middle = 0, low = 0] = bytes.subarray(offset, offset + 6);
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0) return 0;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length >= 7 ? length : 0;
}

/** Returns the offset of the first of several consecutive MPEG frames; -1 if there are none. */
export function findMpegFrames(bytes: Uint8Array): number {
  for (let start = bytes.indexOf(0xff); start >= 0; start = bytes.indexOf(0xff, start + 1)) {
    let at = start;
    let frames = 0;
    for (let length = mpegFrameBytes(bytes, at); length > 0 && frames < CHAIN_FRAMES; frames += 1) {
      at += length;
      length = mpegFrameBytes(bytes, at);
    }
    if (frames === CHAIN_FRAMES) return start;
  }
  return -1;
}
