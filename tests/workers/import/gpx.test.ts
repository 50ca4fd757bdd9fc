import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { ImportError } from '../../../contracts/imported-file.ts';
import { readGpxLines } from '../../../workers/import/gpx.ts';

const GARMIN = `<?xml version="1.0" encoding="UTF-8"?>
<gpx creator="Garmin Connect" version="1.1"
  xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/11.xsd"
  xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
  xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <metadata><link href="connect.garmin.com"><text>Garmin Connect</text></link><time>2026-05-02T08:11:21.000Z</time></metadata>
  <trk>
    <name>Paris Course &amp; marche</name><type>walking</type>
    <trkseg>
      <trkpt lat="48.85550" lon="2.34700"><ele>34.2</ele><time>2026-05-02T08:11:21.000Z</time>
        <extensions><ns3:TrackPointExtension><ns3:hr>92</ns3:hr></ns3:TrackPointExtension></extensions></trkpt>
      <trkpt lat="48.85560" lon="2.34720"><ele>34.4</ele><time>2026-05-02T08:11:31.000Z</time></trkpt>
      <trkpt lat="48.85580" lon="2.34750"><ele>34.6</ele><time>2026-05-02T08:11:44.000Z</time></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="48.85600" lon="2.34800"/><trkpt lat="48.85620" lon="2.34820"/>
    </trkseg>
  </trk>
</gpx>`;

const KOMOOT = `<?xml version='1.0' encoding='UTF-8'?>
<gpx version="1.1" creator="https://www.komoot.de" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><name>Île de la Cité</name><author><link href="https://www.komoot.de"><type>text/html</type></link></author></metadata>
  <trk><name>Île de la Cité</name><trkseg>
    <trkpt lat="48.857" lon="2.341"><ele>35.1</ele></trkpt><trkpt lat="48.856" lon="2.343"><ele>35.0</ele></trkpt>
  </trkseg></trk>
</gpx>`;

const OSMAND = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<gpx version="1.1" creator="OsmAnd 4.7" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">
  <wpt lat="48.8" lon="2.3"><name>Café</name></wpt>
  <rte><name>Vers la place</name>
    <rtept lat="48.85" lon="2.34"/><rtept lat="48.851" lon="2.341"/><rtept lat="48.852" lon="2.341"/>
  </rte>
  <trk><trkseg>
    <trkpt lat="48.857" lon="2.341"><extensions><osmand:speed>1.2</osmand:speed></extensions></trkpt>
    <trkpt lat="48.856" lon="2.343"/>
  </trkseg></trk>
  <trk><name>Un seul point</name><trkseg><trkpt lat="48.857" lon="2.341"/></trkseg></trk>
</gpx>`;

const read = async (text: BlobPart) => readGpxLines(new Uint8Array(await new Blob([text]).arrayBuffer()));
const faultOf = (text: BlobPart) =>
  read(text).then(
    () => 'none',
    (error: unknown) => (error instanceof ImportError ? error.fault : error),
  );

test('a watch’s track has its segments joined, and its name without entities', async () => {
  const [track, ...more] = await read(GARMIN);
  expect(more).toEqual([]);
  expect(track).toMatchObject({ name: 'Paris Course & marche', segments: 2 });
  expect(track?.line).toEqual([
    [2.347, 48.8555],
    [2.3472, 48.8556],
    [2.3475, 48.8558],
    [2.348, 48.856],
    [2.3482, 48.8562],
  ]);
});

test('a point has its own time or none, not the file’s time or an extension’s', async () => {
  const text = GARMIN.replace('<ns3:hr>92</ns3:hr>', '<time>2020-01-01T00:00:00Z</time>').replace(
    '2026-05-02T08:11:44.000Z',
    'yesterday',
  );
  const startMs = Date.UTC(2026, 4, 2, 8, 11, 21);
  expect((await read(text))[0]?.timesMs).toEqual([startMs, startMs + 10_000, null, null, null]);
});

test('the time of an invalid point is dropped, and time zones are respected', async () => {
  const text = `<gpx><trk><trkseg><trkpt lat="48" lon="2"><time>2026-05-02T10:00:00+02:00</time></trkpt>
    <trkpt lat="x" lon="2"><time>2026-05-02T09:00:00Z</time></trkpt><trkpt lat="48.1" lon="2"/></trkseg></trk></gpx>`;
  expect((await read(text))[0]?.timesMs).toEqual([Date.UTC(2026, 4, 2, 8), null]);
});

test('a planner’s tour is read, accents and all', async () => {
  expect(await read(KOMOOT)).toMatchObject([
    {
      name: 'Île de la Cité',
      segments: 1,
      line: [
        [2.341, 48.857],
        [2.343, 48.856],
      ],
    },
  ]);
});

test('tracks come before routes; waypoints and single-point tracks are not ways', async () => {
  const lines = await read(OSMAND);
  expect(lines.map(({ name, line }) => [name, line.length])).toEqual([
    [null, 2],
    ['Vers la place', 3],
  ]);
});

test.each([
  ['iso-8859-1', (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))],
  [
    'utf-16',
    (text: string) => {
      const units = Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
      return new Uint8Array(units.buffer);
    },
  ],
])('text encoded in %s is decoded', async (encoding, encode) => {
  const [line] = await read(encode(KOMOOT.replace('UTF-8', encoding)));
  expect(line?.name).toBe('Île de la Cité');
});

test('GPX with a namespace prefix is accepted', async () => {
  const text =
    '<g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:rte><g:rtept lat="48" lon="2"/><g:rtept lat="48.1" lon="2"/></g:rte></g:gpx>';
  expect(await read(text)).toMatchObject([
    {
      name: null,
      segments: 1,
      line: [
        [2, 48],
        [2, 48.1],
      ],
    },
  ]);
});

test('a name has its entities decoded, but not in a CDATA section; unknown ones stay', async () => {
  const name = '&lt;&#233;&#xE9;&#128512; R & B &amp;lt; &nbsp;<![CDATA[&lt;<b> &]]><!-- no -->!';
  const [line] = await read(KOMOOT.replace('<trk><name>Île de la Cité', `<trk><name>${name}`));
  expect(line?.name).toBe('<éé\u{1F600} R & B &lt; &nbsp;&lt;<b> &!');
});

test.each([
  ['whitespace', '\r\n\n'],
  ['a comment', '<!-- Made by hand -->\n'],
  ['another declaration', '<?xml version="1.0"?>\n'],
])('%s before the declaration is skipped', async (_, before) => {
  expect(await read(`${before}${KOMOOT}`)).toHaveLength(1);
});

/** GPX with one track of these points, each `[lat, lon]` as written, with a name and a first line. */
const trackOf = (
  points: readonly (readonly [lat: string, lon: string])[],
  { name = '', declaration = '' }: { readonly name?: string; readonly declaration?: string } = {},
): string =>
  `${declaration}<gpx><trk><name>${name}</name><trkseg>${points.map(([lat, lon]) => `\n<trkpt lat="${lat}" lon="${lon}"/>`).join('')}
</trkseg></trk></gpx>`;
const HERE = Array.from({ length: 6 }, (_, index) => ['48.85', `2.3${index}`] as const);
const leftOutOf = async (text: BlobPart) => (await read(text))[0]?.leftOut;

test.each([
  ['commas', '-16,80', '+179,5'],
  ['a Unicode minus sign', '\u221216.80', ' 179.50 '],
  ['Arabic digits and marks', '\u200f-\u0661\u0666\u066b\u0668', '\u0661\u0667\u0669\u066b\u0665'],
  ['Bengali digits', '-\u09e7\u09ec.\u09ee', '\u09e7\u09ed\u09ef.\u09eb'],
  ['an exponent', '-1.68E1', '1795e-1'],
  ['longitudes to 360', '-16.8', '-180.5'],
  ['degrees with hemispheres', '16.8° S', '179.5E'],
])('positions are read with %s', async (_, lat, lon) => {
  expect(
    (
      await read(
        trackOf([
          ['-16.8', '179.5'],
          [lat, lon],
        ]),
      )
    )[0]?.line[1]?.map(Math.abs),
  ).toEqual([179.5, 16.8]);
});

test('a time is read with a comma, and in the digits of another script', async () => {
  const text = `<gpx><rte><rtept lat="48" lon="2"><time>2026-05-02T08:00:00,250Z</time></rtept>
    <rtept lat="48.1" lon="2"><time>\u0662\u0660\u0662\u0666-05-02T08:00:01Z</time></rtept></rte></gpx>`;
  const startMs = Date.UTC(2026, 4, 2, 8);
  expect((await read(text))[0]?.timesMs).toEqual([startMs + 250, startMs + 1000]);
});

test('invalid points are left out and counted, and the first one is reported', async () => {
  expect(await leftOutOf(trackOf(HERE))).toBeNull();
  const noFix = ['0.0', '0'] as const;
  expect(await leftOutOf(trackOf([noFix, ...HERE]))).toEqual({ count: 1, first: 1 });
  // Many more than the other points: the device was switched on indoors.
  expect(await leftOutOf(trackOf([...HERE, ...Array<typeof noFix>(20).fill(noFix)]))).toEqual({ count: 20, first: 7 });
  const wrong = [
    ['', ''],
    ['91', '2'],
    ['48.85', 'x'],
    ['48,8,5', '2'],
    ['NaN', 'NaN'],
    ['48.85', '400'],
  ] as const;
  expect(await leftOutOf(trackOf([...HERE.slice(0, 2), ...wrong, ...HERE]))).toEqual({ count: 6, first: 3 });
  const far = ['-90', '-180'] as const;
  const stuck = trackOf([far, ...HERE.flatMap((point) => [point, far, ['1e-7', '0'] as const])]);
  expect(await leftOutOf(stuck)).toEqual({ count: 13, first: 1 });
  expect((await read(stuck))[0]?.line).toHaveLength(6);
});

test('a way of distant points keeps them all, whether it jumps everywhere or in its middle', async () => {
  const flight = HERE.map((_, index) => [`${40 + 2 * index}`, '2'] as const);
  expect((await read(trackOf(flight)))[0]).toMatchObject({ leftOut: null, line: { length: 6 } });
  const two = [...HERE, ...HERE.map(([, lon]) => ['45', lon] as const)];
  expect((await read(trackOf(two)))[0]).toMatchObject({ leftOut: null, line: { length: 12 } });
  const everywhere = Array.from(
    { length: 60 },
    (_, index) => [`${1 + ((index * 37) % 80)}`, `${(index * 53) % 170}`] as const,
  );
  expect((await read(trackOf(everywhere)))[0]).toMatchObject({ leftOut: null, line: { length: 60 } });
});

test('longitudes continue beyond the antimeridian', async () => {
  const lines = await read(
    `${trackOf([
      ['-16', '179.99'],
      ['-16', '-179.99'],
      ['-16', '179.98'],
    ])}`.replace('</gpx>', '<rte><rtept lat="1" lon="-179.9"/><rtept lat="1" lon="180.05"/></rte></gpx>'),
  );
  expect(lines.map(({ line }) => line.map(([lng]) => Math.round(100 * lng) / 100))).toEqual([
    [179.99, 180.01, 179.98],
    [-179.9, -179.95],
  ]);
});

test('a planner’s way between two points of a route belongs to the route', async () => {
  const text = `<gpx xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><rte><name>Tour</name>
    <rtept lat="48" lon="2"><extensions><gpxx:RoutePointExtension><gpxx:Subclass>0</gpxx:Subclass>
      <gpxx:rpt lat="48.001" lon="2.001"/><gpxx:rpt lat="48.002" lon="2"/></gpxx:RoutePointExtension></extensions></rtept>
    <rtept lat="48.003" lon="2"/></rte></gpx>`;
  expect((await read(text))[0]).toMatchObject({ name: 'Tour', segments: 1, line: { length: 4 } });
});

test('empty segments are ignored, and points outside segments are read with their times', async () => {
  const time = '<time>2026-05-02T08:00:00Z</time>';
  const text = `<gpx><trk><trkseg/><trkseg><trkpt lat="0" lon="0"/></trkseg><trkpt lat="48" lon="2">${time}</trkpt><trkpt lat="48.1" lon="2"/></trk></gpx>`;
  expect((await read(text))[0]).toMatchObject({ segments: 1, timesMs: [Date.UTC(2026, 4, 2, 8), null] });
});

test.each([
  ['a control character', 'Tour \u0013 du lac', 'Tour du lac'],
  ['a reference to a forbidden character', 'Tour&#xFFFF; du &#0;&#x13;&#xD83D;&#1114112;lac', 'Tour du lac'],
  ['a control character in CDATA', '<![CDATA[Tour\u0000 & lac]]>', 'Tour & lac'],
  ['markup characters in text', 'A < B <3 C && D ]]> E', 'A < B <3 C && D ]]> E'],
  ['a comment with hyphens', 'A<!-- -- & < \n -->B', 'AB'],
])('input that XML forbids is accepted: %s', async (_, name, expected) => {
  expect((await read(`${trackOf(HERE, { name })}\0\0\u001a`))[0]?.name).toBe(expected);
});

test.each([
  ['not-xml', `\n\n${trackOf(HERE).replace('2.33', '2.33" "')}`, 7],
  ['not-xml', trackOf(HERE).slice(0, -8), 8],
  ['nowhere', trackOf([...HERE.slice(0, 1), ['48.85.1', '2'], ['0', '0']]), 3],
  ['no-line', trackOf([]), null],
])('the fault %s is reported with its line', async (fault, text, fileLine) => {
  await expect(read(text)).rejects.toMatchObject({ fault, fileLine });
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
};
const ENCODINGS: readonly ((text: string) => Uint8Array<ArrayBuffer>)[] = [
  utf8,
  (text) => utf8(`\ufeff${text}`),
  latin1,
  (text) => utf16(text, true),
  (text) => utf16(text, false),
  (text) => utf16(`\ufeff${text}`, true),
  (text) => utf16(`\ufeff${text}`, false),
];
const DECLARED = ['UTF-8', 'utf-16', 'UTF-16LE', 'windows-1252', 'ISO-8859-1', 'us-ascii', 'x-nothing', null];

test('the bytes decide the encoding, whatever the declaration says', async () => {
  for (const encode of ENCODINGS) {
    for (const declared of DECLARED) {
      const declaration = declared === null ? '' : `<?xml version="1.0" encoding="${declared}"?>`;
      const [line] = await read(encode(trackOf(HERE, { declaration, name: 'Île de la Cité' })));
      expect(line?.name, `${encode} declared ${declared}`).toBe('Île de la Cité');
    }
  }
});

test('a declared encoding is used if the bytes allow it, and a cut letter does not change it', async () => {
  const bytes = latin1(
    trackOf(HERE, { declaration: '<?xml version="1.0" encoding="iso-8859-5"?>', name: '\u00bb\u00d5\u00e1' }),
  );
  expect((await read(bytes))[0]?.name).toBe('Лес');
  const cut = utf8(trackOf(HERE, { name: 'Été à l’étang né~' })).map((byte) => (byte === 0x7e ? 0xc3 : byte));
  expect((await read(cut))[0]?.name).toBe('Été à l’étang né\ufffd');
});

test('any walk is parsed correctly, however it is written', async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const chance = createSeededRandom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.between(0, from.length))] as T;
    const decimal = pick(['.', ',', '\u066b']);
    const digits = pick([0x30, 0x30, 0x660, 0x6f0, 0x966]);
    const isPlain = digits === 0x30 && decimal !== '\u066b';
    const write = (degrees: number) =>
      degrees
        .toFixed(7)
        .replace('.', decimal)
        .replace('-', pick(['-', isPlain ? '-' : '\u2212']))
        .replace(/\d/g, (digit) => String.fromCodePoint(digits + Number(digit)));
    let [lng, lat] = [pick([2.347, 0, 179.999, -179.999, chance.between(-180, 180)]), pick([48.85, 0, -16.8, 79])];
    const walked: number[][] = [];
    let [body, nobody] = ['', 0];
    const count = Math.floor(chance.between(2, 80));
    for (let index = 0; index < count; index += 1) {
      const junk = pick(['<trkpt lat="0" lon="0.0"/>', '<trkpt lat="" lon=""/>', '<trkpt lat="-89" lon="-77"/>']);
      const junkCount = chance.happens(0.1) ? Math.floor(chance.between(1, 9)) : 0;
      // The far spot counts as one only if the walk has at least two.
      body += junk.repeat(junkCount);
      nobody += junkCount;
      if (chance.happens(0.1)) body += pick(['</trkseg><trkseg>', '</trkseg><trkseg/><trkseg>', '</trkseg>\n<trkseg>']);
      [lng, lat] = [lng + chance.between(0.00001, 0.0004), lat + chance.between(-0.0003, 0.0003)];
      const written = pick([lng > 180 ? lng - 360 : lng, ((lng % 360) + 360) % 360]);
      const time = new Date(Date.UTC(2026, 4, 2, 8, 0, index, 500)).toISOString().replace('.', pick(['.', ',']));
      body += `<trkpt lat="${write(lat)}" lon="${write(written)}"><time>${time}</time></trkpt>\n`;
      walked.push([lng, lat]);
    }
    const name = pick(['Tour du lac', 'Tour\u0001 du&#x2; lac', 'Tour  du\nlac']);
    const text = `<?xml version="1.0" encoding="${pick(DECLARED) ?? 'utf-8'}"?>
      <gpx><trk><name>${name}</name><trkseg>${body}</trkseg></trk></gpx>`;
    const encodings = isPlain ? ENCODINGS : ENCODINGS.filter((encode) => encode !== latin1);
    const [line, ...others] = await read(pick(encodings)(text));
    expect(others).toEqual([]);
    expect(line, `seed ${seed}`).toMatchObject({
      name: 'Tour du lac',
      leftOut: nobody === 0 ? null : { count: nobody },
    });
    expect(line?.timesMs.every((timeMs, at) => timeMs === Date.UTC(2026, 4, 2, 8, 0, at, 500))).toBe(true);
    const turn = 360 * Math.round(((line?.line[0]?.[0] ?? 0) - (walked[0]?.[0] ?? 0)) / 360);
    for (const [at, [walkedLng = 0, walkedLat = 0]] of walked.entries()) {
      expect(line?.line[at]?.[0], `seed ${seed}`).toBeCloseTo(walkedLng + turn, 6);
      expect(line?.line[at]?.[1]).toBeCloseTo(walkedLat, 6);
    }
  }
});

test.each([
  ['not-xml', ''],
  ['not-xml', 'not XML at all'],
  ['not-xml', GARMIN.slice(0, 900)],
  ['not-xml', `${KOMOOT}<gpx/>`],
  ['not-xml', `${KOMOOT}text`],
  ['not-xml', '<gpx></gxp>'],
  ['not-xml', '<gpx version=1.1/>'],
  ['not-xml', '<gpx><'],
  ['not-xml', '<gpx><!-- no end</gpx>'],
  ['not-xml', '<gpx><![CDATA[ no end</gpx>'],
  ['not-gpx', '<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>'],
  ['no-line', '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="48" lon="2"/></gpx>'],
  ['entities', `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${KOMOOT.replace(/^.*\?>/, '')}`],
])('a file is rejected as %s', async (fault, text) => {
  expect(await faultOf(text)).toBe(fault);
});
