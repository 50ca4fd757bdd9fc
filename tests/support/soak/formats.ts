import { expect, test } from 'vitest';
import { transcode } from '../../../workers/transcode/transcode.ts';
import { askFfmpeg, BytesFile, makeFile, startFfmpeg, tone } from '../audio/ffmpeg-in-node.ts';

const TONE_S = 1;
/** Encoders pad; some formats have blocks of a tenth of a second. */
const SLACK_S = 0.25;
/** How a sound file that can't be read is refused: for its format, never as damaged. */
const NAMED = ['UnsupportedFormatError', 'NotAudioError', 'NoAudioTrackError'];
/** Containers of many codecs: each is tried with each. */
const HOSTS = ['matroska', 'mov', 'mp4', 'wav', 'nut', 'caf', 'ogg', 'avi', 'asf', 'flv', 'aiff', 'au', 'voc'];
/** Some codecs know only one of these. */
const SHAPES: string[][] = [
  ['-ar', '44100', '-ac', '1'],
  ['-ar', '8000', '-ac', '1'],
  ['-ar', '48000', '-ac', '2'],
  ['-ar', '22050', '-ac', '2'],
];
/** What ffmpeg writes without all that it needs to read it. */
const HALF_WRITTEN = ['wav aac', 'wav vorbis', 'wav libvorbis'];
/** No containers of sound in a file: hashes, addresses, lists of files, one file for each picture. */
const NO_FILES =
  /^(?:.*hash|crc|md5|null|tee|fifo.*|hls|dash|hds|segment|stream_segment.*|smoothstreaming|rtp.*|rtsp|sap|image2.*|uncodedframecrc|webm_chunk|webm_dash.*|mkvtimestamp.*|ffmetadata|framecrc|framemd5|asf_stream)$/;

/** What became of a file that ffmpeg made. */
export interface FormatRow {
  readonly container: string;
  readonly codec: string;
  readonly bytes: number;
  /** Seconds that were read, or the name of the refusal. */
  readonly outcome: string;
}

/** The names in a list of ffmpeg's, such as `-muxers`. */
export async function listNames(what: string, line: RegExp): Promise<string[]> {
  const lines = await askFfmpeg(what);
  return lines.flatMap((one) => line.exec(one)?.[1]?.split(',')[0] ?? []);
}

/** Some four hundred files, each by an ffmpeg of its own. */
const TIMEOUT_MS = 1_200_000;

/** Tests that every container and codec that ffmpeg can make is taken, or refused by name. */
export function testAllFormats(onRow: (row: FormatRow) => void): void {
  test('whatever ffmpeg makes is read back, or refused as a format that is not supported', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const encoders = await listNames('-encoders', /^ A\S{5} (\S+)/);
    const muxers = (await listNames('-muxers', /^ {2}E (\S+)/)).filter((name) => !NO_FILES.test(name));
    expect([encoders.length > 60, muxers.length > 100]).toEqual([true, true]);
    const wrong: FormatRow[] = [];
    const take = async (container: string, codec: string, made: Uint8Array): Promise<void> => {
      const row = { container, codec, bytes: made.length, outcome: await outcomeOf(made) };
      onRow(row);
      const isRight = NAMED.includes(row.outcome) || row.outcome.endsWith(' s');
      if (!isRight && !HALF_WRITTEN.includes(`${container} ${codec}`)) wrong.push(row);
    };
    for (const container of muxers) {
      const found = await makeIn(container, [], SHAPES);
      if (found === null) onRow({ container, codec: '', bytes: 0, outcome: 'not made' });
      else await take(container, 'default', found.made);
    }
    for (const codec of encoders) {
      const options = ['-c:a', codec, '-strict', '-2'];
      let shapes = SHAPES;
      for (const host of HOSTS) {
        const found = await makeIn(host, options, shapes);
        if (found === null) continue;
        shapes = [found.shape];
        await take(host, codec, found.made);
      }
    }
    expect(wrong).toEqual([]);
  });
}

/** A second of sound in a container, of the first shape that the codec knows; null if it holds none. */
async function makeIn(
  container: string,
  options: readonly string[],
  shapes: readonly string[][],
): Promise<{ readonly made: Uint8Array; readonly shape: string[] } | null> {
  for (const shape of shapes) {
    const made = await makeFile([...tone(TONE_S), ...options, ...shape, '-f', container]);
    if (made !== null) return { made, shape };
  }
  return null;
}

async function outcomeOf(made: Uint8Array): Promise<string> {
  try {
    const { durationS, statedS } = await transcode(new BytesFile(made), () => {}, null, startFfmpeg);
    if (statedS !== null) return `${durationS} of ${statedS} s are said to be lost`.replace(/ s /, ' ');
    const isWhole = Math.abs(durationS - TONE_S) < SLACK_S;
    return `${durationS.toFixed(2)}${isWhole ? '' : ' instead of 1'} s`;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
