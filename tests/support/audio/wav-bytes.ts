const TONE_RATE_HZ = 44_100;

/** One chunk of a RIFF file. `size` overrides the size that its header states. */
export interface Chunk {
  readonly id: string;
  readonly body: Uint8Array;
  readonly size?: number;
}

/** The fields of a `fmt ` chunk; what is left out is 16-bit PCM, 44.1 kHz, mono. */
export interface FmtFields {
  readonly audioFormat?: number;
  readonly channels?: number;
  readonly sampleRateHz?: number;
  readonly bitsPerSample?: number;
  /** Where given, the chunk becomes WAVE_FORMAT_EXTENSIBLE with this sub-format. */
  readonly subFormat?: number;
  /** With a sub-format: the channels' places, one bit each; 0 tells none. */
  readonly channelMask?: number;
}

/** A `fmt ` chunk. */
export function fmtChunk(fields: FmtFields = {}): Chunk {
  const { channels = 1, sampleRateHz = 44_100, bitsPerSample = 16, subFormat } = fields;
  const body = new Uint8Array(subFormat === undefined ? 16 : 40);
  const view = new DataView(body.buffer);
  const frameBytes = channels * Math.ceil(bitsPerSample / 8);
  view.setUint16(0, subFormat === undefined ? (fields.audioFormat ?? 1) : 0xfffe, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, sampleRateHz, true);
  view.setUint32(8, sampleRateHz * frameBytes, true);
  view.setUint16(12, frameBytes, true);
  view.setUint16(14, bitsPerSample, true);
  if (subFormat !== undefined) {
    view.setUint16(16, 22, true);
    view.setUint16(18, bitsPerSample, true);
    view.setUint32(20, fields.channelMask ?? 0, true);
    view.setUint16(24, subFormat, true);
    body.set([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71], 26);
  }
  return { id: 'fmt ', body };
}

/** The samples' own bytes, not copied. */
export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** A `data` chunk of 16-bit samples, channels interleaved. */
export function dataChunk(samples: Int16Array, size?: number): Chunk {
  const body = bytesOf(samples);
  return size === undefined ? { id: 'data', body } : { id: 'data', body, size };
}

/** A WAV file of these chunks, each padded to an even length; the RIFF size is right unless given. */
export function wavFile(chunks: readonly Chunk[], riffSize?: number): Uint8Array<ArrayBuffer> {
  const length = 12 + chunks.reduce((sum, { body }) => sum + 8 + body.length + (body.length % 2), 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const ascii = (text: string, at: number): void =>
    bytes.set(
      [...text].map((one) => one.charCodeAt(0)),
      at,
    );
  ascii('RIFF', 0);
  view.setUint32(4, riffSize ?? length - 8, true);
  ascii('WAVE', 8);
  let at = 12;
  for (const { id, body, size } of chunks) {
    ascii(id, at);
    view.setUint32(at + 4, size ?? body.length, true);
    bytes.set(body, at + 8);
    at += 8 + body.length + (body.length % 2);
  }
  return bytes;
}

/** A `ds64` chunk: 64-bit sizes of `data` and, in its table, of chunks by their ids. */
export function ds64Chunk({
  dataBytes,
  sizes = {},
}: {
  readonly dataBytes: number;
  readonly sizes?: Readonly<Record<string, number>>;
}): Chunk {
  const entries = Object.entries(sizes);
  const body = new Uint8Array(28 + 12 * entries.length);
  const view = new DataView(body.buffer);
  view.setBigUint64(8, BigInt(dataBytes), true);
  view.setUint32(24, entries.length, true);
  for (const [index, [id, size]] of entries.entries()) {
    body.set(new TextEncoder().encode(id), 28 + 12 * index);
    view.setBigUint64(32 + 12 * index, BigInt(size), true);
  }
  return { id: 'ds64', body };
}

/** A WAV file in the form for more than 4 GiB. */
export function rf64File(chunks: readonly Chunk[], container: 'RF64' | 'BW64' = 'RF64'): Uint8Array<ArrayBuffer> {
  const bytes = wavFile(chunks, 0xffffffff);
  bytes.set(new TextEncoder().encode(container));
  return bytes;
}

/** A plain 16-bit WAV of these samples, channels interleaved. */
export function wavOf(samples: Int16Array, fields: Omit<FmtFields, 'bitsPerSample'> = {}): Uint8Array<ArrayBuffer> {
  return wavFile([fmtChunk(fields), dataChunk(samples)]);
}

/** A tone as a story that the server takes as it is: mono, 44.1 kHz, as loud as `loudness` says of each second. */
export function toneOf(hz: number, lengthS: number, loudness: (second: number) => number = () => 9000): Blob {
  const samples = new Int16Array(lengthS * TONE_RATE_HZ);
  for (let at = 0; at < samples.length; at++) {
    samples[at] = loudness(at / TONE_RATE_HZ) * Math.sin((2 * Math.PI * hz * at) / TONE_RATE_HZ);
  }
  return new Blob([wavOf(samples)]);
}
