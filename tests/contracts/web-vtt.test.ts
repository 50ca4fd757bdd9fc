import { createRequire } from 'node:module';
import { describe, expect, it, test } from 'vitest';
import { type WebVTTNode, WebVTTParser } from 'webvtt-parser';
import { createSeededRandom, type SeededRandom } from '../../app/rehearsal/seeded-random.ts';
import { type Cue, parseWebVtt, writeTimestamp, writeWebVtt } from '../../contracts/web-vtt.ts';
import { cueText } from '../../contracts/web-vtt-text.ts';
import { timesAsLong } from '../support/processor-time.ts';

/** What a file says, as `start-end id|text`. */
function read(file: string): string[] | null {
  const { isWebVtt, cues } = parseWebVtt(file);
  return isWebVtt ? cues.map(({ startMs, endMs, id, text }) => `${startMs}-${endMs} ${id ?? ''}|${text}`) : null;
}

const CUE = '00:00.000 --> 00:01.000\ntext';
const READ = ['0-1000 |text'];

describe('the file', () => {
  test.each<[string, string, string[] | null]>([
    ['is only its signature', 'WEBVTT', []],
    ['has a signature without a newline after it', 'WEBVTT\n', []],
    ['has a signature after a byte order mark', `\ufeffWEBVTT\n\n${CUE}`, READ],
    ['has two byte order marks', `\ufeff\ufeffWEBVTT\n\n${CUE}`, null],
    ['has words after its signature', `WEBVTT - Place du Pilori\n\n${CUE}`, READ],
    ['has a tab after its signature', `WEBVTT\twords\n\n${CUE}`, READ],
    ['has a form feed after its signature', `WEBVTT\f\n\n${CUE}`, null],
    ['has letters after its signature', `WEBVTTX\n\n${CUE}`, null],
    ['has a signature in small letters', `webvtt\n\n${CUE}`, null],
    ['has the signature of old', `WEBSRT\n\n${CUE}`, null],
    ['has an empty line first', `\nWEBVTT\n\n${CUE}`, null],
    ['has a space first', ` WEBVTT\n\n${CUE}`, null],
    ['is empty', '', null],
    ['has no signature', CUE, null],
    ['has times in the line of its signature', `WEBVTT ${CUE}\n\n${CUE}`, READ],
    ['has times right below its signature', `WEBVTT\n${CUE}`, READ],
    ['has an id right below its signature, which is taken for the header', `WEBVTT\nid\n${CUE}`, READ],
    ['has a header', `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00\nKind: captions\n\n${CUE}`, READ],
    ['ends its lines with a carriage return', `WEBVTT\r\r${CUE.replaceAll('\n', '\r')}`, READ],
    ['ends its lines as Windows does', `WEBVTT\r\n\r\n${CUE.replaceAll('\n', '\r\n')}\r\n`, READ],
    ['mixes its line ends', `WEBVTT\r\n\n${CUE}\r\r\n${CUE}`, [...READ, ...READ]],
    ['has many empty lines', `WEBVTT\n\n\n\n${CUE}\n\n\n\n`, READ],
    ['has NULs', 'WEBVTT\n\ni\0d\n00:00.000 --> 00:01.000\nte\0xt', ['0-1000 i\ufffdd|te\ufffdxt']],
  ])('%s', (_name, file, expected) => {
    expect(read(file)).toEqual(expected);
  });
});

describe('a block', () => {
  test.each<[string, string, string[]]>([
    ['has an id', `un id\n${CUE}`, ['0-1000 un id|text']],
    ['has an id of spaces', ` \n${CUE}`, ['0-1000  |text']],
    ['has two lines before its times, and is left before them', `un\ndeux\n${CUE}`, READ],
    ['is an id without times', `un\n\n${CUE}`, READ],
    ['is a comment', `NOTE\nun\ndeux\n\n${CUE}`, READ],
    ['is a comment of one line', `NOTE un\n\n${CUE}`, READ],
    ['is a comment with times in it, which are a cue', `NOTE\nun\n${CUE}`, READ],
    ['is called NOTE', `NOTE\n${CUE}`, ['0-1000 NOTE|text']],
    ['is a style', `STYLE\n::cue { color: red }\n\n${CUE}`, READ],
    ['is a region', `REGION\nid:fred\nwidth:40%\n\n${CUE}`, READ],
    ['has no text', `00:00.000 --> 00:01.000\n\n${CUE}`, ['0-1000 |', ...READ]],
    ['ends at the end of the file, in its times', '00:00.000 --> 00:01.000', ['0-1000 |']],
    ['has lines of spaces, which do not end it', '00:00.000 --> 00:01.000\nun\n \ndeux', ['0-1000 |un\n \ndeux']],
    ['is followed by times without an empty line', `${CUE}\n00:01.000 --> 00:02.000\nun`, [...READ, '1000-2000 |un']],
    ['has an arrow in its text', `${CUE}\na --> b\n${CUE}`, [...READ, ...READ]],
    ['has an arrow alone before it', `-->\n${CUE}`, READ],
    ['has broken times, and its text is skipped', `00:00.000 --> x\nun\n\n${CUE}`, READ],
    ['is earlier than the one before', `00:05.000 --> 00:06.000\nun\n\n${CUE}`, [...READ, '5000-6000 |un']],
    ['is longer than one with the same start', `${CUE}\n\n00:00.000 --> 00:09.000\nun`, ['0-9000 |un', ...READ]],
  ])('%s', (_name, body, expected) => {
    expect(read(`WEBVTT\n\n${body}`)).toEqual(expected);
  });
});

describe('times', () => {
  test.each<[string, string | null]>([
    ['00:00.000 --> 00:01.000', '0-1000'],
    ['00:00:00.000 --> 00:00:01.000', '0-1000'],
    ['00:00.000 --> 01:00:00.000', '0-3600000'],
    ['1:00:00.000 --> 123456:59:59.999', '3600000-444445199999'],
    ['00:00.000-->00:01.000', '0-1000'],
    [' \t\f00:00.000\t -->\f 00:01.000 \t', '0-1000'],
    ['00:01.000 --> 00:00.000', '1000-0'],
    ['00:00.000 --> 00:01.000align:start', '0-1000'],
    ['00:00.000 --> 00:01.000 -->', '0-1000'],
    ['0:00.000 --> 00:01.000', null],
    ['000:00.000 --> 00:01.000', null],
    ['00:0.000 --> 00:01.000', null],
    ['00:00.00 --> 00:01.000', null],
    ['00:00.0000 --> 00:01.000', null],
    ['00:00,000 --> 00:01,000', null],
    ['00:00 --> 00:01', null],
    ['00.000 --> 01.000', null],
    ['60:00.000 --> 61:00.000', null],
    ['00:60.000 --> 01:00.000', null],
    ['00:60:00.000 --> 01:00:00.000', null],
    ['00:00:60.000 --> 01:00:00.000', null],
    ['00:000:00.000 --> 01:00:00.000', null],
    ['-00:00.000 --> 00:01.000', null],
    ['00:00.000 --> -00:01.000', null],
    ['00:00.000 -- > 00:01.000', null],
    ['00:00.000 x --> 00:01.000', null],
    ['00:00.000 --> x 00:01.000', null],
    ['00:00.000 -->', null],
    ['--> 00:01.000', null],
    ['٠٠:00.000 --> 00:01.000', null],
    ['99999999999999:00:00.000 --> 99999999999999:00:01.000', null],
  ])('%s', (line, expected) => {
    const { cues, brokenCount } = parseWebVtt(`WEBVTT\n\n${line}\ntext`);
    expect(cues.map(({ startMs, endMs }) => `${startMs}-${endMs}`)).toEqual(expected === null ? [] : [expected]);
    expect(brokenCount).toBe(line.includes('-->') && expected === null ? 1 : 0);
  });

  it('are followed by settings, which are stored as they are', () => {
    const { cues } = parseWebVtt('WEBVTT\n\n00:00.000 --> 00:01.000 align:start\t line:50%  size:x \ntext');
    expect(cues[0]?.settings).toBe('align:start line:50% size:x');
  });
});

describe('a payload', () => {
  test.each<[string, string, string?]>([
    ['un <b>gros</b> <i>mot</i>', 'un gros mot'],
    ['<c.jaune.bg_bleu>un</c> <lang fr>mot</lang>', 'un mot'],
    ['un <00:00.500>mot', 'un mot'],
    ['<ruby>漢<rt>kan</ruby>!', '漢kan!'],
    ['un <inconnu>mot</inconnu> <', 'un mot '],
    ['un <b mot', 'un '],
    ['<v Ana>un mot', 'un mot', 'Ana'],
    ['<v.fort  Ana \t de  Lyon >un <b>mot</b></v> ', 'un mot', 'Ana de Lyon'],
    ['<v Ana &amp; Noé>un mot', 'un mot', 'Ana & Noé'],
    ['<v\nAna>un</v> <v Ana>mot</v>', 'un\nmot', 'Ana'],
    ['<v Ana>un</v>\n<v Noé>mot', 'Ana: un\nNoé: mot'],
    ['<v Ana>un</v> mot', 'Ana: un\nmot'],
    ['<v>un mot', 'un mot'],
    ['</b></v>un mot', 'un mot'],
    ['&lt;b&gt; &amp;amp; &lrm;&rlm;&nbsp;&quot;&apos;', '<b> &amp; \u200e\u200f\u00a0"\''],
    ['&eacute;t&eacute &Eacute; &oelig; &hellip; &ampx &notit; &unknown; &', 'été É œ … &x ¬it; &unknown; &'],
    ['&#233;&#xE9;&#x1F600 &#0; &#xD800; &#x110000; &#150; &#; &#x;', 'éé😀 \ufffd \ufffd \ufffd – &#; &#x;'],
  ])('%j', (payload, text, voice) => {
    const [cue] = parseWebVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${payload}`).cues;
    expect([cue?.text, cue?.voice]).toEqual([text, voice]);
  });
});

it('writes a time with its hours', () => {
  expect([0, 61_001, 3_599_999, 360_000_000].map(writeTimestamp)).toEqual([
    '00:00:00.000',
    '00:01:01.001',
    '00:59:59.999',
    '100:00:00.000',
  ]);
});

describe('a thousand generated files', () => {
  const files = Array.from({ length: 1000 }, (_, seed) => makeFile(createSeededRandom(seed)));

  it('are read as the reference parser reads them', () => {
    const parser = new WebVTTParser(entities);
    let cueCount = 0;
    for (const file of files) {
      const { cues } = parseWebVtt(file);
      const expected = parser.parse(file, 'metadata').cues.map((cue) => ({
        times: [Math.round(cue.startTime * 1000), Math.round(cue.endTime * 1000)],
        id: cue.id,
        text: cueText(textOf(cue.tree)),
        voice: voiceOf(cue.tree),
      }));
      expect(
        cues.map(({ startMs, endMs, id = '', text, voice }) => ({ times: [startMs, endMs], id, text, voice })),
        file,
      ).toEqual(expected);
      cueCount += cues.length;
    }
    expect(cueCount).toBeGreaterThan(4000);
  });

  it('are the same after they were written and read again, with the marks of a machine', () => {
    for (const [seed, file] of files.entries()) {
      const random = createSeededRandom(seed);
      const cues = parseWebVtt(file).cues.map((cue): Cue => (random.happens(0.3) ? { ...cue, isMachine: true } : cue));
      const written = writeWebVtt(cues);
      expect(parseWebVtt(written), file).toEqual({ isWebVtt: true, cues, brokenCount: 0 });
    }
  });
});

test.each([
  ['an ampersand and letters', `&${'a'.repeat(300_000)}`],
  ['tags without an end', '<'.repeat(300_000)],
  ['digits', `&#${'1'.repeat(300_000)}`],
])('%s take no longer to read than their length allows', (_, text) => {
  const usual = 'Le quai. '.repeat(text.length / 9);
  const readText = (payload: string) => () => {
    parseWebVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${payload}`);
  };
  expect(timesAsLong(readText(text), readText(usual))).toBeLessThan(30);
});

const entities: Readonly<Record<string, string>> = createRequire(import.meta.url)('webvtt-parser/html-entities.json');

function textOf(node: WebVTTNode): string {
  return node.type === 'text' ? node.value : (node.children ?? []).map(textOf).join('');
}

function voiceOf(node: WebVTTNode): string | undefined {
  const voice = node.children?.find(({ type, name }) => type === 'object' && name === 'v');
  return voice === undefined || voice.value === '' ? undefined : voice.value;
}

/** A file of some blocks, most of them cues, some of them broken. */
function makeFile(random: SeededRandom): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.between(0, values.length))] as T;
  const time = (): string => {
    const ms = Math.floor(random.between(0, pick([9000, 900_000, 90_000_000])));
    const written = writeTimestamp(ms);
    return ms < 3_600_000 && random.happens(0.5) ? written.slice(3) : written;
  };
  const space = (): string => pick(['', ' ', ' ', ' ', '\t', '  ']);
  const settings = (): string =>
    pick(['', '', ' align:start', ' line:50%,start  size:80%', '\tposition:10%', ' x', ' x:']);
  const timings = (): string => `${space()}${time()}${space()}-->${space()}${time()}${settings()}`;
  const words = [
    'la',
    'rue',
    'du',
    'Pilori',
    '&amp;',
    'é',
    '&eacute;',
    '&lt;',
    '&#233;',
    '&',
    '<b>là</b>',
    '<i>ici',
    '😀',
  ];
  const marks = [
    '<c.jaune>',
    '</c>',
    '<00:01.000>',
    '<lang fr>',
    '<x>',
    '</b>',
    '&gt;',
    '&nbsp;',
    '&hellip;',
    '\u2028',
  ];
  const line = (): string =>
    Array.from({ length: Math.floor(random.between(1, 7)) }, () => pick(random.happens(0.8) ? words : marks)).join(' ');
  const payload = (): string => {
    const lines = Array.from({ length: Math.floor(random.between(0, 4)) }, line).join('\n');
    return random.happens(0.3) ? `<v ${pick(['Ana', 'Noé Martin', 'Élise'])}>${lines}` : lines;
  };
  const ids = ['1', 'un id', 'dix -- onze', '->', 'NOTES', 'é '];
  const block = (): string => {
    const cue = `${random.happens(0.4) ? `${pick(ids)}\n` : ''}${timings()}\n${payload()}`;
    return pick([
      ...Array.from({ length: 7 }, () => cue),
      'NOTE une\nremarque',
      'NOTE machine',
      'un id seul',
      `${pick(['1:00.000', '00:61.000', 'x', ''])} --> 00:02.000\n${line()}`,
    ]);
  };
  const top = pick(['', '\ufeff']) + pick(['WEBVTT', 'WEBVTT - Pilori', 'WEBVTT\nKind: captions']);
  const style = pick(['', '\n\nSTYLE\n::cue { color: red }', '\n\nREGION\nid:un']);
  const blocks = Array.from({ length: Math.floor(random.between(0, 15)) }, block);
  const file = `${top}${style}\n\n${blocks.join(pick(['\n\n', '\n\n\n']))}${pick(['', '\n'])}`;
  return file.replaceAll('\n', pick(['\n', '\n', '\r\n', '\r']));
}
