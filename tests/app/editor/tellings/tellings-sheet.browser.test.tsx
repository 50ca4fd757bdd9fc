import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeText } from '../../../../app/editor/tellings/place-texts.ts';
import { TellingsSheet } from '../../../../app/editor/tellings/tellings-sheet.tsx';
import { tellingsStrings as words } from '../../../../app/editor/tellings/tellings-words.ts';
import { VersionsSheet } from '../../../../app/editor/tellings/versions-sheet.tsx';
import { transcriptStrings } from '../../../../app/editor/transcript/transcript-words.ts';
import { notices } from '../../../../app/page/notice-queue.ts';
import { forgetPlaces, places } from '../../../../app/places/places.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { session } from '../../../../app/session/session.ts';
import { tellingStrings } from '../../../../app/tellings/tellings-words.ts';
import { words as spoken } from '../../../../app/tellings/words.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import { TELLING_TEXT_MAX } from '../../../../contracts/limits.ts';
import type { PlaceWords, Telling } from '../../../../contracts/telling.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../../support/samples/listed-place.ts';
import { parcoursWords } from '../../../support/samples/tellings.ts';

const parcoursId = ParcoursId.parse(1);
const media = { data: mediaLink({}) };
const quay = [
  listedPlace(7, { appelation: 'Le banc du vieux port', step: 1, media }),
  ...Array.from({ length: 20 }, (_, at) => listedPlace(20 + at, { appelation: `Lieu ${at}`, media })),
];
const [bench = listedPlace(7)] = quay;
const telling = (given: Partial<Telling>): Telling => ({
  ...{ language: 'fr', kind: 'standard', name: '', text: '', link: null, pictures: [] },
  ...{ transcript: null, media: null },
  ...given,
});
const WRITE = 'PUT /v1/place/7/tellings/en/standard';

let stored: Telling[];
let answers: Record<string, unknown>;
let heard: ReturnType<typeof answerCalls>;
const onClose = vi.fn();
const root = rootPerTest('main', () => {
  forgetPlaces();
  notices.shown = [];
  onClose.mockReset();
});

beforeEach(() => {
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  Object.assign(places, { status: 'ready', parcoursIds: [parcoursId], list: ref(quay) });
  stored = [telling({ text: 'Un **vieux** banc.' }), telling({ language: 'en', name: 'The bench', text: 'Old' })];
  const said = (): PlaceWords => ({ id: bench.id, tellings: stored, pictures: [] });
  const about = { language: 'fr', facts: {}, translations: [] };
  answers = {
    'GET /v1/place/7/words': said,
    'GET /v1/map/map/1/words': () => ({ version: '1', linkQuery: '?', words: { id: 1, about, places: [said()] } }),
    [WRITE]: ({ body }: RequestInit) => {
      const saved = telling({ language: 'en', ...(JSON.parse(String(body)) as Partial<Telling>) });
      stored = [...stored.filter(({ language }) => language !== 'en'), saved];
      return saved;
    },
  };
  heard = answerCalls(answers);
});
afterEach(() => {
  session.user = null;
  storage.forgetAll();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
/** As the page's text is compared. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ').trim();
const sent = () => heard.filter(({ call }) => call === WRITE).map(({ body }) => body);

async function openTexts() {
  root.render(
    <>
      <h1>Le quai</h1>
      <TellingsSheet renderSound={() => null} place={bench} onClose={onClose} />
    </>,
  );
  await expect.element(page.getByRole('combobox', { name: tellingStrings.version })).toBeVisible();
}

test('an author writes a version, marks a part of it, and saves it', async () => {
  await openTexts();
  await page.getByRole('combobox', { name: tellingStrings.version }).selectOptions('Anglais · Version standard');
  await expect.element(field(words.name)).toHaveValue('The bench');
  await expect.element(button(words.save)).toBeDisabled();
  await field(words.text).fill('Old');
  const area = field(words.text).element() as HTMLTextAreaElement;
  area.setSelectionRange(0, 3);
  await button(words.tools.strong).click();
  await expect.element(field(words.text)).toHaveValue('**Old**');
  await expect.element(field(words.text)).toHaveFocus();
  expect([area.selectionStart, area.selectionEnd]).toEqual([2, 5]);
  await field(words.link).fill('nulle part');
  await button(words.save).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.faults.link);
  await expect.element(field(words.link)).toHaveFocus();
  await field(words.link).fill('drop-ici.fr');
  await button(words.save).click();
  await expect.element(button(words.save)).toBeDisabled();
  const link = 'https://drop-ici.fr';
  expect(sent()).toEqual([{ name: 'The bench', text: '**Old**', link, pictures: [] }]);
  await expect.element(field(words.link)).toHaveValue(link);
});

test('what could not be saved is still there when the sheet is opened again', async () => {
  delete answers[WRITE];
  await openTexts();
  await page.getByRole('combobox', { name: tellingStrings.version }).selectOptions('Anglais · Version standard');
  await field(words.text).fill('An old bench');
  await button(words.save).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(plain(words.saveFailed('')));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(notices.shown.map(({ text }) => text)).toEqual([words.stored(bench.appelation)]);
  root.render(null);
  await expect.element(field(words.text)).not.toBeInTheDocument();
  await openTexts();
  await expect.element(field(words.text)).toHaveValue('Un **vieux** banc.');
  const picker = page.getByRole('combobox', { name: tellingStrings.version });
  await picker.selectOptions(words.unsaved('Anglais · Version standard'));
  await expect.element(field(words.text)).toHaveValue('An old bench');
  await button(words.discard).click();
  await button(words.discarding.confirm).click();
  await expect.element(field(words.text)).toHaveValue('Old');
  expect(sent()).toHaveLength(1);
});

test('without a network, unsaved texts are still there, and a sound that does not load can be asked for again', async () => {
  const own = {
    userId: UserId.parse(3),
    placeId: bench.id,
    telling: 'fr.standard',
    from: [['text', '']] satisfies [[string, string]],
  };
  storage.write('unsavedWords', [{ ...own, now: [['text', 'Un banc bleu']] }]);
  spoken.byMap = ref(new Map([[parcoursId, parcoursWords()]]));
  const read = answers['GET /v1/place/7/words'];
  delete answers['GET /v1/place/7/words'];
  await openTexts();
  await expect.element(field(words.text)).toHaveValue('Un banc bleu');
  await field(words.text).fill('Un banc vert');
  answers['GET /v1/place/7/words'] = read;
  await page.getByRole('button', { name: strings.app.retry }).click();
  await expect.element(page.getByText(plain(words.conflict))).toBeVisible();
  await expect.element(field(words.text)).toHaveValue('Un banc vert');
  spoken.byMap = ref(new Map());
  await button(words.editTranscript).click();
  await expect.element(page.getByRole('alert').last()).toHaveTextContent(plain(words.soundFailed('')));
  await button(transcriptStrings.insert).click();
  await field(transcriptStrings.text).fill('Le banc');
  await page.getByRole('button', { name: strings.app.retry }).click();
  await expect.element(field(transcriptStrings.text)).toHaveValue('Le banc');
});

test('a transcript is written beside the texts, and saved with them', async () => {
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThe bench';
  stored = [stored[0] ?? telling({}), telling({ language: 'en', transcript: { vtt, state: 'draft' } })];
  const saves: unknown[] = [];
  answers['PUT /v1/place/7/tellings/en/standard/transcript'] = ({ body }: RequestInit) => {
    const { transcript } = JSON.parse(String(body)) as Pick<Telling, 'transcript'>;
    saves.push(transcript);
    return telling({ language: 'en', transcript });
  };
  await openTexts();
  await page.getByRole('combobox', { name: tellingStrings.version }).selectOptions('Anglais · Version standard');
  await expect.element(page.getByText(words.draftTranscript)).toBeVisible();
  await button(words.editTranscript).click();
  await page.getByRole('switch', { name: transcriptStrings.approved }).click();
  await field(transcriptStrings.text).fill('The old bench');
  await button(words.closeTranscript).click();
  await expect.element(page.getByText(words.transcribed)).toBeVisible();
  await button(words.save).click();
  await expect.element(button(words.save)).toBeDisabled();
  expect(saves).toEqual([{ vtt: vtt.replace('bench', 'old bench'), state: 'approved' }]);
  expect(sent()).toEqual([]);
});

test('a transcript stays open, as its cursor does, while the list of places is loaded again', async () => {
  await openTexts();
  await button(words.editTranscript).click();
  await button(transcriptStrings.insert).click();
  await field(transcriptStrings.text).fill('Le banc');
  const reads = () => heard.filter(({ call }) => call === 'GET /v1/place/7/words').length;
  const before = reads();
  root.render(
    <>
      <h1>Le quai</h1>
      <TellingsSheet
        renderSound={() => null}
        place={{ ...structuredClone(bench), appelation: 'Le grand banc' }}
        onClose={onClose}
      />
    </>,
  );
  await expect
    .element(page.getByRole('heading', { name: words.title('Le grand banc'), includeHidden: true }))
    .toBeInTheDocument();
  await expect.element(field(transcriptStrings.text)).toHaveFocus();
  await userEvent.keyboard(' bleu');
  await expect.element(field(transcriptStrings.text)).toHaveValue('Le banc bleu');
  expect(reads()).toBe(before);
});

test('of two transcripts, and a text that is too long, the author reads what is to be done', async () => {
  const said = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}`;
  await openTexts();
  writeText('fr.standard', 'transcript', said('Mien'));
  writeText('fr.standard', 'approval', 'draft');
  stored = [telling({ transcript: { vtt: said('Leur'), state: 'approved' } })];
  await button(words.save).click();
  await expect.element(page.getByText(plain(words.summary(1, 'approved')))).toBeVisible();
  await expect.element(page.getByText(plain(words.summary(1, 'draft')))).toBeVisible();
  expect(document.body.textContent).not.toContain('WEBVTT');
  await button(words.takeTheirs).click();
  await field(words.text).fill('a'.repeat(TELLING_TEXT_MAX + 1));
  await page.getByRole('tab', { name: words.preview }).click();
  await button(words.save).click();
  await expect.element(page.getByText(plain(words.faults['too-long'](words.text)))).toBeVisible();
  await expect.element(field(words.text)).toHaveFocus();
});

test('texts can be read and written on every device', async () => {
  await openTexts();
  await button(words.add.open).click();
  await page.getByRole('combobox', { name: tellingStrings.language }).selectOptions(words.add.other);
  await field(words.add.code).fill('é');
  await button(words.add.confirm).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.add.badCode);
  expect(await screenFaultsHere()).toEqual([]);
  await field(words.add.code).fill('br');
  await button(words.add.confirm).click();
  await expect.element(page.getByRole('combobox', { name: tellingStrings.version })).toHaveValue('br.standard');
});

test('the table of hundreds of places is there with its first rows, and no step keeps the page busy', async () => {
  const many = Array.from({ length: 300 }, (_, at) => listedPlace(100 + at, { appelation: `Lieu ${at}`, media }));
  places.list = ref(many);
  const counts = [0];
  const observer = new MutationObserver(() => counts.push(document.querySelectorAll('tbody tr').length));
  observer.observe(document.body, { childList: true, subtree: true });
  root.render(<VersionsSheet renderSound={() => null} parcoursId={parcoursId} onClose={onClose} />);
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(300);
  observer.disconnect();
  expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? count)))).toBeLessThanOrEqual(20);
});

test('the table says what each place lacks, and a cell leads to it', async () => {
  root.render(
    <>
      <h1>Le quai</h1>
      <VersionsSheet renderSound={() => null} parcoursId={parcoursId} onClose={onClose} />
    </>,
  );
  const table = words.table;
  // Of twenty places text, transcript, and all in English; of the bench its transcript, and audio in English.
  await expect.element(page.getByRole('status').first()).toHaveTextContent(plain(table.missing(20 * 4 + 2, 21)));
  // The table scrolls sideways by itself.
  const faults = (await screenFaultsHere()).filter((fault) => !/beyond the window: th/.test(fault));
  expect(faults).toEqual([]);
  const cell = page
    .getByRole('row', { name: /Le banc/ })
    .getByRole('button', { name: table.cell('Anglais · Version standard', table.parts.sound, '') });
  await cell.click();
  await field(words.name).fill('');
  await button(words.save).click();
  await expect.poll(sent).toMatchObject([{ name: '' }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('status').first()).toHaveTextContent(plain(table.missing(20 * 4 + 3, 21)));
});
