import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HeardSheet } from '../../../../app/parcours/heard/heard-sheet.tsx';
import { heardStrings as words } from '../../../../app/parcours/heard/heard-words.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import type { Heard } from '../../../../contracts/calls/heard-calls.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const READ = 'GET /v1/map/map/1/heard';
const NOTHING: Heard = {
  total: { begun: 0, finished: 0 },
  days: [],
  places: [],
  links: [],
};
const HEARD: Heard = {
  total: { begun: 120, finished: 85 },
  days: [
    { from: null, until: '2026-05-01', begun: 10, finished: 0 },
    { from: '2026-05-02', until: '2026-05-03', begun: 25, finished: 20 },
    { from: '2026-05-04', until: '2026-05-04', begun: 85, finished: 60 },
  ],
  places: [
    { placeId: PlaceId.parse(1), name: '=La chapelle; Sainte-Ursule', begun: 60, finished: 45 },
    { placeId: PlaceId.parse(2), name: null, begun: 40, finished: 35 },
    { placeId: PlaceId.parse(3), name: null, moved: true, begun: 15, finished: 5 },
    { placeId: null, name: null, begun: 10, finished: 0 },
  ],
  links: [
    { label: '@mairie "du quai"', begun: 100, finished: 80 },
    { label: null, begun: 20, finished: 0 },
  ],
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
      ['Jusqu’au 1 mai 2026', '10', words.hidden],
      ['Du 2 mai 2026 au 3 mai 2026', '25', '20'],
      ['4 mai 2026', '85', '60'],
    ]);
  expect(rowsOf(words.byPlace)).toEqual([
    ['=La chapelle; Sainte-Ursule', '60', '45'],
    [words.gonePlace, '40', '35'],
    [words.movedPlace, '15', '5'],
    [words.otherPlaces, '10', words.hidden],
  ]);
  const link = page.getByRole('link', { name: words.csv }).element() as HTMLAnchorElement;
  const lines = decodeURIComponent(link.href).split('\r\n');
  expect([link.download, ...lines.slice(1, -1)]).toEqual([
    'Écoutes Le quai.csv',
    'Par jour;;2026-05-01;Jusqu’au 1 mai 2026;10;0',
    'Par jour;2026-05-02;2026-05-03;Du 2 mai 2026 au 3 mai 2026;25;20',
    'Par jour;2026-05-04;2026-05-04;4 mai 2026;85;60',
    'Par lieu;;2026-05-04;"\'=La chapelle; Sainte-Ursule";60;45',
    'Par lieu;;2026-05-04;Lieu supprimé;40;35',
    'Par lieu;;2026-05-04;Lieu déplacé vers une autre carte;15;5',
    'Par lieu;;2026-05-04;Autres lieux, réunis;10;0',
    'Par lien d’invitation;;2026-05-04;"\'@mairie ""du quai""";100;80',
    `Par lien d’invitation;;2026-05-04;${words.otherLinks};20;0`,
  ]);
  expect(lines[0]).toBe(`data:text/csv;charset=utf-8,\ufeff${words.csvHead.join(';')}`);
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
});

test('before five people have listened, it says so, and how it counts', async () => {
  await open(NOTHING);
  await expect.element(page.getByText(words.none)).toBeVisible();
  await expect.element(page.getByText(words.rules[0])).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
});

test('what can’t be loaded says why, and is tried again', async () => {
  answerCalls({ [READ]: () => Promise.reject(new TypeError('No network')) });
  root.render(<HeardSheet parcoursId={ParcoursId.parse(1)} name="Le quai" onClose={vi.fn()} />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  answerCalls({ [READ]: HEARD });
  await page.getByRole('button', { name: strings.app.retry }).click();
  await expect.element(page.getByRole('table', { name: words.byDay })).toBeVisible();
});
