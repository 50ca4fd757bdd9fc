import { CUES_MAX, TRANSCRIPT_MAX } from '../../../contracts/limits.ts';
import { type Cue, inTrackOrder, readWebVtt, writeWebVtt } from '../../../contracts/web-vtt.ts';
import { cueText } from '../../../contracts/web-vtt-text.ts';
import { findPauses, spreadText } from './spread-text.ts';

/** The waveform of the sound that a transcript belongs to, and how long it is. */
export interface DrawnSound {
  /** One array per channel, with numbers from -1 to 1, evenly over the whole sound. */
  readonly peaks: readonly Float32Array[];
  readonly durationS: number;
}

/** Why a file gives no transcript. */
export type TranscriptRefusal =
  | 'not_text'
  | 'empty'
  /** A file with times, none of which can be read. */
  | 'no_cues'
  /** More cues or characters than a transcript may have. */
  | 'too_long'
  /** Plain text can't be spread over an unknown sound. */
  | 'no_sound'
  /** More sentences than anybody says in that time. */
  | 'too_long_for_sound';

/** What a file became. */
export type ReadTranscript =
  | {
      readonly format: 'vtt' | 'srt' | 'text';
      readonly cues: readonly Cue[];
      /** Cues of the file that were left out because their times make no sense. */
      readonly brokenCount: number;
    }
  | { readonly refusal: TranscriptRefusal };

/** Times and line breaks of a cue. */
const CUE_CHARS = 32;
/** By how much escapes, names, settings and comments lengthen most files, at most. */
const ESCAPES = 1.3;

/** Up to four bytes make a character, and SRT writes more around each cue than WebVTT. */
const BYTES_MAX = 6 * TRANSCRIPT_MAX;

/**
 * Reads a file with a transcript: WebVTT, SubRip (SRT) or plain text, which its content tells. Plain text is spread over
 * the sound, whose waveform is null if it isn't known. Some cues at a time, for `runInSlices`.
 */
export function* readTranscriptFile(bytes: Uint8Array, sound: DrawnSound | null): Generator<void, ReadTranscript> {
  if (bytes.length > BYTES_MAX) return { refusal: 'too_long' };
  const text = decodeText(bytes);
  if (text === null) return { refusal: 'not_text' };
  if (text.trim() === '') return { refusal: 'empty' };
  yield;
  const vtt = yield* readWebVtt(text);
  if (vtt.isWebVtt) return checked('vtt', vtt.cues, vtt.brokenCount);
  const srt = yield* readSrt(text);
  if (srt !== null) return checked('srt', srt.cues, srt.brokenCount);
  const [channel] = sound?.peaks ?? [];
  if (sound === null || channel === undefined) return { refusal: 'no_sound' };
  const durationMs = Math.round(sound.durationS * 1000);
  const pauses = findPauses(channel, durationMs);
  yield;
  const cues = yield* spreadText(text, { durationMs, pauses });
  return cues === null ? { refusal: 'too_long_for_sound' } : checked('text', cues, 0);
}

function checked(format: 'vtt' | 'srt' | 'text', read: readonly Cue[], unread: number): ReadTranscript {
  const cues = read.filter(({ startMs, endMs }) => endMs > startMs);
  if (cues.length === 0) return { refusal: 'no_cues' };
  if (exceedsTranscript(cues)) return { refusal: 'too_long' };
  return { format, cues, brokenCount: unread + read.length - cues.length };
}

/** Whether cues are more than a transcript may have. Only what is near the limit is written to know it. */
export function exceedsTranscript(cues: readonly Cue[]): boolean {
  if (cues.length > CUES_MAX) return true;
  const chars = cues.reduce((sum, cue) => sum + cue.text.length + CUE_CHARS + (cue.voice?.length ?? 0), 0);
  return ESCAPES * chars > TRANSCRIPT_MAX && writeWebVtt(cues).length > TRANSCRIPT_MAX;
}

/**
 * Decodes UTF-8, UTF-16 with its byte order mark, else Windows-1252, as older subtitle programs write. Returns null for
 * what is no text, and for RTF, whose text lies between commands.
 */
function decodeText(bytes: Uint8Array): string | null {
  const text = decoderOf(bytes).decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell that a file is no text.
  const isText = !/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) && !text.startsWith('{\\rtf');
  // WebVTT may contain NULs.
  return isText && (text.startsWith('WEBVTT') || !text.includes('\0')) ? text : null;
}

function decoderOf(bytes: Uint8Array): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  const utf8 = new TextDecoder();
  // The standard reads WebVTT as UTF-8 whatever it contains.
  if (utf8.decode(bytes.subarray(0, 9)).startsWith('WEBVTT')) return utf8;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return utf8;
  } catch {
    return new TextDecoder('windows-1252');
  }
}

const SRT_TIME = /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?/;
const SRT_TIMINGS = new RegExp(`^\\s*${SRT_TIME.source}\\s*--?>\\s*${SRT_TIME.source}(?!\\d)`);

/** Tags of SubRip, and the positions of SubStation Alpha that stand in many of its files. */
const SRT_MARKS = /<\/?(?:b|i|u|s|font)\b[^>]*>|\{\\[^}]*\}/gi;

/**
 * Reads SRT as players do: any line of times begins a cue, with or without a number above it, with comma or point, and
 * with whatever follows the times. Returns null for a text without any times.
 */
function* readSrt(text: string): Generator<void, { readonly cues: Cue[]; readonly brokenCount: number } | null> {
  const lines = text.split(/\r\n|\r|\n/);
  const starts = lines.flatMap((line, index) => (SRT_TIMINGS.test(line) ? [index] : []));
  if (starts.length === 0) return null;
  const cues: Cue[] = [];
  for (const [index, start] of starts.entries()) {
    yield;
    const said = lines.slice(start + 1, starts[index + 1] ?? lines.length);
    // The number of the next cue stands after an empty line, if the file has numbers.
    if (starts[index + 1] !== undefined && /^\s*\d+\s*$/.test(said.at(-1) ?? '') && said.at(-2)?.trim() === '')
      said.pop();
    const times = SRT_TIMINGS.exec(lines[start] ?? '');
    const startMs = srtTimeMs(times?.slice(1, 5));
    const endMs = srtTimeMs(times?.slice(5, 9));
    const words = said.map((line) => line.replace(SRT_MARKS, '').trim()).join('\n');
    if (startMs !== null && endMs !== null) cues.push({ startMs, endMs, text: cueText(words) });
  }
  return { cues: inTrackOrder(cues), brokenCount: starts.length - cues.length };
}

function srtTimeMs(parts: readonly (string | undefined)[] = []): number | null {
  const [hours = '0', minutes, seconds, fraction = '0'] = parts;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}
