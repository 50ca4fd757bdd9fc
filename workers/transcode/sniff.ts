/** The supported containers; `mp4` includes m4a, mov and 3gp, `webm` all of Matroska, `aac` is ADTS. */
export type AudioContainer = 'wav' | 'mp3' | 'mp4' | 'caf' | 'flac' | 'webm' | 'ogg' | 'aac';

/** Number of bytes that `sniffContainer` needs: two MPEG frames fit. */
export const SNIFF_BYTES = 4096;

/**
 * Detects a file's container by its first bytes.
 *
 * @param head the first `SNIFF_BYTES` bytes, or the whole file if it is shorter.
 * @returns null for unknown containers.
 */
export function sniffContainer(head: Uint8Array): AudioContainer | null {
  if (isTextAt(head, 8, 'WAVE') && ['RIFF', 'RF64', 'BW64'].some((id) => isTextAt(head, 0, id))) return 'wav';
  if (isTextAt(head, 4, 'ftyp')) return 'mp4';
  if (isTextAt(head, 0, 'caff')) return 'caf';
  if (isTextAt(head, 0, 'fLaC')) return 'flac';
  if (isTextAt(head, 0, 'OggS')) return 'ogg';
  if (isTextAt(head, 0, '\x1A\x45\xDF\xA3')) return 'webm';
  if (isTextAt(head, 0, 'ID3')) return 'mp3';
  if (isFollowed(head, adtsFrameBytes)) return 'aac';
  if (isFollowed(head, mp3FrameBytes)) return 'mp3';
  return null;
}

/**
 * Describes the first bytes of an unknown file, for an error message.
 *
 * @param head a file's first bytes.
 */
export function describeUnknown(head: Uint8Array): string {
  if (head.length === 0) return 'an empty file';
  const start = head.subarray(0, 24);
  const isText = start.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte !== 127));
  // With `stream`, an incomplete character at the end is left out.
  const text = new TextDecoder().decode(start, { stream: true });
  if (isText) return `text that begins with ${JSON.stringify(text.trim())}`;
  const bytes = Array.from(start.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'));
  return `the bytes ${bytes.join(' ')}`;
}

function isTextAt(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/**
 * An MPEG frame begins with eleven set bits, but so does UTF-16 text: a second frame must follow the first, unless the file
 * ends there.
 */
function isFollowed(head: Uint8Array, frameBytes: (head: Uint8Array, offset: number) => number): boolean {
  const first = frameBytes(head, 0);
  return first > 0 && (first >= head.length || frameBytes(head, first) > 0);
}

/** Kilobits per second by the header's four bits: MPEG-1 layer III, then MPEG-2 and 2.5 layer III. 0 is invalid. */
const MP3_KBITS: readonly (readonly number[])[] = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
];

const MPEG1_RATES_HZ = [44_100, 48_000, 32_000, 0];

/** Length of the layer III frame at an offset; 0 if there is none. Source: ISO/IEC 11172-3, 2.4.2.3. */
function mp3FrameBytes(head: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(offset, offset + 3);
  const version = (kind >> 3) & 3;
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || version === 1) return 0;
  const isMpeg1 = version === 3;
  const rateDivisor = isMpeg1 ? 1 : version === 2 ? 2 : 4;
  const kbits = MP3_KBITS[isMpeg1 ? 0 : 1]?.[rates >> 4] ?? 0;
  const rateHz = (MPEG1_RATES_HZ[(rates >> 2) & 3] ?? 0) / rateDivisor;
  if (kbits === 0 || rateHz === 0) return 0;
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / rateHz) + ((rates >> 1) & 1);
}

/** Length of the ADTS frame at an offset; 0 if there is none. Source: ISO/IEC 13818-7, 6.2. */
function adtsFrameBytes(head: Uint8Array, offset: number): number {
  const [sync = 0, kind = 0, , high = 0, middle = 0, low = 0] = head.subarray(offset, offset + 6);
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0) return 0;
  const bytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return bytes >= 7 ? bytes : 0;
}
