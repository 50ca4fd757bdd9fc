import { ref } from 'valtio';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { PlacePagePart } from '../../../app/shell/place-page-part.tsx';
import { choice, chooseTelling } from '../../../app/tellings/choice.ts';
import { closePage, openedPage, openFound, openPage } from '../../../app/tellings/open-page.ts';
import { PageButton, PageLine } from '../../../app/tellings/page-button.tsx';
import { tellingStrings } from '../../../app/tellings/tellings-words.ts';
import { words } from '../../../app/tellings/words.ts';
import { listening, pauseStory, startListening } from '../../../app/walk/listening.ts';
import type { PlaceWords } from '../../../contracts/telling.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { writeWebVtt } from '../../../contracts/web-vtt.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { parcoursWords, placeWords, telling } from '../../support/samples/tellings.ts';
import { until } from '../../support/until.ts';

const id = PlaceId.parse(1);
const story = longStory();
const SENTENCE = 'Ici les tanneurs rinçaient leurs peaux dans la rivière, qui passe encore sous la chaussée.';
const cuesOf = (count: number, eachMs = 1000) =>
  writeWebVtt(
    Array.from({ length: count }, (_, at) => ({
      startMs: at * eachMs,
      endMs: at * eachMs + 900,
      text: `${at} ${SENTENCE}`,
    })),
  );
const full = placeWords(
  1,
  telling({
    text: 'La **roue** a tourné jusqu’en 1912.\n\n- une vanne\n- deux meules\n\nVoir aussi [les archives](https://example.org/a).',
    link: 'https://www.example.org/le-moulin',
    transcript: { vtt: cuesOf(60), state: 'draft' },
  }),
  telling({ language: 'en', name: 'The mill', text: 'The wheel turned until 1912.' }),
);

let scope: Scope;
const root = rootPerTest('div', () => {
  closePage();
  session.user = null;
  parcours.list = ref([]);
  vi.unstubAllGlobals();
  scope.dispose();
  words.byMap = ref(new Map());
  places.list = ref([]);
  storage.forget('tellingChoice', 'textSize');
  chooseTelling({ language: null, kind: 'standard' });
});

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
});

function show(said: PlaceWords, atMs: number | null = null): void {
  places.list = ref([
    listedPlace(1, { appelation: 'Le moulin', media: { data: mediaLink({ link: story, length: 60 }) } }),
  ]);
  const own = parcoursWords(said);
  words.byMap = ref(new Map([[own.id, own]]));
  openPage(id, atMs);
  root.render(<PlacePagePart placeId={id} isDocked={false} />);
}

const cue = (at: number) => page.getByRole('button', { name: `${at} ${SENTENCE}`, exact: true });
const current = () => document.querySelector('[data-cue][aria-current]')?.getAttribute('data-cue');

test('a page shows text, link and a draft of the transcript, in all windows, with large text, and by Tab', async () => {
  show(full);
  await expect.element(page.getByRole('heading', { name: 'Le moulin' })).toBeVisible();
  await expect.element(page.getByText('Brouillon')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'En savoir plus example.org' })).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  expect(await missedByTabHere()).toEqual([]);
});

test('in another language the words are marked so, and what is missing says its language', async () => {
  chooseTelling({ language: 'en', kind: 'standard' });
  show(full);
  await expect.element(page.getByText('The wheel turned until 1912.')).toBeVisible();
  expect(page.getByText('The wheel turned until 1912.').element().closest('[lang]')?.getAttribute('lang')).toBe('en');
  expect(page.getByText('The mill').element().getAttribute('lang')).toBe('en');
  await expect.element(page.getByText('Audio en français')).toBeVisible();
});

test('what is written from right to left is shown so: name, text, and transcript', async () => {
  chooseTelling({ language: 'ar', kind: 'standard' });
  const said = [{ startMs: 0, endMs: 900, text: 'هنا كان الدباغون' }];
  const transcript = { vtt: writeWebVtt(said), state: 'approved' } as const;
  show(placeWords(1, telling({}), telling({ language: 'ar', name: 'الطاحونة', text: '- عجلة\n- حجر', transcript })));
  await expect.element(page.getByText('هنا كان الدباغون')).toBeVisible();
  for (const text of ['الطاحونة', 'عجلة', 'هنا كان الدباغون']) {
    const element = page.getByText(text).element();
    expect([text, getComputedStyle(element).direction, element.closest('[lang]')?.getAttribute('lang')]).toEqual([
      ...[text, 'rtl', 'ar'],
    ]);
  }
  expect(getComputedStyle(page.getByRole('heading', { level: 3 }).element()).direction).toBe('ltr');
});

test('a text in another language says so, although the sound is in the wanted one', async () => {
  chooseTelling({ language: 'en', kind: 'standard' });
  const sound = mediaLink({ link: `${story}#en`, length: 60 });
  show(
    placeWords(1, telling({ text: 'La roue a tourné.' }), telling({ language: 'en', name: 'The mill', media: sound })),
  );
  await expect.element(page.getByText('En français')).toBeVisible();
  await expect.element(page.getByText('Audio en français')).not.toBeInTheDocument();
});

test('a tapped cue plays the story from there, the current one is marked, and arrow keys lead to the next', async () => {
  show(full);
  await cue(20).click();
  await until(() => expect(listening.audio.phase).toBe('playing'));
  await until(() => expect(Number(current())).toBeGreaterThanOrEqual(20));
  pauseStory();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(cue(21)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await until(() => expect(listening.audio.phase).toBe('playing'));
});

test('what is said stays in sight until the person scrolls, and again once they return to it', async () => {
  show(placeWords(1, telling({ transcript: { vtt: cuesOf(600, 100), state: 'approved' } })));
  await expect.element(cue(0)).toBeVisible();
  openPage(id, 20_000);
  await page.getByRole('button', { name: /^200 / }).click();
  await until(() => expect(Number(current())).toBeGreaterThan(205));
  await until(() => {
    const { top, bottom } = cue(Number(current())).element().getBoundingClientRect();
    expect([top >= 0, bottom <= innerHeight]).toEqual([true, true]);
  });
  const back = page.getByRole('button', { name: 'Revenir à la lecture' });
  expect(back.query()).toBeNull();
  const scroller = document.querySelector('[data-cue]')?.closest('[role=dialog] > div');
  scroller?.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: -100 }));
  scroller?.scrollTo(0, 0);
  await expect.element(back).toBeVisible();
  await back.click();
  await until(() => expect(scroller?.scrollTop).toBeGreaterThan(1000));
});

test('a page opened by a search shows the cue that was found, and plays from it', async () => {
  show(full, 40_500);
  const found = page.getByRole('button', { name: /^40 .*Écouter d’ici$/ });
  await expect.element(found).toBeInViewport();
  await found.click();
  await until(() => expect(listening.audio.positionS).toBeGreaterThanOrEqual(40));
});

test('a page opened by a search is in the version in which it was found, which can be chosen there', async () => {
  const approved = (text: string) => ({
    vtt: writeWebVtt([0, 1, 2].map((at) => ({ startMs: at * 1000, endMs: at * 1000 + 900, text: `${text} ${at}` }))),
    state: 'approved' as const,
  });
  show(
    placeWords(
      1,
      telling({ transcript: approved('La roue') }),
      telling({ language: 'en', name: 'The mill', text: 'It turned.', transcript: approved('The wheel') }),
    ),
  );
  await expect.element(page.getByText('La roue 2')).toBeVisible();
  openFound({ placeId: id, language: 'en', kind: 'standard', field: 'cue', excerpt: '', atMs: 2000 });
  await expect.element(page.getByText('The wheel 2 Choisir cette version')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'The mill' })).toBeVisible();
  await expect.element(page.getByText('En anglais')).toBeVisible();
  await page.getByRole('button', { name: 'The wheel 1' }).click();
  expect(choice.wanted).toEqual({ language: 'en', kind: 'standard' });
  await expect.element(page.getByText('The wheel 1 Écouter d’ici')).toBeVisible();
  // Playing would select the place at once.
  expect(listening.walk.selected).toBe(null);
  openFound({ placeId: id, language: 'fr', kind: 'standard', field: 'cue', excerpt: '', atMs: 0 });
  await page.getByRole('button', { name: 'Choisir cette version', exact: true }).click();
  expect(choice.wanted.language).toBe('fr');
});

test('a cue found far down a long transcript stays in sight while the cues above it arrive', async () => {
  // As in WebKit, which doesn't keep what is in sight where it is.
  document.body.append(
    Object.assign(document.createElement('style'), { textContent: '* { overflow-anchor: none !important; }' }),
  );
  show(placeWords(1, telling({ transcript: { vtt: cuesOf(2500), state: 'approved' } })), 2_000_500);
  const found = page.getByRole('button', { name: /^2000 .*Écouter d’ici$/ });
  await expect.element(found).toBeInViewport();
  await until(() => expect(document.querySelectorAll('[data-cue]').length).toBe(2500), 30_000);
  await expect.element(found).toBeInViewport();
});

test('five thousand cues arrive bit by bit, so that no step keeps the page busy', async () => {
  const counts: number[] = [];
  show(placeWords(1, telling({ transcript: { vtt: cuesOf(5000, 100), state: 'approved' } })));
  await expect.element(cue(0)).toBeVisible();
  const observer = new MutationObserver(() => counts.push(document.querySelectorAll('[data-cue]').length));
  observer.observe(document.body, { childList: true, subtree: true });
  await until(() => expect(document.querySelectorAll('[data-cue]').length).toBe(5000), 30_000);
  observer.disconnect();
  expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? count)))).toBeLessThanOrEqual(100);
});

test('the size of the text is chosen once, and stored', async () => {
  show(full);
  const paragraph = page.getByText('a tourné jusqu’en 1912.');
  await expect.element(paragraph).toBeVisible();
  const before = Number.parseFloat(getComputedStyle(paragraph.element()).fontSize);
  const largest = page.getByRole('radio', { name: 'Très grande' }).element();
  if (largest instanceof HTMLElement) largest.click();
  await until(() =>
    expect(Number.parseFloat(getComputedStyle(paragraph.element()).fontSize)).toBeGreaterThan(1.5 * before),
  );
  expect(storage.read('textSize')).toBe('largest');
});

test('only a place that says more than its name and sound leads to a page', async () => {
  show(full);
  closePage();
  root.render(<PageLine placeId={id} />);
  await page.getByRole('button', { name: 'Lire' }).click();
  expect(openedPage.placeId).toBe(id);
  const own = parcoursWords(placeWords(1));
  words.byMap = ref(new Map([[own.id, own]]));
  await expect.element(page.getByRole('button', { name: 'Lire' })).not.toBeInTheDocument();
});

test('a place that says nothing but a draft of its transcript leads its authors to its page, and nobody else', async () => {
  const transcript = { vtt: cuesOf(2), state: 'draft' } as const;
  const heard = answerCalls({ 'GET /v1/place/1/words': () => placeWords(1, telling({ transcript })) });
  show(placeWords(1));
  closePage();
  root.render(<PageLine placeId={id} />);
  expect(heard).toEqual([]);
  parcours.list = ref([{ ...packedMap, id: ParcoursId.parse(1), privilege: 'editor' }]);
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  root.render(<PageLine key="author" placeId={id} />);
  await expect.element(page.getByRole('button', { name: 'Lire' })).toBeVisible();
  const own = parcoursWords(placeWords(1));
  words.byMap = ref(new Map([[own.id, own]]));
  await until(() => expect(heard).toHaveLength(2));
  await expect.element(page.getByRole('button', { name: 'Lire' })).toBeVisible();
});

test.each([
  [320, 568, true],
  [360, 640, true],
  [390, 844, false],
])(
  'at %i x %i pixels one control leads to the page, in the head of the player on low phones: %s',
  async (width, height, isLow) => {
    show(full);
    closePage();
    await page.viewport(width, height);
    root.render(
      <>
        <PageButton place={listedPlace(1, { appelation: 'Le moulin' })} isForLow />
        <PageLine placeId={id} />
      </>,
    );
    const controls = page.getByRole('button', { name: /^Lire/ });
    await expect.element(controls).toHaveAccessibleName(isLow ? tellingStrings.open('Le moulin') : tellingStrings.read);
    // Its row is gone, too.
    const rows = [...document.querySelectorAll('body > div > div')].filter((row) => row.getClientRects().length > 0);
    expect(rows).toHaveLength(isLow ? 0 : 1);
    await page.viewport(414, 896);
  },
);
