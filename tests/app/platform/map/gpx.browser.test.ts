import { expect, test } from 'vitest';
import { GPX_BYTES_MAX, GpxError, readGpx } from '../../../../app/platform/map/gpx.ts';

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

const read = (text: BlobPart) => readGpx(new Blob([text]), new AbortController().signal);
const faultOf = (text: BlobPart) =>
  read(text).then(
    () => 'none',
    (error: unknown) => (error instanceof GpxError ? error.fault : error),
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

test('a point has its own time or none: neither the file’s time nor an extension’s is one', async () => {
  const text = GARMIN.replace('<ns3:hr>92</ns3:hr>', '<time>2020-01-01T00:00:00Z</time>').replace(
    '2026-05-02T08:11:44.000Z',
    'yesterday',
  );
  const startMs = Date.UTC(2026, 4, 2, 8, 11, 21);
  expect((await read(text))[0]?.timesMs).toEqual([startMs, startMs + 10_000, null, null, null]);
});

test('the time of a point that is nowhere is nobody’s, and a zone in a time counts', async () => {
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

test('tracks come first, then routes; waypoints and tracks of one point are no way', async () => {
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
])('what is written in %s is read so', async (encoding, encode) => {
  const [line] = await read(encode(KOMOOT.replace('UTF-8', encoding)));
  expect(line?.name).toBe('Île de la Cité');
});

test('GPX under a prefix is GPX, too', async () => {
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

test('a name has its entities read, and not those of a CDATA section; what is no entity stays as written', async () => {
  const name = '&lt;&#233;&#xE9;&#128512; R & B &amp;lt; &nbsp;<![CDATA[&lt;<b> &]]><!-- no -->!';
  const [line] = await read(KOMOOT.replace('<trk><name>Île de la Cité', `<trk><name>${name}`));
  expect(line?.name).toBe('<éé\u{1F600} R & B &lt; &nbsp;&lt;<b> &!');
});

test('blank lines before the declaration are skipped', async () => {
  expect(await read(`\r\n\n${KOMOOT}`)).toHaveLength(1);
});

test('points that are nowhere on earth are left out', async () => {
  const text = KOMOOT.replace('<trkseg>', '<trkseg><trkpt lat="91" lon="2"/><trkpt lat="" lon="x"/>');
  expect((await read(text))[0]?.line).toHaveLength(2);
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
])('a file is refused as %s', async (fault, text) => {
  expect(await faultOf(text)).toBe(fault);
});

/** GPX as large as may be, and how many points it has. */
function largest(): { readonly text: string; readonly count: number } {
  const head = '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>';
  const end = '</trkseg></trk></gpx>';
  const point = (index: number): string =>
    `<trkpt lat="${(48 + index * 1e-6).toFixed(6)}" lon="2.3"><ele>35.123</ele><time>2026-05-02T08:11:21.000Z</time></trkpt>\n`;
  const count = Math.floor((GPX_BYTES_MAX - head.length - end.length) / point(0).length);
  return { text: `${head}${Array.from({ length: count }, (_, index) => point(index)).join('')}${end}`, count };
}

test('a file of 10 MB is read while the page goes on, and a larger one refused', async () => {
  const { text, count } = largest();
  const blob = new Blob([text]);
  const tasksMs: number[] = [];
  const observer = new PerformanceObserver((list) =>
    tasksMs.push(...list.getEntries().map(({ duration }) => duration)),
  );
  await new Promise((done) => setTimeout(done));
  observer.observe({ type: 'longtask' });
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  const startMs = performance.now();
  const [line] = await readGpx(blob, new AbortController().signal);
  const tookMs = performance.now() - startMs;
  clearInterval(others);
  await new Promise((done) => setTimeout(done));
  console.log({ points: count, tookMs, turns, longTasksMs: tasksMs.join() });
  observer.disconnect();
  expect(line?.line).toHaveLength(count);
  // In one go there are one or two. Lengths of tasks are printed only: a busy machine stretches any of them.
  expect(turns).toBeGreaterThan(10);
  expect(await faultOf(`${text}${' '.repeat(GPX_BYTES_MAX - text.length + 1)}`)).toBe('too-large');
});

test('reading ends when nobody wants it any more', async () => {
  const wanted = new AbortController();
  const reading = readGpx(new Blob([largest().text]), wanted.signal);
  wanted.abort();
  await expect(reading).rejects.toThrow(/abort/i);
});
