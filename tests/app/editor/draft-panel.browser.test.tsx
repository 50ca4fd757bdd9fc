import type { Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileFaults } from '../../../app/drops/composer/converter-words.ts';
import { outbox, startDrops } from '../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { myDrops } from '../../../app/drops/my-drops.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { recorder, stopRecording } from '../../../app/drops/record/recorder.ts';
import { forgetTakes, takes } from '../../../app/drops/record/takes.ts';
import { EditorPanel } from '../../../app/editor/editor-panel.tsx';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { editorTools, switchDrawTools } from '../../../app/parcours/editor-tools.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { pendingShapes } from '../../../app/places/pending-shapes.ts';
import { places } from '../../../app/places/places.ts';
import { ACCEPTED_ENDINGS } from '../../../app/platform/audio/audio-files.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { longWav } from '../../support/audio/long-sounds.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { limitStorage, soundingStream } from '../../support/page/device.ts';
import { forgetKept, holdRecords, listKeptFiles } from '../../support/page/kept-drops.ts';
import { freshRoot } from '../../support/page/react-root.ts';
import { mediaLink } from '../../support/samples/listed-place.ts';

const words = editorStrings;
const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'admin' as const };
const place = (id: number, appelation: string, feature: Geometry, media: Place['media'] = null): Place => ({
  ...{ id: PlaceId.parse(id), appelation, type: 'Ici', feature, map: { id: quay.id } },
  ...{ userId: null, media },
});
const point: Geometry = { type: 'Point', coordinates: [2.347, 48.855] };
const told = place(11, 'Le banc', point, { data: mediaLink({ link: '/v1/media/banc.wav' }) });
const silent = place(12, 'Le pré', {
  type: 'Polygon',
  coordinates: [
    [
      [2.346, 48.8545],
      [2.348, 48.8545],
      [2.348, 48.8555],
      [2.346, 48.8545],
    ],
  ],
});
const waiting = {
  id: 'a-shape',
  userId: UserId.parse(3),
  mapId: quay.id,
  title: 'Le pont',
  geometry: point,
  key: 'a-key',
  redoOf: null,
};

let root: Root;
let scope: Scope;

beforeEach(async () => {
  await page.viewport(1000, 900);
  scope = new Scope();
  answerCalls({});
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
  places.list = ref([told, silent]);
  Object.assign(editorTools, { isOn: true, draws: true });
  root = freshRoot('main');
});
afterEach(async () => {
  root.unmount();
  forgetTakes();
  scope.dispose();
  await limitStorage(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  storage.forgetAll();
  pendingShapes.list = ref([]);
  places.list = ref([]);
  notices.shown = [];
  recorder.fault = null;
  myDrops.deletionFailure = null;
  session.user = null;
  await forgetKept();
});

const panel = page.getByRole('region', { name: words.label });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const row = (name: string) => panel.getByRole('button', { name });
const title = () => panel.getByLabelText(words.title);
const fault = (text: string) => panel.getByRole('alert').getByText(text);
const notice = (text: string) => page.getByText(text);

/** The editor without a map, because none of these texts needs one. */
async function open(name?: string): Promise<void> {
  root.render(
    <>
      <EditorPanel surface={null} renderAudio={({ appelation }) => `audio: ${appelation}`} recordingBar="recording" />
      <NoticeStack />
    </>,
  );
  await expect.element(panel).toBeVisible();
  if (name !== undefined) await row(name).click();
}

/** Opens a shape without audio. */
async function openWaiting(): Promise<void> {
  storage.write('pendingShapes', [waiting]);
  startDrops(scope, waiting.userId);
  await open('Le pont');
}

const field = (): Element | null => document.querySelector('[data-state][role="button"]');
function drag(types: readonly string[], ...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  for (const type of types)
    field()?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}
const drop = (...files: readonly File[]): void => drag(['dragenter', 'dragover', 'drop'], ...files);
const wav = (seconds = 1): File =>
  new File([wavOf(Int16Array.from({ length: 44_100 * seconds }, (_, at) => (at % 100) * 100))], 'voix.wav', {
    type: 'audio/wav',
  });
const pdf = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' });

describe('the list', () => {
  it('says that it is empty, and how to create something', async () => {
    places.list = ref([]);
    places.status = 'ready';
    await open();
    await expect.element(panel.getByText(words.empty)).toBeVisible();
    await expect.element(panel.getByText(words.emptyHint)).toBeVisible();
    for (const text of [words.drawPolygon, words.drawPoint, words.drawLine]) {
      await expect.element(panel.getByText(text, { exact: true })).toBeVisible();
    }
    expect(panel.getByRole('group', { name: words.draw }).elements()).toHaveLength(1);
  });

  it('is collapsed, expanded and closed', async () => {
    // Only a phone lacks the space.
    await page.viewport(390, 844);
    await open();
    await button(words.fold).click();
    await expect.element(button(words.unfold)).toHaveAttribute('aria-expanded', 'false');
    await button(words.unfold).click();
    await expect.element(button(words.fold)).toBeVisible();
    await button(words.close).click();
    expect(editorTools.draws).toBe(false);
  });

  it('says that a place could not be deleted', async () => {
    answerCalls({ 'DELETE /v1/place/places/11': refusal('internal', 500) });
    await open('Le banc');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await button(words.remove).click();
    await expect.element(notice(words.removed('Le banc'))).toBeVisible();
    await expect.element(page.getByRole('button', { name: strings.app.undo })).toBeVisible();
    expect(panel.getByRole('alert').elements()).toEqual([]);
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    await expect.element(fault(words.removalFailed(strings.errors.unexpected))).toBeVisible();
    await expect.element(row('Le banc')).toBeVisible();
  });
});

describe('drawing without a pointer', () => {
  it.each([
    [words.drawing.polygon, words.drawing.help, words.drawing.add],
    [words.drawing.line, words.drawing.helpLine, words.drawing.add],
    [words.drawing.point, words.drawing.helpPoint, words.drawing.addPoint],
  ])('explains how: %s', async (name, help, add) => {
    await open();
    await button(name).click();
    await expect.element(panel.getByRole('heading', { name })).toBeVisible();
    await expect.element(panel.getByText(help)).toBeVisible();
    await expect.element(panel.getByText(words.drawing.keys)).toBeVisible();
    await expect.element(button(add)).toBeVisible();
    for (const way of [words.drawing.north, words.drawing.south, words.drawing.west, words.drawing.east]) {
      await expect.element(button(way)).toBeVisible();
    }
    expect(await faultsHere()).toEqual([]);
    await button(words.drawing.cancel).click();
    await expect.element(panel.getByRole('heading', { name: words.heading(2) })).toBeVisible();
  });

  it('on an existing point says that it is moved', async () => {
    await open('Le banc');
    await button(words.editShape).click();
    await expect.element(panel.getByRole('heading', { name: words.drawing.shape })).toBeVisible();
    await expect.element(panel.getByText(words.drawing.helpMovePoint)).toBeVisible();
    await button(words.stopEditingShape).click();
    await expect.element(title()).toHaveValue('Le banc');
  });

  it('on an existing zone says which vertex is chosen, and how it was changed', async () => {
    await open('Le pré');
    await button(words.editShape).click();
    await expect.element(panel.getByText(words.drawing.helpShape)).toBeVisible();
    await button(words.drawing.previous).click();
    const walked = `${words.drawing.vertexOf(3, 3)}, ${words.drawing.movedTo(2.348, 48.8555)}`;
    await expect.element(panel.getByText(walked)).toBeInTheDocument();
    await button(words.drawing.insert).click();
    await expect.element(panel.getByText(words.drawing.insertedVertex)).toBeInTheDocument();
    await button(words.drawing.remove).click();
    await expect.element(panel.getByText(words.drawing.removedVertex(3))).toBeInTheDocument();
    await button(words.drawing.remove).click();
    await expect.element(panel.getByText(words.drawing.minVertices)).toBeInTheDocument();
  });
});

describe('saving and deleting a place', () => {
  it('reports the saved title, or drop if it is empty', async () => {
    const detail = { id: told.id, feature: point, appelation: 'drop', map: told.map, userId: null, media_data: null };
    answerCalls({ 'PUT /v1/place/places': detail });
    await open('Le banc');
    await expect.element(panel.getByText('audio: Le banc')).toBeVisible();
    await title().fill('  ');
    await button(words.save).click();
    await expect.element(notice(words.savedNotice('drop'))).toBeVisible();
    await expect.element(panel.getByRole('heading', { name: words.heading(2) })).toBeVisible();
  });

  it('can be undone by what the place was before, unless somebody has changed it since', async () => {
    const detail = {
      id: told.id,
      feature: point,
      appelation: 'Le parc',
      map: told.map,
      userId: null,
      media_data: null,
    };
    const earlier = { id: 5, appelation: 'Le banc', feature: point, sound: null, changed: ['title'] };
    let replacedBy = { isSelf: true, name: 'Ana' };
    // Replaced just now, whenever that is.
    const answer = () => ({ versions: [{ ...earlier, replacedBy, replacedAt: new Date().toISOString() }] });
    const versions = `GET /v1/place/${told.id}/versions`;
    const restored = { [`POST /v1/place/${told.id}/versions/5`]: { ...detail, appelation: 'Le banc' } };
    answerCalls({ 'PUT /v1/place/places': detail, [versions]: answer, ...restored });
    await open('Le banc');
    await title().fill('Le parc');
    await button(words.save).click();
    await row('Le parc').click();
    await expect.element(title()).toHaveValue('Le parc');
    await page.getByRole('button', { name: strings.app.undo }).click();
    await expect.element(notice(words.saveUndone('Le banc'))).toBeVisible();
    await expect.element(title()).toHaveValue('Le banc');
    await title().fill('Le parc');
    replacedBy = { isSelf: false, name: 'Omar' };
    await button(words.save).click();
    await page.getByRole('button', { name: strings.app.undo }).click();
    await expect.element(notice(words.undoFailed('Le parc', words.changedByOther))).toBeVisible();
  });

  it('keeps the place open with the reason if it fails', async () => {
    answerCalls({ 'PUT /v1/place/places': refusal('forbidden', 403) });
    await open('Le banc');
    await title().fill('Le vieux banc');
    await button(words.save).click();
    await expect.element(fault(words.saveFailed(strings.errors.forbidden))).toBeVisible();
    await expect.element(title()).toHaveValue('Le vieux banc');
    // Its button retains the focus, also with nothing but the failure to save again.
    let answer: (value: unknown) => void = () => {};
    answerCalls({ 'PUT /v1/place/places': () => new Promise((resolve) => (answer = resolve)) });
    await title().fill('Le banc');
    await button(words.save).click();
    await expect.element(button(words.save)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button(words.save)).toHaveFocus();
    // Meanwhile no audio may begin.
    await expect.element(button(words.record)).toHaveAttribute('aria-disabled', 'true');
    expect(field()?.getAttribute('aria-disabled')).toBe('true');
    answer({});
  });

  it('asks about unsaved changes by title, and stores them if the editor closes', async () => {
    await open('Le banc');
    await title().fill('Le vieux banc');
    await button(words.backToList).click();
    const question = page.getByRole('dialog', { name: words.unsavedTitle });
    await expect.element(question.getByText(words.unsavedText('Le vieux banc'))).toBeVisible();
    await question.getByRole('button', { name: words.stay }).click();
    root.render(<NoticeStack />);
    await expect.element(notice(words.changesStored('Le vieux banc'))).toBeVisible();
    await open('Le banc');
    await expect.element(notice(words.changesBack('Le banc'))).toBeVisible();
    await expect.element(title()).toHaveValue('Le vieux banc');
  });

  it('deletes it with its audio only after a confirmation, and reports a refusal', async () => {
    answerCalls({ 'DELETE /v1/place/places/11': refusal('forbidden', 403) });
    await open('Le banc');
    await button(words.redo).click();
    const question = page.getByRole('dialog', { name: words.redoTitle });
    await expect.element(question.getByText(words.redoText)).toBeVisible();
    await question.getByRole('button', { name: words.redo }).click();
    await expect.element(fault(words.removalFailed(strings.errors.forbidden))).toBeVisible();
  });

  it('lists its shape if it was deleted to be recorded again without a response', async () => {
    Object.assign(places, { status: 'ready', parcoursIds: [quay.id] });
    storage.write('pendingShapes', [{ ...waiting, redoOf: told.id }]);
    await open();
    await expect.element(page.getByRole('heading', { name: words.heading(2) })).toBeVisible();
    await expect.element(row('Le pont')).not.toBeInTheDocument();
    places.list = ref([silent]);
    await row('Le pont').click();
    await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
  });

  it('is impossible for a shape without audio, which says how to make a place', async () => {
    await openWaiting();
    await button(words.save).click();
    await expect.element(fault(`${words.placeIdMissing}. ${words.placeIdMissingHint}`)).toBeVisible();
  });
});

/** Opens a shape and adds audio; the request for its place never gets a response. */
async function sendWaiting(): Promise<void> {
  storage.write('currentUser', session.user);
  const heard = answerCalls({ 'POST /v1/place/places': () => new Promise(() => {}) });
  await openWaiting();
  drop(wav());
  await expect.poll(() => heard.map(({ call }) => call)).toContain('POST /v1/place/places');
}

describe('the audio of the open place or shape', () => {
  it('is reported missing for a place and for a shape', async () => {
    await openWaiting();
    await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
    expect(await faultsHere()).toEqual([]);
    await button(words.backToList).click();
    await row('Le pré').click();
    await expect.element(panel.getByText(words.placeNoAudio)).toBeVisible();
    expect(await faultsHere()).toEqual([]);
  });

  it('is dragged over its field: accepted, rejected or ignored', async () => {
    await open('Le pré');
    await expect.element(panel.getByText(words.upload, { exact: true })).toBeVisible();
    drag(['dragenter', 'dragover'], wav());
    await expect.element(panel.getByText(words.dropNow)).toBeVisible();
    drag(['dragleave'], wav());
    await expect.element(panel.getByText(words.upload, { exact: true })).toBeVisible();
    drag(['dragenter', 'dragover'], pdf);
    await expect.element(panel.getByText(words.dropRefused)).toBeVisible();
    drag(['drop'], pdf);
    await expect.element(fault(dropStrings.typeMustBe(ACCEPTED_ENDINGS))).toBeVisible();
    drop(wav(), wav());
    await expect.element(fault('Too many files')).toBeVisible();
  });

  it('is chosen in the system’s dialog, which may be closed without a choice', async () => {
    await open('Le pré');
    // The dialog itself belongs to the system.
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    (field() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByText(words.choosing)).toBeVisible();
    window.dispatchEvent(new Event('focus'));
    await expect.element(panel.getByText(words.upload, { exact: true })).toBeVisible();
  });

  it.each([
    ['an empty file', new File([], 'vide.wav', { type: 'audio/wav' }), words.faults['no-file']],
    ['a file without sound', new File([wavOf(new Int16Array(0))], 'muet.wav'), dropStrings.missing],
    ['a text', new File(['Ceci est un texte.'], 'texte.mp3', { type: 'audio/mpeg' }), fileFaults.NotAudioError],
  ])('cannot be %s', async (_, file, text) => {
    await openWaiting();
    drop(file);
    await expect.element(fault(text)).toBeVisible();
    await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
  });

  it('is converted, and the conversion can be cancelled', async () => {
    await openWaiting();
    drop(new File([longWav(3600)], 'long.wav', { type: 'audio/wav' }));
    await expect.element(panel.getByRole('progressbar', { name: words.converting })).toBeVisible();
    await expect.element(panel.getByRole('status').getByText(words.converting)).toBeVisible();
    await button(words.backToList).click();
    await expect.element(notice(words.finishAudioFirst)).toBeVisible();
    await button(words.cancel).click();
    await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
    expect(panel.getByRole('alert').elements()).toEqual([]);
  });

  it('can be cancelled while it is being stored: nothing is sent, and the shape still waits', async () => {
    const heard = answerCalls({});
    await openWaiting();
    await expect.poll(() => outbox.isReady).toBe(true);
    const release = await holdRecords();
    drop(wav());
    await expect.poll(listKeptFiles).not.toEqual([]);
    await button(words.cancel).click();
    release();
    await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
    await expect.poll(listKeptFiles).toEqual([]);
    expect(heard.filter(({ call }) => call.startsWith('POST /v1/place'))).toEqual([]);
    expect(outbox.items).toEqual([]);
    expect(storage.read('pendingShapes')).toEqual([waiting]);
  });

  it('that is still being stored when the editor closes locks no other place, and is kept', async () => {
    await openWaiting();
    await expect.poll(() => outbox.isReady).toBe(true);
    const release = await holdRecords();
    drop(wav());
    await expect.poll(listKeptFiles).not.toEqual([]);
    root.render(null);
    await expect.element(panel).not.toBeInTheDocument();
    await open('Le pré');
    await expect.element(panel.getByText(words.placeNoAudio)).toBeVisible();
    await expect.element(button(words.record)).toBeEnabled();
    release();
    await expect.poll(() => outbox.items).toHaveLength(1);
  });

  it('is cancelled while another tab opens and takes over the shape, which still waits', async () => {
    await sendWaiting();
    const release = await holdRecords();
    await button(words.cancel).click();
    expect(storage.read('pendingShapes')).toEqual([waiting]);
    storage.write('pendingShapes', []);
    release();
    await expect.poll(() => outbox.items).toEqual([]);
    await expect.poll(() => storage.read('pendingShapes')).toEqual([waiting]);
  });

  it('says so if the device itself prevents taking it back', async () => {
    await sendWaiting();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The disk has gone', 'UnknownError');
    });
    await button(words.cancel).click();
    await expect.element(fault(outboxStrings.discardFailed)).toBeVisible();
    // It has been sent, so its shape no longer waits.
    expect(outbox.items).toHaveLength(1);
    expect(storage.read('pendingShapes')).toEqual([]);
  });

  it('stores the target of a recording with it', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => soundingStream(scope));
    await openWaiting();
    await button(words.record).click();
    await expect.poll(() => recorder.seconds).toBeGreaterThan(0.2);
    root.render(null);
    await stopRecording();
    const pinned = { geometry: point, placeId: null, pendingId: waiting.id };
    const position = point.coordinates;
    expect(takes.open?.take.note).toMatchObject({ title: waiting.title, position, pinned });
  });

  it('without space on the device is reported, and the shape still waits', async () => {
    await openWaiting();
    await limitStorage(1);
    drop(wav());
    await expect.element(fault(outboxStrings.diskFull)).toBeVisible();
    await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
  });

  it('stays unless the person confirms a replacement', async () => {
    await open('Le banc');
    drop(wav());
    const question = page.getByRole('dialog', { name: words.replaceTitle });
    await expect.element(question.getByText(words.replaceText)).toBeVisible();
    await question.getByRole('button', { name: words.keep }).click();
    await expect.element(panel.getByText('audio: Le banc')).toBeVisible();
  });

  it('cannot be recorded if the microphone is denied, with the reason', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
    await openWaiting();
    await button(words.record).click();
    await expect.element(fault(recordStrings.faults['microphone-refused'])).toBeVisible();
    switchDrawTools(false);
  });
});
