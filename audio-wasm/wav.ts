/** `audioFormat` of integer samples. */
export const WAV_PCM = 1;
/** `audioFormat` of IEEE floating-point samples. */
export const WAV_FLOAT = 3;

const WAV_EXTENSIBLE = 0xfffe;
const UNKNOWN_SIZE = 0xffffffff;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FMT_BYTES_MIN = 16;
const FMT_BYTES_EXTENSIBLE = 40;
/** Size of a `ds64` chunk: three 64-bit sizes and the number of table entries of 12 bytes each. */
const DS64_BYTES = 28;
const DS64_ENTRY_BYTES = 12;
/** The table is for chunks above 4 GiB other than `data`, which don't occur in practice; further ones are not read. */
const DS64_ENTRIES_MAX = 16;
const DS64_BYTES_MAX = DS64_BYTES + DS64_ENTRIES_MAX * DS64_ENTRY_BYTES;
const CONTAINERS: ReadonlySet<string> = new Set(['RIFF', 'RF64', 'BW64']);
/** The limit of waveform data, whose field is signed. */
const SAMPLE_RATE_MAX_HZ = 0x7fffffff;
/** Real files have a handful; without a limit, a file of empty chunks would take hours. */
const CHUNKS_MAX = 1000;

/** Nearly every header is shorter, and reading this much takes no longer than reading 12 bytes. */
const HEAD_BYTES = 1 << 16;

/**
 * The format of all stored audio. `contracts/limits.ts` states the same numbers about the samples; a test compares
 * them. Beside the samples there is room for recorders' metadata (`bext`, `iXML`: some 8 kB), and none for files of
 * another kind.
 */
export const CONFORMING_WAV = {
  bitsPerSample: 16,
  sampleRateHz: 44_100,
  channelsMax: 2,
  otherBytesMax: 32_768,
} as const;

/** The format of a WAV file by its header, corrected by the file's actual size. */
export interface WavFormat {
  /** `RIFF`, or `RF64` and `BW64` for files above 4 GiB, which no browser plays. */
  readonly container: string;
  /** {@link WAV_PCM}, {@link WAV_FLOAT} or another code of the WAVE registry; never EXTENSIBLE, which is resolved. */
  readonly audioFormat: number;
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly bitsPerSample: number;
  readonly dataOffset: number;
  /** Actual bytes of samples, in whole frames, whatever the header claims. */
  readonly dataBytes: number;
  /** Bytes of the file other than samples: headers and metadata. */
  readonly otherBytes: number;
  /** Number of frames (one sample per channel); 0 for compressed samples. */
  readonly frames: number;
  readonly durationS: number;
  /** Whether the header's sizes match the file: not truncated, not left open, no trailing bytes. */
  readonly isWhole: boolean;
}

/** The bytes are not a supported WAV file; the message says what was found and what was expected. */
export class WavFormatError extends Error {
  override readonly name = 'WavFormatError';
}

/**
 * Parses the header of a WAV file from its start: chunks in any order before `data`, EXTENSIBLE, sizes of 0 or
 * 0xFFFFFFFF from streaming writers, RF64 and BW64, and truncated data. @throws WavFormatError if it is not a WAV, or
 * the header is longer than `bytes`
 */
export function parseWavHeader(bytes: Uint8Array, fileSize: number): WavFormat {
  const walk = walkChunks(fileSize);
  let step = walk.next();
  while (!step.done) {
    const { offset, length } = step.value;
    if (offset + length > bytes.length && bytes.length < fileSize) {
      throw new WavFormatError(`The WAV header is longer than the ${bytes.length} bytes that were read of ${fileSize}`);
    }
    step = walk.next(bytes.subarray(offset, offset + length));
  }
  return step.value;
}

/**
 * Reads the header of a WAV file: the first 64 KiB at once, beyond them only a few bytes per chunk. @throws
 * WavFormatError as {@link parseWavHeader}; what reading the Blob throws
 */
export async function readWavFormat(wav: Blob): Promise<WavFormat> {
  const read = async (start: number, end: number) => new Uint8Array(await wav.slice(start, end).arrayBuffer());
  const head = await read(0, HEAD_BYTES);
  const walk = walkChunks(wav.size);
  let step = walk.next();
  while (!step.done) {
    const { offset, length } = step.value;
    const end = Math.min(offset + length, wav.size);
    step = walk.next(end <= head.length ? head.subarray(offset, end) : await read(offset, end));
  }
  return step.value;
}

/** Whether this is a whole RIFF file of 16-bit PCM at 44.1 kHz, 1 or 2 channels and little else: stored unchanged. */
export function isConformingWav(format: WavFormat): boolean {
  return (
    format.container === 'RIFF' &&
    format.isWhole &&
    format.otherBytes <= CONFORMING_WAV.otherBytesMax &&
    format.audioFormat === WAV_PCM &&
    format.bitsPerSample === CONFORMING_WAV.bitsPerSample &&
    format.sampleRateHz === CONFORMING_WAV.sampleRateHz &&
    format.channels <= CONFORMING_WAV.channelsMax
  );
}

interface Fmt {
  readonly audioFormat: number;
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly bytesPerSecond: number;
  readonly bitsPerSample: number;
}

interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The 64-bit sizes of an RF64 file. */
interface LargeSizes {
  readonly dataBytes: number;
  /** Sizes of other chunks by their ids. */
  readonly byId: ReadonlyMap<string, number>;
}

/** Walks the chunks: yields the byte ranges it needs, and receives their bytes (fewer at the end of the file). */
function* walkChunks(fileSize: number): Generator<ByteRange, WavFormat, Uint8Array> {
  const riff = yield { offset: 0, length: RIFF_HEADER_BYTES };
  const container = fourCc(riff, 0);
  if (!CONTAINERS.has(container) || fourCc(riff, 8) !== 'WAVE') {
    throw new WavFormatError(
      `Expected a file that starts with 'RIFF' (or 'RF64') and 'WAVE', got ${describe(riff, 0)} and ${describe(riff, 8)}`,
    );
  }
  const isExact = view(riff).getUint32(4, true) === fileSize - CHUNK_HEADER_BYTES;

  let fmt: Fmt | undefined;
  let large: LargeSizes | undefined;
  let offset = RIFF_HEADER_BYTES;
  const seen: string[] = [];
  while (offset + CHUNK_HEADER_BYTES <= fileSize && seen.length < CHUNKS_MAX) {
    const header = yield { offset, length: CHUNK_HEADER_BYTES };
    if (header.length < CHUNK_HEADER_BYTES) break;
    const id = fourCc(header, 0);
    const stated = view(header).getUint32(4, true);
    const start = offset + CHUNK_HEADER_BYTES;
    if (id === 'data') {
      if (fmt === undefined) throw new WavFormatError("Expected a 'fmt ' chunk before 'data', found none");
      // A streaming writer leaves the size open; in a file with the right RIFF size, 0 means empty.
      const size = stated === UNKNOWN_SIZE && large !== undefined ? large.dataBytes : stated;
      const isOpen = size === UNKNOWN_SIZE || (size === 0 && !isExact);
      return withData(
        { ...fmt, container },
        fileSize,
        start,
        Math.min(isOpen ? Number.POSITIVE_INFINITY : size, fileSize - start),
        isExact && size <= fileSize - start,
      );
    }
    const size = stated === UNKNOWN_SIZE ? (large?.byId.get(id) ?? stated) : stated;
    if (id === 'ds64') large = parseLargeSizes(yield { offset: start, length: Math.min(size, DS64_BYTES_MAX) });
    if (id === 'fmt ') fmt = parseFmt(yield { offset: start, length: Math.min(size, FMT_BYTES_EXTENSIBLE) });
    seen.push(id);
    offset = start + size + (size % 2);
  }
  const list = seen.slice(0, 8).map((id) => `'${id}'`);
  throw new WavFormatError(
    `Expected a 'data' chunk, found none in ${fileSize} bytes of WAV (chunks seen: ${list.join(', ') || 'none'})`,
  );
}

/** Sizes of 2^53 and more are imprecise as numbers, but the actual file size is the limit anyway. */
function parseLargeSizes(bytes: Uint8Array): LargeSizes {
  if (bytes.length < DS64_BYTES) {
    throw new WavFormatError(`Expected a 'ds64' chunk of ${DS64_BYTES} bytes or more, got ${bytes.length}`);
  }
  const fields = view(bytes);
  const held = Math.floor((bytes.length - DS64_BYTES) / DS64_ENTRY_BYTES);
  const entries = Array.from({ length: Math.min(held, fields.getUint32(24, true)) }, (_, index) => {
    const at = DS64_BYTES + index * DS64_ENTRY_BYTES;
    return [fourCc(bytes, at), Number(fields.getBigUint64(at + 4, true))] as const;
  });
  return { dataBytes: Number(fields.getBigUint64(8, true)), byId: new Map(entries) };
}

function parseFmt(bytes: Uint8Array): Fmt {
  if (bytes.length < FMT_BYTES_MIN) {
    throw new WavFormatError(`Expected a 'fmt ' chunk of ${FMT_BYTES_MIN} bytes or more, got ${bytes.length}`);
  }
  const fields = view(bytes);
  const code = fields.getUint16(0, true);
  // In EXTENSIBLE, the real code is the start of the sub-format's GUID.
  const audioFormat = code === WAV_EXTENSIBLE && bytes.length >= 26 ? fields.getUint16(24, true) : code;
  const fmt = {
    audioFormat,
    channels: fields.getUint16(2, true),
    sampleRateHz: fields.getUint32(4, true),
    bytesPerSecond: fields.getUint32(8, true),
    bitsPerSample: fields.getUint16(14, true),
  };
  if (fmt.channels === 0 || fmt.sampleRateHz === 0 || fmt.sampleRateHz > SAMPLE_RATE_MAX_HZ) {
    throw new WavFormatError(
      `Expected at least 1 channel and 1 to ${SAMPLE_RATE_MAX_HZ} Hz, got ${fmt.channels} and ${fmt.sampleRateHz} Hz`,
    );
  }
  if (isUncompressed(fmt) && (fmt.bitsPerSample === 0 || fmt.bitsPerSample > 64)) {
    throw new WavFormatError(`Expected 1 to 64 bits a sample, got ${fmt.bitsPerSample}`);
  }
  return fmt;
}

function withData(
  fmt: Fmt & Pick<WavFormat, 'container'>,
  fileSize: number,
  dataOffset: number,
  available: number,
  fits: boolean,
): WavFormat {
  const { container, audioFormat, channels, sampleRateHz, bitsPerSample } = fmt;
  const format = { container, audioFormat, channels, sampleRateHz, bitsPerSample, dataOffset };
  if (!isUncompressed(fmt)) {
    const durationS = fmt.bytesPerSecond === 0 ? 0 : available / fmt.bytesPerSecond;
    const otherBytes = fileSize - available;
    return { ...format, dataBytes: available, otherBytes, frames: 0, durationS, isWhole: fits };
  }
  // Many writers set a wrong block size; for uncompressed samples it follows from the other fields.
  const frameBytes = channels * Math.ceil(bitsPerSample / 8);
  const frames = Math.floor(available / frameBytes);
  const dataBytes = frames * frameBytes;
  const otherBytes = fileSize - dataBytes;
  const isWhole = fits && dataBytes === available;
  return { ...format, dataBytes, otherBytes, frames, durationS: frames / sampleRateHz, isWhole };
}

function isUncompressed(fmt: Fmt): boolean {
  return fmt.audioFormat === WAV_PCM || fmt.audioFormat === WAV_FLOAT;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function describe(bytes: Uint8Array, at: number): string {
  const found = [...bytes.subarray(at, at + 4)];
  if (found.length === 0) return 'the end of the file';
  if (found.every((byte) => byte >= 0x20 && byte < 0x7f)) return `'${String.fromCharCode(...found)}'`;
  return `bytes ${found.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}`;
}
