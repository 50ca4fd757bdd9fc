/** Kilobits per second by the header's four bits; 0 is invalid. MPEG-1 layer III, MPEG-1 layer II, MPEG-2 and 2.5 of both. */
const KBITS: readonly (readonly number[])[] = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
];

const MPEG1_RATES_HZ = [44_100, 48_000, 32_000, 0];

/** Number of consecutive frames that can't be a coincidence: each must match about twenty bits. */
const CHAIN_FRAMES = 4;

/** Returns the length of the layer II or III frame at an offset; 0 if there is none. ISO/IEC 11172-3, 2.4.2.3. */
export function mpegFrameBytes(bytes: Uint8Array, offset: number): number {
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
export function adtsFrameBytes(bytes: Uint8Array, offset: number): number {
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
