import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HeardSheet } from '../../../../app/parcours/heard/heard-sheet.tsx';
import { heardStrings as words } from '../../../../app/parcours/heard/heard-words.ts';
import type { Heard } from '../../../../contracts/calls/heard-calls.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { answerCalls } from '../../../support/answers.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/layout-here.ts';
import { rootPerTest } from '../../../support/react-root.ts';

const READ = 'GET /v1/map/map/1/heard';
const NOTHING: Heard = {
  total: { begun: 0, finished: 0 },
  days: [],
  placesUntil: null,
  places: [],
  linksUntil: null,
  links: [],
};
const HEARD: Heard = {
  total: { begun: 120, finished: 85 },
  days: [
    { from: '2026-05-01', until: '2026-05-03', begun: 35, finished: 20 },
    { from: '2026-05-04', until: '2026-05-04', begun: 85, finished: 60 },
  ],
  placesUntil: '2026-05-04',
  places: [
    { placeId: PlaceId.parse(1), name: '=La chapelle; Sainte-Ursule', begun: 60, finished: 45 },
    { placeId: PlaceId.parse(2), name: null, begun: 40, finished: 35 },
    { placeId: null, name: null, begun: 10, finished: 0 },
  ],
  linksUntil: null,
  links: [],
};

const root = rootPerTest('main', () => {});

async function open(heard: Heard) {
  answerCalls({ [READ]: heard });
  root.render(
    <>
      <h1>Le quai</h1>
      <HeardSheet parcoursId={ParcoursId.parse(1)} name="Le quai" onClose={vi.fn()} />
    </>,
  );
  await expect.element(page.getByRole('heading', { name: words.title })).toBeVisible();
}
const rowsOf = (title: string) =>
  page
    .getByRole('table', { name: title })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('what was heard is read in tables, downloaded as CSV, and usable at every size', async () => {
  await open(HEARD);
  await expect
    .poll(() => rowsOf(words.byDay))
    .toEqual([
      ['1 mai 2026 au 3 mai 2026', '35', '20'],
      ['4 mai 2026', '85', '60'],
    ]);
  expect(rowsOf(words.byPlace)).toEqual([
    ['=La chapelle; Sainte-Ursule', '60', '45'],
    [words.gonePlace, '40', '35'],
    [words.otherPlaces, '10', words.few],
  ]);
  await expect.element(page.getByText(words.later)).toBeVisible();
  const link = page.getByRole('link', { name: words.csv }).element() as HTMLAnchorElement;
  const lines = decodeURIComponent(link.href).split('\r\n');
  expect([link.download, lines[1], lines[3]]).toEqual([
    'Écoutes Le quai.csv',
    'Par jour;2026-05-01;2026-05-03;1 mai 2026 au 3 mai 2026;35;20',
    'Par lieu;;2026-05-04;"\'=La chapelle; Sainte-Ursule";60;45',
  ]);
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
});

test('before five people have listened, it says so, and how it counts', async () => {
  await open(NOTHING);
  await expect.element(page.getByText(words.none)).toBeVisible();
  await expect.element(page.getByText(words.rules[0])).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
});
