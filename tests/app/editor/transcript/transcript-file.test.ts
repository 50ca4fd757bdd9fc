import { describe, expect, it, test } from 'vitest';
import { readTranscriptFile } from '../../../../app/editor/transcript/transcript-file.ts';
import { CUES_MAX } from '../../../../contracts/limits.ts';
import { writeWebVtt } from '../../../../contracts/web-vtt.ts';
import { finish } from '../../../support/finish.ts';

const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\nÀ côté\nde l’église\n\n2\n00:00:03,000 --> 00:00:04,000\nun <i>pont</i>\n';

function read(file: string | Uint8Array, sound: Parameters<typeof readTranscriptFile>[1] = null) {
  return finish(readTranscriptFile(typeof file === 'string' ? new TextEncoder().encode(file) : file, sound));
}

/** What a file says, as `start-end text`, or why it says nothing. */
function said(...file: Parameters<typeof read>): string | string[] {
  const result = read(...file);
  if ('refusal' in result) return result.refusal;
  return [result.format, ...result.cues.map(({ startMs, endMs, text }) => `${startMs}-${endMs} ${text}`)];
}

describe('the content tells the format', () => {
  test.each<[string, string, string | string[]]>([
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nun', ['vtt', '1000-2000 un']],
    ['WebVTT without a signature is read as SRT', '00:01.000 --> 00:02.000\nun', ['srt', '1000-2000 un']],
    ['SRT', SRT, ['srt', '1000-2500 À côté\nde l’église', '3000-4000 un pont']],
    ['SRT of Windows', SRT.replaceAll('\n', '\r\n'), ['srt', '1000-2500 À côté\nde l’église', '3000-4000 un pont']],
    ['text, without a sound', 'Un pont. Une rue.', 'no_sound'],
  ])('%s', (_name, file, expected) => {
    expect(said(file)).toEqual(expected);
  });
});

describe('SRT', () => {
  test.each<[string, string, string[]]>([
    [
      'without numbers',
      '00:00:01,000 --> 00:00:02,000\nun\n\n00:00:03,000 --> 00:00:04,000\n1871',
      ['1000-2000 un', '3000-4000 1871'],
    ],
    [
      'with a text that is a number',
      '1\n0:0:1,5 --> 0:0:2,50\n1871\n\n2\n00:00:03 --> 00:00:04\nun',
      ['1500-2500 1871', '3000-4000 un'],
    ],
    [
      'without empty lines',
      '00:01,000 --> 00:02,000\nun\n00:03,000 --> 00:04,000\ndeux',
      ['1000-2000 un', '3000-4000 deux'],
    ],
    ['with empty lines in a text', '1\n00:00:01,000 --> 00:00:02,000\nun\n\ndeux\n\n\n', ['1000-2000 un\ndeux']],
    [
      'with positions and marks',
      '00:00:01,000 --> 00:00:02,000 X1:1 Y1:2\n{\\an8}<font color="red">5 < 6</font>',
      ['1000-2000 5 < 6'],
    ],
    [
      'out of order',
      '00:00:03,000 --> 00:00:04,000\nun\n\n00:00:01,000 --> 00:00:02,000\ndeux',
      ['1000-2000 deux', '3000-4000 un'],
    ],
  ])('%s', (_name, file, expected) => {
    expect(said(file)).toEqual(['srt', ...expected]);
  });

  it('counts the cues whose times make no sense', () => {
    const times = ['00:00:01,000 --> 00:00:02,000', '00:00:05,000 --> 00:00:04,000', '00:61:00,000 --> 00:62:00,000'];
    expect(read(times.map((line) => `${line}\nun\n`).join('\n'))).toMatchObject({ brokenCount: 2 });
  });
});

describe('a long file is read in many steps, so that the page stays responsive', () => {
  const cues = Array.from({ length: CUES_MAX }, (_, at) => ({
    ...{ startMs: 1000 * at, endMs: 1000 * at + 900 },
    text: `Un pont ${at}.`,
  }));
  const vtt = writeWebVtt(cues);
  const sound = { peaks: [Float32Array.from({ length: 1000 }, () => 0.5)], durationS: CUES_MAX };
  test.each<[string, string]>([
    ['WebVTT', vtt],
    ['SRT', vtt.replace('WEBVTT\n\n', '')],
    ['text', cues.map(({ text }) => text).join('\n')],
  ])('%s', (_name, file) => {
    const work = readTranscriptFile(new TextEncoder().encode(file), sound);
    let steps = 0;
    let step = work.next();
    for (; step.done !== true; steps++) step = work.next();
    expect(steps).toBeGreaterThan(CUES_MAX - 2);
    expect(step.value).toMatchObject({ cues: { length: CUES_MAX } });
  });
});

describe('the text is read', () => {
  const expected = said(SRT);
  const units = Uint16Array.from(`\ufeff${SRT}`, (letter) => letter.charCodeAt(0));
  const littleEndian = new Uint8Array(units.buffer);
  test.each<[string, Uint8Array]>([
    ['from UTF-8 with a mark', new TextEncoder().encode(`\ufeff${SRT}`)],
    ['from UTF-16', littleEndian],
    ['from UTF-16 with the high byte first', littleEndian.map((_, index, bytes) => bytes[index ^ 1] ?? 0)],
  ])('%s', (_name, bytes) => {
    expect(said(bytes)).toEqual(expected);
  });

  it('from Windows-1252, of which Node knows Latin-1 alone', () => {
    const bytes = Uint8Array.from('00:01,000 --> 00:02,000\nÀ côté', (letter) => letter.charCodeAt(0));
    expect(said(bytes)).toEqual(['srt', '1000-2000 À côté']);
  });

  it('from WebVTT always as UTF-8', () => {
    const bytes = [...new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:02.000\n'), 0xe9];
    expect(said(Uint8Array.from(bytes))).toEqual(['vtt', '1000-2000 \ufffd']);
  });
});

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'empty'],
  ['only a mark and spaces', '\ufeff \n', 'empty'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0), 'not_text'],
  ['RTF', '{\\rtf1\\ansi Un pont.}', 'not_text'],
  ['WebVTT without cues', 'WEBVTT\n\nNOTE un', 'no_cues'],
  ['only broken times', '00:00:02,000 --> 00:00:01,000\nun', 'no_cues'],
  ['too many cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\n\n'.repeat(CUES_MAX + 1)}`, 'too_long'],
  ['too many letters', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(300_000)}`, 'too_long'],
  ['too many bytes', new Uint8Array(2_000_000), 'too_long'],
])('%s is refused', (_name, file, refusal) => {
  expect(said(file)).toBe(refusal);
});
