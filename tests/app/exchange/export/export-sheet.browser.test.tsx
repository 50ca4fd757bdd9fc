import { ref } from 'valtio';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ExportSheet } from '../../../../app/exchange/export/export-sheet.tsx';
import { exportStrings as words } from '../../../../app/exchange/export/export-words.ts';
import { errorWords } from '../../../../app/page/error-words.ts';
import { places } from '../../../../app/places/places.ts';
import { words as said } from '../../../../app/tellings/words.ts';
import type { Place } from '../../../../contracts/place.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';
import { parcoursWords, placeWords, telling } from '../../../support/samples/tellings.ts';

const EXPORT = 'POST /v1/map/map/1/export';
const LINK = '/v1/exchange/1.gpx?expires=1&session=s&signature=x';
const PARCOURS = { id: ParcoursId.parse(1), name: 'Le quai d’été', description: 'Le long de l’eau' };
const PUBLIC_URL = 'https://ici.fr/p/le-quai';

const root = rootPerTest('main', () => {
  said.byMap = ref(new Map());
  places.list = ref([]);
});

function open({ list = [], mayDownload = true }: { list?: readonly Place[]; mayDownload?: boolean } = {}): void {
  places.list = ref([...list]);
  const own = parcoursWords(
    placeWords(
      1,
      telling({
        text: 'Un **quai** de pierre.',
        transcript: {
          vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Marie>Ici\n\n00:01.000 --> 00:02.000\n<v Marie>le quai.',
          state: 'approved',
        },
      }),
    ),
  );
  said.byMap = ref(new Map([[own.id, own]]));
  const facts = <p>1,2 km</p>;
  root.render(
    <>
      <h1>Le quai</h1>
      <ExportSheet parcours={PARCOURS} publicUrl={PUBLIC_URL} {...{ facts, mayDownload }} onClose={vi.fn()} />
    </>,
  );
}
const radio = (format: keyof typeof words.formats) => page.getByRole('radio', { name: words.formats[format].label });
const download = page.getByRole('button', { name: words.download });
const spyOnSaved = () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${new URL(this.href).pathname}`);
  });
  return saved;
};

test('a format is chosen by what it is for, and saved under the parcours’ name', async () => {
  const saved = spyOnSaved();
  const heard = answerCalls({ [EXPORT]: { link: LINK }, [`GET ${LINK}`]: () => new Response('<gpx/>') });
  open();
  await radio('gpx').click();
  await download.click();
  await expect.element(page.getByText(words.saved('le-quai-d-ete.gpx', 6))).toBeVisible();
  expect(heard.map(({ call, body }) => [call, body])).toEqual([
    [EXPORT, { format: 'gpx' }],
    [`GET ${LINK}`, undefined],
  ]);
  expect(saved).toEqual([expect.stringMatching(/^le-quai-d-ete\.gpx /)]);
});

test('the browser downloads the ZIP itself', async () => {
  const saved = spyOnSaved();
  answerCalls({ [EXPORT]: { link: '/v1/exchange/1.zip?expires=1' } });
  open();
  await download.click();
  await expect.element(page.getByText(words.begun)).toBeVisible();
  expect(saved).toEqual([' /v1/exchange/1.zip']);
});

test('a refusal of the file is told in words', async () => {
  answerCalls({ [EXPORT]: { link: LINK }, [`GET ${LINK}`]: refusal('busy', 503) });
  open();
  await radio('gpx').click();
  await download.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.failed(errorWords().busy));
});

test('the schema ‘randonnée’ needs stops, and says what is to be added', async () => {
  open({ list: [listedPlace(1, { step: 1 })] });
  await expect.element(radio('randonnee')).toBeDisabled();
  await expect.element(page.getByText(words.randonneeSteps)).toBeVisible();
  open({ list: [listedPlace(1, { step: 1 }), listedPlace(2, { step: 2 })] });
  await radio('randonnee').click();
  await expect.element(page.getByText(words.randonneeAuthors)).toBeVisible();
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
});

test('who may not have the file prints: places in their order, with their texts, what is said, and the public page', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {});
  open({
    list: [
      listedPlace(3, { held: 'hidden' }),
      listedPlace(2, { appelation: 'La grue', step: 2 }),
      listedPlace(1, { appelation: 'Le quai', step: 1 }),
    ],
    mayDownload: false,
  });
  await expect.element(page.getByRole('dialog', { name: words.printTitle })).toBeVisible();
  expect(download.query()).toBeNull();
  await page.getByRole('button', { name: words.print }).click();
  await expect.poll(() => printed.mock.calls.length).toBe(1);
  const sheet = document.querySelector('body > section');
  expect(
    [...(sheet?.querySelectorAll('h1, h2, h3, p, figcaption') ?? [])].map(({ textContent }) => textContent),
  ).toEqual([
    ...['Drop ici', 'Le quai d’été', 'Le long de l’eau', `${words.listen}ici.fr/p/le-quai`, '1,2 km'],
    ...['1. Le quai', 'Un quai de pierre.', words.said, 'Marie\u00a0: Ici le quai.'],
    '2. La grue',
  ]);
  expect(sheet && getComputedStyle(sheet).display).toBe('none');
});
