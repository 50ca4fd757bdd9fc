import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notices } from '../../../app/page/notice-queue.ts';
import { AboutSheet } from '../../../app/parcours/about/about-sheet.tsx';
import { aboutStrings as words } from '../../../app/parcours/about/about-words.ts';
import { aboutEdits, endAbout } from '../../../app/parcours/about/parcours-about.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { ABOUT } from '../../../app/platform/storage/unsaved.ts';
import { session } from '../../../app/session/session.ts';
import { tellingStrings } from '../../../app/tellings/tellings-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const parcoursId = ParcoursId.parse(1);
const WRITE = 'PUT /v1/map/map/1/about';
const about = {
  language: 'fr',
  facts: { authors: 'Ana et Bo', lengthM: 2350, hasSteps: true },
  translations: [{ language: 'en', name: 'The quay', description: 'Along the water' }],
};
let answers: Record<string, unknown>;
let heard: ReturnType<typeof answerCalls>;
const onClose = vi.fn();
const root = rootPerTest('main', () => {
  endAbout(parcoursId);
  session.user = null;
  notices.shown = [];
  onClose.mockReset();
});

beforeEach(() => {
  answers = {
    'GET /v1/map/map/1/words': { version: '1', linkQuery: '?', words: { id: 1, about, places: [] } },
    [WRITE]: ({ body }: RequestInit) => JSON.parse(String(body)) as object,
  };
  heard = answerCalls(answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function open() {
  root.render(
    <>
      <h1>Le quai</h1>
      <AboutSheet parcoursId={parcoursId} onClose={onClose} />
    </>,
  );
  await expect.element(field(words.authors)).toHaveValue('Ana et Bo');
}

test('an editor says what visitors should know, with the fault at its field', async () => {
  await open();
  await expect.element(field(words.lengthM)).toHaveValue('2,35');
  await field(words.durationMin).fill('une heure');
  await button(words.save).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.faults.number.durationMin);
  await expect.element(field(words.durationMin)).toHaveFocus();
  await field(words.durationMin).fill('60');
  await page.getByRole('combobox', { name: tellingStrings.difficulty }).selectOptions(tellingStrings.difficulties.easy);
  await page.getByRole('combobox', { name: words.addIn }).selectOptions('Italien');
  await button(words.add).click();
  await field(words.name('Italien')).fill('La banchina');
  expect(await screenFaultsHere()).toEqual([]);
  await button(words.save).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const facts = { ...about.facts, durationMin: 60, difficulty: 'easy' };
  const italian = { language: 'it', name: 'La banchina', description: '' };
  expect(heard.find(({ call }) => call === WRITE)?.body).toEqual({
    ...{ language: 'fr', facts, translations: [...about.translations, italian], was: about },
  });
});

/** From now on, the server has what others saved, and refuses what was written over anything else. */
function saveByOthers(others: typeof about): void {
  answers[WRITE] = ({ body }: RequestInit) => {
    const { was, ...change } = JSON.parse(String(body)) as { was: typeof about };
    return was.facts.authors === others.facts.authors ? change : refusal('conflict', 409);
  };
  answers['GET /v1/map/map/1/words'] = {
    ...{ version: '2', linkQuery: '?' },
    words: { id: 1, about: others, places: [] },
  };
}

test('what others have saved while the form was open stays, but for what this editor changed', async () => {
  const others = { ...about, facts: { ...about.facts, transport: 'Bus 3', authors: 'Ana, Bo et Cy' } };
  await open();
  await field(tellingStrings.toilets).fill('À la mairie');
  saveByOthers(others);
  await button(words.save).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const facts = { ...others.facts, toilets: 'À la mairie' };
  expect(heard.filter(({ call }) => call === WRITE).at(-1)?.body).toEqual({ ...others, facts, was: others });
});

test('what others have changed meanwhile, too, is named before it is replaced', async () => {
  const others = { ...about, facts: { ...about.facts, authors: 'Ana et Cy' } };
  await open();
  await field(words.authors).fill('Bo');
  saveByOthers(others);
  await button(words.save).click();
  await expect.element(page.getByText(words.clash(words.authors))).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  expect([heard.filter(({ call }) => call === WRITE).length, onClose.mock.calls.length]).toEqual([1, 0]);
  await button(words.discard).click();
  await expect.element(field(words.authors)).toHaveValue('Ana et Cy');
  await field(words.authors).fill('Bo');
  await button(words.save).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('what could not be saved is still there when the form is opened again', async () => {
  delete answers[WRITE];
  await open();
  await field(tellingStrings.toilets).fill('À la mairie');
  await button(words.save).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.saveFailed(''));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.kept]);
  root.render(null);
  await open();
  await expect.element(field(tellingStrings.toilets)).toHaveValue('À la mairie');
  await button(words.discard).click();
  await expect.element(field(tellingStrings.toilets)).toHaveValue('');
});

test('a damaged record of what was not saved is passed over, field by field', async () => {
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  const own = { userId: UserId.parse(3), placeId: PlaceId.parse(1), telling: ABOUT };
  const damaged: [string, string][] = [
    ['translations', '[null]'],
    ['toilets', '"À la mairie"'],
    ['surface', '{'],
  ];
  storage.write('unsavedWords', [{ ...own, from: [], now: damaged }]);
  await open();
  await expect.element(field(tellingStrings.toilets)).toHaveValue('À la mairie');
  await expect.element(field(words.name('Anglais'))).toHaveValue('The quay');
});

test('what was not saved before the page was closed is there again, over what others have saved meanwhile', async () => {
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  await open();
  await field(tellingStrings.toilets).fill('À la mairie');
  await expect.poll(() => storage.read('unsavedWords')).toHaveLength(1);
  root.render(null);
  await expect.element(field(words.authors)).not.toBeInTheDocument();
  aboutEdits.byMap = {};
  const facts = { ...about.facts, transport: 'Bus 3' };
  answers['GET /v1/map/map/1/words'] = {
    ...{ version: '2', linkQuery: '?' },
    words: { id: 1, about: { ...about, facts }, places: [] },
  };
  await open();
  await expect.element(field(tellingStrings.toilets)).toHaveValue('À la mairie');
  await expect.element(field(words.transport)).toHaveValue('Bus 3');
  await button(words.save).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(heard.find(({ call }) => call === WRITE)?.body).toMatchObject({
    facts: { ...facts, toilets: 'À la mairie' },
  });
  expect(storage.read('unsavedWords')).toEqual([]);
});
