import { cueText, escapeCueText, readCueText, SPACES } from './web-vtt-text.ts';

/**
 * What is said during one part of a sound. Times are whole milliseconds from its start; the end of a cue that we make
 * lies after its start.
 */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** Plain text of one or more lines, none of them empty. */
  readonly text: string;
  /** Who speaks, on one line. */
  readonly voice?: string;
  /** Its name in the file, on one line. */
  readonly id?: string;
  /** Where a player shows it, as the file said it: stored, and not used. */
  readonly settings?: string;
  /** A machine wrote it and nobody has corrected it. */
  readonly isMachine?: true;
}

/** What a file contains. */
export interface ReadWebVtt {
  /** Without the signature a file is no WebVTT, and has no cues. */
  readonly isWebVtt: boolean;
  /** In the order of a text track: by start, of equal starts the longest first. */
  readonly cues: Cue[];
  /** Cues left out because their times could not be read. */
  readonly brokenCount: number;
}

/** The comment that precedes a cue by a machine. A comment is ignored by other programs, as `isMachine` should be. */
const MACHINE_NOTE = 'NOTE machine';

/**
 * Reads WebVTT as browsers do (https://www.w3.org/TR/webvtt1/#file-parsing): comments, styles and regions are skipped,
 * and so is each cue whose times are broken. The text becomes plain text; of its tags only voices are used.
 */
export function parseWebVtt(file: string): ReadWebVtt {
  const work = readWebVtt(file);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** {@link parseWebVtt}, a block at a time: a long file takes a twentieth of a second. */
export function* readWebVtt(file: string): Generator<void, ReadWebVtt> {
  const lines = file
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return { isWebVtt: false, cues: [], brokenCount: 0 };
  const cues: Cue[] = [];
  let brokenCount = 0;
  let isMachine = false;
  // The header ends at an empty line, or at the first cue's times, which may follow the signature at once.
  let at = 1;
  while (at < lines.length && lines[at] !== '' && !isTimings(lines[at])) at++;
  while (at < lines.length) {
    if (lines[at] === '') {
      at++;
      continue;
    }
    const block = readBlock(lines, at);
    at = block.next;
    if (block.timings === null) {
      isMachine = block.before === MACHINE_NOTE && block.payload === '';
      continue;
    }
    const timings = readTimings(block.timings);
    if (timings === null) brokenCount++;
    else {
      const id = block.before === '' ? {} : { id: block.before };
      cues.push({ ...timings, ...id, ...readCueText(block.payload), ...(isMachine ? { isMachine } : {}) });
    }
    isMachine = false;
    yield;
  }
  return { isWebVtt: true, cues: inTrackOrder(cues), brokenCount };
}

/**
 * Writes cues as WebVTT. {@link parseWebVtt} returns the same cues, if they are as {@link Cue} says, in the order of a
 * text track.
 */
export function writeWebVtt(cues: readonly Cue[]): string {
  return `WEBVTT\n${cues.map((cue) => `\n${writeCue(cue)}\n`).join('')}`;
}

/** Sorts cues as a text track does. Returns a new array. */
export function inTrackOrder(cues: readonly Cue[]): Cue[] {
  return [...cues].sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
}

/** Writes a time as `hh:mm:ss.mmm`. */
export function writeTimestamp(timeMs: number): string {
  const of = (unitMs: number, count: number): string =>
    String(Math.floor(timeMs / unitMs) % count).padStart(String(count - 1).length, '0');
  return `${String(Math.floor(timeMs / 3_600_000)).padStart(2, '0')}:${of(60_000, 60)}:${of(1000, 60)}.${of(1, 1000)}`;
}

function writeCue({ startMs, endMs, text, voice, id, settings, isMachine }: Cue): string {
  const timings = [`${writeTimestamp(startMs)} --> ${writeTimestamp(endMs)}`];
  if (settings !== undefined) timings.push(settings.replaceAll(SPACES, ' '));
  const payload = `${voice === undefined ? '' : `<v ${escapeCueText(voice).replaceAll(SPACES, ' ')}>`}${escapeCueText(cueText(text))}`;
  return [
    ...(isMachine === true ? [`${MACHINE_NOTE}\n`] : []),
    // An arrow would turn the name into times.
    ...(id === undefined ? [] : [id.replace(/[\r\n]+/g, ' ').replaceAll('-->', '→')]),
    timings.join(' '),
    ...(payload === '' ? [] : [payload]),
  ].join('\n');
}

function isTimings(line: string | undefined): boolean {
  return line?.includes('-->') === true;
}

/** One block: `before` is what stands before the times, `payload` what follows; without times only the first line. */
interface Block {
  readonly before: string;
  readonly timings: string | null;
  readonly payload: string;
  /** Index of the line after it. */
  readonly next: number;
}

/** Reads the block whose first line is at `start`. It ends at an empty line, or before the times of another cue. */
function readBlock(lines: readonly string[], start: number): Block {
  const hasName = !isTimings(lines[start]);
  const timingsAt = hasName ? start + 1 : start;
  const timings = isTimings(lines[timingsAt]) ? (lines[timingsAt] ?? null) : null;
  const payloadAt = timings === null ? start + 1 : timingsAt + 1;
  let next = payloadAt;
  while (next < lines.length && lines[next] !== '' && !isTimings(lines[next])) next++;
  const payload = lines.slice(payloadAt, next).join('\n');
  return { before: hasName ? (lines[start] ?? '') : '', timings, payload, next };
}

/** Hours may be missing or have any number of digits; minutes and seconds have two digits, milliseconds three. */
const TIMESTAMP = /(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)/;
const TIMINGS = new RegExp(
  `^[\\t\\f ]*${TIMESTAMP.source}[\\t\\f ]*-->[\\t\\f ]*${TIMESTAMP.source}[\\t\\f ]*(.*)$`,
  's',
);

function readTimings(line: string): Pick<Cue, 'startMs' | 'endMs' | 'settings'> | null {
  const found = TIMINGS.exec(line);
  if (found === null) return null;
  const timeMs = (first: number): number => {
    const [hours = '0', minutes, seconds, ms] = found.slice(first, first + 4);
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
  };
  const times = { startMs: timeMs(1), endMs: timeMs(5) };
  // Later than any sound, and no whole number of milliseconds any more.
  if (!Number.isSafeInteger(times.startMs) || !Number.isSafeInteger(times.endMs)) return null;
  const settings = (found[9] ?? '').replaceAll(SPACES, ' ').trim();
  return { ...times, ...(settings === '' ? {} : { settings }) };
}
