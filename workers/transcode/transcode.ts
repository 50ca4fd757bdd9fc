import { CONFORMING_WAV, isConformingWav, readWavFormat, type WavFormat } from '../../audio-wasm/wav.ts';
import { isQuota } from '../files/private-folder.ts';
import { type Attempt, commandOf, FIRST_ATTEMPT, nextAttempt } from './attempts.ts';
import { reportedDurationS, statedBeyond } from './duration.ts';
import { createFfmpegCore, type FfmpegCore, type FfmpegDevice } from './ffmpeg-core.ts';
import { FfmpegLog } from './ffmpeg-log.ts';
import { createOutput, openOutput } from './output-files.ts';
import { createBlobSink, createFileSink } from './output-sinks.ts';
import { createTimeLeft, fractionDone, risingSteps, watchReads } from './progress.ts';
import {
  type AudioContainer,
  describeUnknown,
  findMpegFrames,
  isOtherFile,
  isTagged,
  SNIFF_BYTES,
  sniffContainer,
} from './sniff.ts';
import type { TranscodeProgress, TranscodeResult } from './transcode.api.ts';
import {
  DeviceFullError,
  isOutOfMemory,
  NotAudioError,
  OutOfMemoryError,
  TranscodeFailedError,
} from './transcode-errors.ts';

const WAV_TYPE = 'audio/wav';
const INPUT_FOLDER = '/in';
const INPUT_NAME = 'input';
const OUTPUT_PATH = '/out.wav';

/** Most bytes that are converted without a private file system: 25 minutes in stereo. */
const MEMORY_MAX_BYTES = 256 * 1024 * 1024;

/** Any major number that Emscripten does not use itself (terminals, null, random: 1, 5, 6). */
const OUTPUT_DEVICE_MAJOR = 64;

/** An MP3's frames are searched for in its first bytes up to here, because a tag with a picture may precede them. */
const RESYNC_BYTES = 4 * 1024 * 1024;

/** Starts a fresh ffmpeg; see `createFfmpegCore`. */
export type CoreMaker = typeof createFfmpegCore;

interface Job {
  readonly file: Blob;
  /** Null if the first bytes don't identify it. */
  readonly container: AudioContainer | null;
  readonly isTagged: boolean;
  readonly tell: (fraction: number, remainingS: number | null) => void;
  readonly makeCore: () => Promise<FfmpegCore>;
  readonly outputId: string | null;
}

/**
 * Converts an audio file to a conforming WAV; see TranscodeApi. Blocks its thread while ffmpeg runs.
 *
 * @param outputId name of the output file; null to write Blobs instead.
 * @param startCore starts ffmpeg where it can't be fetched as in a page.
 * @throws the errors of transcode-errors.ts.
 */
export async function transcode(
  file: Blob,
  onProgress: (progress: TranscodeProgress) => void,
  outputId: string | null = null,
  startCore: CoreMaker = createFfmpegCore,
): Promise<TranscodeResult> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  const container = sniffContainer(head);
  if (container === null && isOtherFile(head)) {
    throw new NotAudioError(`Got ${describeUnknown(head)}; expected wav, mp3, m4a, caf, flac, webm or ogg audio`);
  }
  const conforming = container === 'wav' ? await readConforming(file) : null;
  if (conforming !== null) return toResult(file.slice(0, file.size, WAV_TYPE), conforming, true);
  const tell = (fraction: number, remainingS: number | null): void =>
    onProgress({ stage: 'conversion', fraction, remainingS });
  const makeCore = (): Promise<FfmpegCore> => startCore((sent) => onProgress({ stage: 'download', ...sent }));
  return convert({ file, container, isTagged: isTagged(head), tell, makeCore, outputId });
}

/**
 * Returns the format of a WAV that can be used unchanged; null for one that must be converted: another sample format,
 * an unreadable header, or sizes that a streaming writer never filled in.
 */
async function readConforming(file: Blob): Promise<WavFormat | null> {
  try {
    const format = await readWavFormat(file);
    const { dataOffset, dataBytes } = format;
    const sizeField = await file.slice(dataOffset - 4, dataOffset).arrayBuffer();
    const isSizeCorrect = new DataView(sizeField).getUint32(0, true) === dataBytes;
    return isConformingWav(format) && isSizeCorrect ? format : null;
  } catch {
    return null;
  }
}

/** Converts a file in as many attempts as help, each with a fresh ffmpeg; nearly every file takes one. */
async function convert(job: Job): Promise<TranscodeResult> {
  let attempt: Attempt | null = FIRST_ATTEMPT;
  for (;;) {
    const { result, log, failure }: Outcome = await runFfmpeg(job, attempt);
    if (result !== null) return result;
    attempt = nextAttempt(attempt, failure, log);
    if (attempt !== null) continue;
    const frames = log.format === '' ? await skipToFrames(job) : null;
    if (frames === null) throw failure;
    return convert(frames);
  }
}

/**
 * Returns the job for an MP3 without the bytes before its frames, if ffmpeg doesn't search that far; null for others.
 */
async function skipToFrames(job: Job): Promise<Job | null> {
  if (job.container !== null && job.container !== 'mp3') return null;
  const start = findMpegFrames(new Uint8Array(await job.file.slice(0, RESYNC_BYTES).arrayBuffer()));
  return start > 0 ? { ...job, file: job.file.slice(start), container: 'mp3', isTagged: false } : null;
}

type Outcome = { readonly log: FfmpegLog } & (
  | { readonly result: TranscodeResult; readonly failure: null }
  | { readonly result: null; readonly failure: Error }
);

async function runFfmpeg(job: Job, attempt: Attempt): Promise<Outcome> {
  const { file, container, isTagged, tell, makeCore, outputId } = job;
  const { exec, FS, setLogger, setProgress } = await makeCore();
  const log = new FfmpegLog({
    track: attempt.track,
    isKnown: container !== null,
    isTagged,
    isShort: file.size <= SNIFF_BYTES,
  });
  const output = await openSink(outputId);
  const timeLeft = createTimeLeft(performance.now());
  const report = risingSteps((fraction) => tell(fraction, timeLeft(fraction, performance.now())));
  // A download has ended.
  tell(0, null);

  setLogger(({ message }) => log.take(message));
  let writtenS = 0;
  let readFraction = 0;
  const update = (): void => report(fractionDone({ durationS: log.durationS, writtenS, readFraction }));
  setProgress(({ time }) => {
    writtenS = time / 1_000_000;
    update();
  });
  const input = watchReads(file, (fraction) => {
    readFraction = fraction;
    update();
  });

  FS.mkdir(INPUT_FOLDER);
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: INPUT_NAME, data: input }] }, INPUT_FOLDER);
  const device = FS.makedev(OUTPUT_DEVICE_MAJOR, 0);
  FS.registerDevice(device, {
    ...output.device,
    write(...args) {
      // Now ffmpeg has logged the file's contents, and would continue with guessed channel positions. It takes an error
      // that begins with 'Aborted' for its own end.
      if (log.lacksLayout && attempt.channels === 'places')
        throw new Error('Aborted: the channels are to be mixed evenly');
      return output.device.write(...args);
    },
  });
  FS.mkdev(OUTPUT_PATH, device);

  let exitCode: number;
  try {
    exitCode = run(() => exec(...commandOf(attempt, `${INPUT_FOLDER}/${INPUT_NAME}`, OUTPUT_PATH)));
  } finally {
    // Also after a failure, so that the file can be deleted.
    output.close();
  }
  const wav = await output.toBlob();
  const format = exitCode === 0 && !log.isProtected ? await readWavFormat(wav) : null;
  if (format === null || format.frames === 0 || format.channels > CONFORMING_WAV.channelsMax)
    return { log, result: null, failure: log.failure(exitCode) };
  const statedS = statedBeyond(log, { readS: format.durationS, fileBytes: file.size });
  return { log, result: { ...toResult(wav, format, false), statedS, skippedTracks: attempt.track }, failure: null };
}

interface Output {
  readonly device: FfmpegDevice;
  close(): void;
  toBlob(): Promise<Blob>;
}

/** Opens a file on the device, which uses no memory; falls back to Blobs, which the browser may hold in memory. */
async function openSink(outputId: string | null): Promise<Output> {
  const file = outputId === null ? null : await createOutput(outputId);
  if (outputId === null || file === null) {
    const device = createBlobSink(outputId === null ? undefined : MEMORY_MAX_BYTES);
    return { device, close: () => undefined, toBlob: async () => device.toBlob(WAV_TYPE) };
  }
  const device = createFileSink(file);
  return {
    device,
    close: () => run(() => device.finish()),
    toBlob: async () => {
      const written = await openOutput(outputId);
      return written.slice(0, written.size, WAV_TYPE);
    },
  };
}

/** Maps thrown errors: WASM traps, and a lack of memory or space. Other failures are exit codes. */
function run<Result>(exec: () => Result): Result {
  try {
    return exec();
  } catch (cause) {
    if (isQuota(cause)) throw new DeviceFullError(`The device has no room for the converted file: ${String(cause)}`);
    if (isOutOfMemory(cause)) throw new OutOfMemoryError(`ffmpeg ran out of memory: ${String(cause)}`);
    throw new TranscodeFailedError(`ffmpeg was aborted: ${String(cause)}`);
  }
}

function toResult(wav: Blob, format: WavFormat, passedThrough: boolean): TranscodeResult {
  const { sampleRateHz, channels } = format;
  return {
    wav,
    durationS: format.frames === 0 ? 0 : reportedDurationS(format.durationS),
    sampleRateHz,
    channels,
    passedThrough,
    statedS: null,
    skippedTracks: 0,
  };
}
