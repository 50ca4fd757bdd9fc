import { expect, test } from 'vitest';
import { GPX_BYTES_MAX, readGpx } from '../../../../app/platform/map/gpx.ts';

/** GPX of the maximum size, and its number of points. */
function largest(): { readonly text: string; readonly count: number } {
  const head = '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>';
  const end = '</trkseg></trk></gpx>';
  const point = (index: number): string =>
    `<trkpt lat="${(48 + index * 1e-6).toFixed(6)}" lon="2.3"><ele>35.123</ele><time>2026-05-02T08:11:21.000Z</time></trkpt>\n`;
  const count = Math.floor((GPX_BYTES_MAX - head.length - end.length) / point(0).length);
  return { text: `${head}${Array.from({ length: count }, (_, index) => point(index)).join('')}${end}`, count };
}

test('a file of 10 MB is parsed without blocking the page, and a larger one is rejected', async () => {
  const { text, count } = largest();
  const blob = new Blob([text]);
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  const [line] = await readGpx(blob, new AbortController().signal);
  clearInterval(others);
  expect(line?.line).toHaveLength(count);
  // Parsed in one task, there are one or two.
  expect(turns).toBeGreaterThan(10);
  const larger = readGpx(new Blob([text, ' '.repeat(GPX_BYTES_MAX - text.length + 1)]), new AbortController().signal);
  await expect(larger).rejects.toMatchObject({ fault: 'too-large' });
});
