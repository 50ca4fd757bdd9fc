import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fileFaults } from '../../../app/drops/composer/converter-words.ts';
import { currentOutbox, outbox, startDrops } from '../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { recorder } from '../../../app/drops/record/recorder.ts';
import { recordings } from '../../../app/drops/record/recordings.ts';
import { TakeSheet } from '../../../app/drops/record/take-sheet.tsx';
import { firstLeft, openLeft, takes } from '../../../app/drops/record/takes.ts';
import { tellingsStrings as words } from '../../../app/editor/tellings/tellings-words.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { TextsSheet } from '../../../app/shell/version-sound.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import type { Telling, TellingKey } from '../../../contracts/telling.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { soundingStream } from '../../support/page/device.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { forgetKept, listKeptFiles } from '../../support/page/kept-drops.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { placeWords, telling } from '../../support/samples/tellings.ts';

const userId = UserId.parse(3);
const bench = listedPlace(7, { appelation: 'Le banc du vieux port', media: { data: mediaLink() } });
const english = { language: 'en', kind: 'standard' } as const;
const VERSION = 'Anglais · Version standard';
const own = mediaLink({ link: '/v1/media/b.wav', length: 65 });

let stored: Telling[];
let scope: Scope;
let sent: { readonly fields: object; readonly kept: number }[];
let isOffline: boolean;
let closings: number;
let answers: Record<string, unknown>;
const root = rootPerTest('main', async () => {
  scope.dispose();
  forgetSession();
  forgetPlaces();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  storage.forgetAll();
  session.user = null;
  await forgetKept();
});

/** Receives the audio as the server does, and notes what the device had stored by then. */
class AudioUpload {
  readonly upload = {};
  status = 200;
  responseText = JSON.stringify({ place_id: bench.id, media_data: own });
  onload = () => {};
  onerror = () => {};
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  abort() {}
  async send(form: FormData) {
    if (isOffline) return this.onerror();
    const { audio: _, ...fields } = Object.fromEntries(form);
    sent.push({ fields, kept: (await listKeptFiles()).length });
    stored = [telling({ ...english, media: own })];
    this.onload();
  }
}

beforeEach(() => {
  scope = new Scope();
  sent = [];
  isOffline = false;
  closings = 0;
  stored = [telling({ ...english, name: 'The bench' })];
  vi.stubGlobal('XMLHttpRequest', AudioUpload);
  updateUser({ id: userId, name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null });
  Object.assign(places, { status: 'ready', parcoursIds: [ParcoursId.parse(1)], list: ref([bench]) });
  const about = { language: 'fr', facts: {}, translations: [] };
  answers = {
    'GET /v1/place/7/words': () => placeWords(7, ...stored),
    'POST /v1/drop/start-recording': { sessionId: crypto.randomUUID() },
    'GET /v1/map/map/1/words': () => ({ version: '1', linkQuery: '?', words: { id: 1, about, places: [] } }),
  };
  answerCalls(answers);
  startDrops(scope, userId);
});
afterEach(() => expect(outbox.items).toEqual([]));

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const choose = (...content: BlobPart[]) =>
  page.getByLabelText(dropStrings.chooseFile).upload(new File(content, 'voix.wav', { type: 'audio/wav' }));
const chooseSound = () => choose(wavOf(Int16Array.from({ length: 44_100 }, (_, at) => (at % 100) * 100)));

function open(start: TellingKey = english): void {
  root.render(
    <>
      <h1>Le quai</h1>
      <TextsSheet
        key={start.language}
        place={bench}
        start={start}
        onClose={() => {
          closings += 1;
        }}
      />
    </>,
  );
}

test('a version without a sound says what is heard, and gets one, which the device stores first', async () => {
  open();
  await expect.element(page.getByText(plain(words.heard('Français · le lieu')))).toBeVisible();
  await chooseSound();
  await expect.element(page.getByText(plain(words.soundLength('1:05')))).toBeVisible();
  expect(sent).toMatchObject([{ fields: { place_id: '7', telling: 'en.standard' }, kept: 1 }]);
  expect(await screenFaultsHere()).toEqual([]);
});

test('what is no sound is refused with the reason, and a sound is replaced only after a question', async () => {
  open();
  await choose('Pas un son.');
  await expect.element(page.getByRole('alert')).toHaveTextContent(plain(fileFaults.NotAudioError));
  await chooseSound();
  await expect.element(page.getByText(plain(words.soundLength('1:05')))).toBeVisible();
  await expect.element(page.getByText(plain(fileFaults.NotAudioError))).not.toBeInTheDocument();
  await chooseSound();
  const question = page.getByRole('alertdialog', { name: plain(words.replacing(VERSION).title) });
  await question.getByRole('button', { name: words.replacing(VERSION).cancel }).click();
  expect(sent).toHaveLength(1);
  await chooseSound();
  await question.getByRole('button', { name: words.replacing(VERSION).confirm }).click();
  await expect.poll(() => sent).toHaveLength(2);
  await expect.poll(() => outbox.items).toEqual([]);
});

/** Records for the English version, until there is something to hear. */
async function record(): Promise<void> {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => soundingStream(scope));
  open();
  await page.getByRole('button', { name: recordStrings.start }).click();
  await expect.element(page.getByRole('region', { name: recordStrings.recording })).toBeVisible();
  await expect.poll(() => recorder.seconds).toBeGreaterThan(0.2);
}

test('a version’s sound is recorded there, and why the microphone can’t is said', async () => {
  await record();
  expect(await screenFaultsHere()).toEqual([]);
  // Nothing else would show that the microphone runs.
  await page.getByRole('button', { name: strings.app.close }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(plain(words.recordingRuns));
  expect(closings).toBe(0);
  await page.getByRole('button', { name: recordStrings.stop }).click();
  await expect.element(page.getByText(plain(words.soundLength('1:05')))).toBeVisible();
  await expect.element(page.getByRole('heading', { name: words.sound, exact: true })).toHaveFocus();
  expect(sent).toMatchObject([{ fields: { place_id: '7', telling: 'en.standard' } }]);
  expect(recordings.found).toEqual([]);
  const denied = new DOMException('A browser’s own words', 'NotAllowedError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(denied);
  await page.getByRole('button', { name: recordStrings.start }).click();
  const question = page.getByRole('alertdialog', { name: plain(words.replacing(VERSION).title) });
  await question.getByRole('button', { name: words.replacing(VERSION).confirm }).click();
  const refused = recordStrings.faults['microphone-refused'];
  await expect.element(page.getByRole('alert').getByText(refused)).toBeVisible();
  await expect.element(page.getByRole('button', { name: recordStrings.start })).toBeEnabled();
  // It is a fault of this version alone.
  open({ language: 'de', kind: 'standard' });
  await expect.element(page.getByRole('button', { name: recordStrings.start })).toBeEnabled();
  await expect.element(page.getByText(refused)).not.toBeInTheDocument();
  await page.getByRole('button', { name: strings.app.close }).click();
  expect(closings).toBe(1);
});

test('a recording that a crash left becomes the sound of its version', async () => {
  await record();
  // The page dies.
  root.render(null);
  scope.dispose();
  scope = new Scope();
  startDrops(scope, userId);
  await expect.poll(() => recordings.found).toHaveLength(1);
  await expect.poll(() => outbox.isReady).toBe(true);
  const left = firstLeft(recordings.found, outbox.items, userId);
  if (left !== null) openLeft(left);
  if (takes.open === null) throw new Error('Expected the recording in its popup, got none');
  root.render(<TakeSheet open={takes.open} />);
  const goal = dropStrings.completesVersion('Le banc du vieux port', VERSION);
  await expect.element(page.getByText(plain(goal))).toBeVisible();
  await page.getByRole('button', { name: dropStrings.save, exact: true }).click();
  await expect.poll(() => sent).toMatchObject([{ fields: { place_id: '7', telling: 'en.standard' } }]);
  await expect.poll(() => outbox.items).toEqual([]);
});

describe('a version that is deleted while a sound waits for it', () => {
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: words.remove }).click();
    const question = page.getByRole('alertdialog', { name: plain(words.removing(VERSION, true).title) });
    await expect.element(question.getByText(plain(words.removing(VERSION, true).description))).toBeVisible();
    await question.getByRole('button', { name: words.removing(VERSION, true).confirm }).click();
  };
  const removal = 'DELETE /v1/place/7/tellings/en/standard';

  test('takes it along, after a question', async () => {
    isOffline = true;
    answers[removal] = () => {
      stored = [];
      return { status: 'ok' };
    };
    open();
    await chooseSound();
    await expect.poll(() => outbox.items.map(({ phase }) => phase)).toEqual(['waiting']);
    await remove();
    await expect.poll(() => outbox.items).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('leaves it waiting if it is not deleted', async () => {
    isOffline = true;
    answers[removal] = refusal('forbidden', 403);
    open();
    await chooseSound();
    await expect.poll(() => outbox.items.map(({ phase }) => phase)).toEqual(['waiting']);
    await remove();
    await expect.element(page.getByRole('alert').getByText(/n’est pas supprimée/)).toBeVisible();
    expect(outbox.items).toHaveLength(1);
    await page.getByRole('button', { name: outboxStrings.cancel }).click();
    await expect.poll(() => outbox.items).toEqual([]);
  });

  test('is deleted again if the sound was sent a moment before', async () => {
    let deletions = 0;
    isOffline = true;
    open();
    await chooseSound();
    await expect.poll(() => outbox.items.map(({ phase }) => phase)).toEqual(['waiting']);
    answers[removal] = async () => {
      deletions += 1;
      if (deletions > 1) stored = [];
      else {
        isOffline = false;
        for (const { id } of outbox.items) await currentOutbox().retry(id);
        await expect.poll(() => outbox.items).toEqual([]);
      }
      return { status: 'ok' };
    };
    await remove();
    await expect.poll(() => deletions).toBe(2);
    await expect.element(page.getByRole('button', { name: words.remove })).not.toBeInTheDocument();
  });
});
