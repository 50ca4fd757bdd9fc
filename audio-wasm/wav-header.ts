import { CONFORMING_WAV } from './wav.ts';

/** Length of the header that {@link wavHeader} returns. */
export const WAV_HEADER_BYTES = 44;

/** The format of a recording's 16-bit samples. */
export interface PcmFormat {
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** Bytes of one frame: one sample per channel. */
export function frameBytes({ channels }: Pick<PcmFormat, 'channels'>): number {
  return (channels * CONFORMING_WAV.bitsPerSample) / 8;
}

/**
 * Builds the header of a 16-bit PCM WAV with `dataBytes` of samples. @throws RangeError above 4 GiB, the format's limit
 */
export function wavHeader(format: PcmFormat, dataBytes: number): Uint8Array<ArrayBuffer> {
  const riffBytes = dataBytes + WAV_HEADER_BYTES - 8;
  if (riffBytes > 0xffffffff) throw new RangeError(`Expected less than 4 GiB of samples, got ${dataBytes} bytes`);
  const bytes = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const ascii = (text: string, at: number): void => bytes.set(new TextEncoder().encode(text), at);
  ascii('RIFF', 0);
  view.setUint32(4, riffBytes, true);
  ascii('WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRateHz, true);
  view.setUint32(28, format.sampleRateHz * frameBytes(format), true);
  view.setUint16(32, frameBytes(format), true);
  view.setUint16(34, CONFORMING_WAV.bitsPerSample, true);
  ascii('data', 36);
  view.setUint32(40, dataBytes, true);
  return bytes;
}

/**
 * Parses a header that {@link wavHeader} built, from a file's first {@link WAV_HEADER_BYTES} bytes; null for other
 * bytes.
 */
export function readHeader(header: Uint8Array): PcmFormat | null {
  if (header.length < WAV_HEADER_BYTES) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const channels = view.getUint16(22, true);
  const sampleRateHz = view.getUint32(24, true);
  if (channels === 0 || sampleRateHz === 0) return null;
  const expected = wavHeader({ channels, sampleRateHz }, 0);
  // The sizes may be outdated; the rest must match.
  const isOurs = expected.every((byte, at) => (at >= 4 && at < 8) || at >= 40 || byte === header[at]);
  return isOurs ? { channels, sampleRateHz } : null;
}
