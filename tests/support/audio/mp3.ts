const MPEG1_LAYER3_KBIT = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG1_RATES_HZ = [44_100, 48_000, 32_000];
const SAMPLES_PER_FRAME = 1152;

/** What `readMp3` counts. `channels` is 1 or 2. */
export type Mp3Summary = { frames: number; durationS: number; sampleRateHz: number; channels: number };

/**
 * Walks the frames of an MPEG-1 layer III file from the first to the last byte (a leading ID3v2 tag is skipped, the
 * Xing/Info frame is not counted) and says how long it plays.
 *
 * @throws when the bytes at a frame's place are no MPEG-1 layer III header: the file is damaged or something else.
 */
export function readMp3(bytes: Uint8Array): Mp3Summary {
  const summary: Mp3Summary = { frames: 0, durationS: 0, sampleRateHz: 0, channels: 0 };
  let offset = id3Length(bytes);
  while (offset + 4 <= bytes.length) {
    const [sync = 0, version = 0, rates = 0, mode = 0] = bytes.subarray(offset, offset + 4);
    const kbit = MPEG1_LAYER3_KBIT[rates >> 4];
    const sampleRateHz = MPEG1_RATES_HZ[(rates >> 2) & 3];
    if (sync !== 0xff || (version & 0xfe) !== 0xfa || !kbit || !sampleRateHz) {
      throw new Error(`Expected an MPEG-1 layer III frame at byte ${offset}, got ${[sync, version, rates].join(' ')}`);
    }
    const length = Math.floor((144_000 * kbit) / sampleRateHz) + ((rates >> 1) & 1);
    if (!isInfoFrame(bytes.subarray(offset, offset + length))) summary.frames += 1;
    summary.sampleRateHz = sampleRateHz;
    summary.channels = mode >> 6 === 3 ? 1 : 2;
    offset += length;
  }
  summary.durationS = (summary.frames * SAMPLES_PER_FRAME) / (summary.sampleRateHz || 1);
  return summary;
}

/** The size in bytes of an ID3v2 tag at the start, header and all; 0 when there is none. */
function id3Length(bytes: Uint8Array): number {
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') return 0;
  return bytes.subarray(6, 10).reduce((size, byte) => size * 128 + byte, 0) + 10;
}

/** True for the silent first frame in which encoders keep their notes. */
function isInfoFrame(frame: Uint8Array): boolean {
  const start = String.fromCharCode(...frame.subarray(0, 48));
  return start.includes('Info') || start.includes('Xing');
}
