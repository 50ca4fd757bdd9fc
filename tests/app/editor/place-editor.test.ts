import { ref } from 'valtio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerQuestion, planDraft, redoDraft, removeDraft, saveDraft } from '../../../app/editor/draft-changes.ts';
import { wordsForEditorFault, wordsForEditorNotice } from '../../../app/editor/editor-fault-words.ts';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { sendFile } from '../../../app/editor/place-audio.ts';
import {
  becamePlace,
  closeDraft,
  closeSent,
  editorNotices,
  editPending,
  editPlace,
  forgetPlaceEditor,
  holdForAudio,
  placeEditor,
  releaseAudioHold,
  reshapeDraft,
  shape,
  startDrawing,
  stopDrawing,
  storeDrawn,
  titleDraft,
} from '../../../app/editor/place-editor.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { pendingShapes, readPendingShapes, waitingShapes } from '../../../app/places/pending-shapes.ts';
import { createPlace, findPlace, forgetPlaces, loadPlaces, places } from '../../../app/places/places.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { answerInTest } from '../../support/network/answer-in-test.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';
import { until } from '../../support/until.ts';

const here: Geometry = { type: 'Point', coordinates: [2.3, 48.8] };
const there: Geometry = { type: 'Point', coordinates: [2.4, 48.8] };
const zone = (...open: Position[]): Geometry => ({ type: 'Polygon', coordinates: [[...open, open[0] ?? [0, 0]]] });
const bowTie = zone([2, 48], [3, 49], [3, 48], [2, 49]);

describe('the place editor', () => {
  const server = useServer();
  let ana: Person;
  let parcoursId: ParcoursId;
  let bench: PlaceId;

  beforeAll(async () => {
    ana = await signUpAs(server, 'Ana', 'editor');
    parcoursId = await makeParcours(server.origin, ana);
    connectApi({ baseUrl: server.origin, readToken: () => ana.token, onRefused: () => {} });
  });
  beforeEach(async () => {
    session.user = ana.user;
    places.parcoursIds = [parcoursId];
    bench = await createPlace({ geometry: here, title: 'Le banc', parcoursId, isDraft: false });
    readPendingShapes();
  });
  afterEach(() => {
    forgetPlaceEditor();
    forgetPlaces();
    storage.forgetAll();
    editorNotices.waiting = [];
  });
  afterAll(() => {
    connectApi({ baseUrl: '', readToken: () => null, onRefused: () => {} });
    session.user = null;
  });

  /** The place on the server. */
  async function stored(id: PlaceId) {
    await loadPlaces();
    return findPlace(id);
  }

  /** Connects the editor to a server that never responds, with a short timeout, while `act` runs. */
  async function onDeadLine(act: () => Promise<void>): Promise<void> {
    const waitFor = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => waitFor(50));
    connectApi({ baseUrl: await answerInTest(() => {}), readToken: () => ana.token, onRefused: () => {} });
    await act();
    expect(timeout.mock.calls).toEqual([[30_000]]);
    connectApi({ baseUrl: server.origin, readToken: () => ana.token, onRefused: () => {} });
    timeout.mockRestore();
  }

  /** The code of the error that the editor shows, and its words. */
  function shownError() {
    const { error } = placeEditor;
    return error && [error.why, wordsForEditorFault(error)];
  }

  /** The codes of the notices, and their words. */
  const shownNotices = () => editorNotices.waiting.map((notice) => [notice.what, wordsForEditorNotice(notice)]);

  it('saves the title trimmed and the changed shape, and closes the panel', async () => {
    editPlace(bench);
    titleDraft('  Le vieux banc ');
    reshapeDraft(there);
    await saveDraft();
    expect(placeEditor.draft).toBeNull();
    expect(await stored(bench)).toMatchObject({ appelation: 'Le vieux banc', feature: there });
  });

  it('saves an empty title as drop, and does not save an unchanged shape', async () => {
    editPlace(bench);
    titleDraft('   ');
    await saveDraft();
    expect(await stored(bench)).toMatchObject({ appelation: 'drop', feature: here });
  });

  it('keeps everything unchanged if saving fails, and says why', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    connectApi({ baseUrl: 'http://127.0.0.1:1', readToken: () => ana.token, onRefused: () => {} });
    await saveDraft();
    connectApi({ baseUrl: server.origin, readToken: () => ana.token, onRefused: () => {} });
    expect(placeEditor.draft?.title).toBe('Le vieux banc');
    expect(shownError()).toEqual(['save-failed', editorStrings.saveFailed(strings.errors.network)]);
  });

  it('gives up saving and removing without a response, and loses nothing', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    await onDeadLine(saveDraft);
    expect(placeEditor.step).toBe('resting');
    expect(shownError()).toEqual(['save-failed', editorStrings.saveFailed(strings.errors.network)]);
    await onDeadLine(redoDraft);
    expect(placeEditor.step).toBe('resting');
    expect(shownError()).toEqual(['delete-failed', editorStrings.removalFailed(strings.errors.network)]);
    expect(placeEditor.draft?.title).toBe('Le vieux banc');
    expect(waitingShapes(pendingShapes.list, places)).toEqual([]);
  });

  it('keeps the shape if the place was deleted to record it again without a response', async () => {
    editPlace(bench);
    await onDeadLine(redoDraft);
    await call(server.origin, 'deletePlace', { params: { placeId: bench } }, ana.token);
    closeDraft();
    await loadPlaces();
    const waiting = waitingShapes(pendingShapes.list, places);
    expect(waiting).toMatchObject([{ title: 'Le banc', geometry: here }]);
    editPending(waiting[0]?.id ?? '');
    expect(placeEditor.draft).toMatchObject({ placeId: null, title: 'Le banc' });
  });

  it('keeps that shape if deleting is retried after the session has ended', async () => {
    editPlace(bench);
    await onDeadLine(redoDraft);
    await call(server.origin, 'deletePlace', { params: { placeId: bench } }, ana.token);
    connectApi({ baseUrl: server.origin, readToken: () => null, onRefused: () => {} });
    await redoDraft();
    connectApi({ baseUrl: server.origin, readToken: () => ana.token, onRefused: () => {} });
    closeDraft();
    await loadPlaces();
    expect(waitingShapes(pendingShapes.list, places)).toMatchObject([{ title: 'Le banc', geometry: here }]);
  });

  it('keeps no shape of a place that was not deleted after all, once it is saved', async () => {
    editPlace(bench);
    await onDeadLine(redoDraft);
    expect(storage.read('pendingShapes')).toHaveLength(1);
    await saveDraft();
    expect(storage.read('pendingShapes')).toEqual([]);
  });

  it('keeps no shape of a place that the server refuses to delete', async () => {
    const bo = await signUp(server.origin, 'Bo');
    connectApi({ baseUrl: server.origin, readToken: () => bo.token, onRefused: () => {} });
    editPlace(bench);
    await redoDraft();
    connectApi({ baseUrl: server.origin, readToken: () => ana.token, onRefused: () => {} });
    expect(storage.read('pendingShapes')).toEqual([]);
  });

  it('keeps changes made during a save, stays open and says so', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    const saved = saveDraft();
    reshapeDraft(there);
    await saved;
    expect(await stored(bench)).toMatchObject({ appelation: 'Le vieux banc', feature: here });
    expect(placeEditor.step).toBe('resting');
    expect(shownError()).toEqual(['changed-since', editorStrings.faults['changed-since']]);
    expect(placeEditor.draft).toMatchObject({ title: 'Le vieux banc', geometry: there });
    expect(editorNotices.waiting).toEqual([]);
    expect(storage.read('unsavedChanges')).toMatchObject([{ placeId: bench, geometry: there }]);
    await saveDraft();
    expect(placeEditor.draft).toBeNull();
    expect((await stored(bench))?.feature).toEqual(there);
    expect(storage.read('unsavedChanges')).toEqual([]);
  });

  it('reopens nothing if a save ends after it has closed, and stores newer changes', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    const saved = saveDraft();
    reshapeDraft(there);
    forgetPlaceEditor();
    await saved;
    expect(placeEditor.draft).toBeNull();
    expect(storage.read('unsavedChanges')).toMatchObject([{ placeId: bench, geometry: there }]);
  });

  it('does not save a self-intersecting contour', async () => {
    const id = await createPlace({
      geometry: zone([2, 48], [3, 48], [3, 49]),
      title: 'Le pré',
      parcoursId,
      isDraft: false,
    });
    editPlace(id);
    reshapeDraft(bowTie);
    expect(shownError()).toEqual(['crossing', editorStrings.faults.crossing]);
    await saveDraft();
    expect(placeEditor.draft?.placeId).toBe(id);
    expect((await stored(id))?.feature).not.toEqual(bowTie);
  });

  it('keeps a drawn shape until it becomes a place, and then opens that', async () => {
    storeDrawn(here, parcoursId);
    titleDraft('Le pré');
    const key = placeEditor.draft?.key ?? '';
    await saveDraft();
    expect(shownError()).toEqual(['no-place', expect.stringContaining('Place ID is not set')]);
    closeDraft();
    editPending(key);
    expect(placeEditor.draft?.title).toBe('Le pré');
    closeSent(key);
    becamePlace(key, bench);
    expect(placeEditor.draft?.placeId).toBe(bench);
    expect(pendingShapes.list).toEqual([]);
  });

  it('says of a shape that it waits for audio if it closes with it, unless the outbox has its audio', () => {
    const quay = { id: parcoursId, name: 'Le quai', description: '', privilege: 'editor' as const };
    parcours.list = ref([{ ...quay, image_url: null, users: [], user_count: 1 }]);
    storeDrawn(here, parcoursId);
    const key = placeEditor.draft?.key ?? '';
    forgetPlaceEditor();
    expect(shownNotices()).toEqual([['shape-stored', editorStrings.shapeStored('Le quai')]]);
    editPending(key);
    closeSent(key);
    forgetPlaceEditor();
    expect(editorNotices.waiting).toHaveLength(1);
  });

  it('opens nothing for a new place while another one is viewed', () => {
    storeDrawn(here, parcoursId);
    const key = placeEditor.draft?.key ?? '';
    closeDraft();
    becamePlace(key, bench);
    expect(placeEditor.draft).toBeNull();
  });

  it('keeps a self-intersecting shape open for correction', () => {
    storeDrawn(bowTie, parcoursId);
    expect(placeEditor.isShaping).toBe(true);
    expect(shownError()).toEqual(['crossing', editorStrings.faults.crossing]);
    expect(pendingShapes.list).toHaveLength(1);
  });

  it('keeps a too narrow shape open for correction, and makes no place of it', async () => {
    storeDrawn(zone([2.3, 48.855], [2.368, 48.855], [2.35, 48.8550001]), parcoursId);
    expect(placeEditor.isShaping).toBe(true);
    expect(shownError()).toEqual(['flat', editorStrings.faults.flat]);
    shape(false);
    await sendFile(new File(['x'], 'a.wav'));
    expect(placeEditor).toMatchObject({ isShaping: true, hasAudioWork: null });
    expect(shownError()).toEqual(['flat', editorStrings.faults.flat]);
    expect(pendingShapes.list).toHaveLength(1);
  });

  it('deletes the place to record it again, and keeps its shape and title', async () => {
    editPlace(bench);
    await redoDraft();
    expect(await stored(bench)).toBeUndefined();
    expect(placeEditor.draft).toMatchObject({ placeId: null, title: 'Le banc', geometry: here });
    expect(pendingShapes.list).toHaveLength(1);
  });

  it('stores shape and title on the device before deleting the place to record it again', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    const redone = redoDraft();
    expect(storage.read('pendingShapes')).toMatchObject([{ title: 'Le vieux banc', geometry: here }]);
    await redone;
    expect(storage.read('pendingShapes')).toHaveLength(1);
  });

  it('rejects recording again if no place is open', async () => {
    await expect(redoDraft()).rejects.toThrow('No place selected for redo');
  });

  it('removes a waiting shape, which can be restored', () => {
    storeDrawn(here, parcoursId);
    removeDraft();
    expect(pendingShapes.list).toEqual([]);
    const [notice] = editorNotices.waiting;
    if (notice?.what === 'removed') notice.undo();
    expect(pendingShapes.list).toHaveLength(1);
  });

  it('deletes what was planned without a response together with its shape, once the server says so', async () => {
    storeDrawn(here, parcoursId);
    titleDraft('Le puits');
    const send = globalThis.fetch;
    const sending = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
      await send(...request);
      throw new TypeError('The response was lost');
    });
    await planDraft();
    sending.mockRestore();
    const listPlanned = async () =>
      (await call(server.origin, 'listPlanned', { params: { mapId: parcoursId } }, ana.token)).planned;
    expect(await listPlanned()).toMatchObject([{ appelation: 'Le puits' }]);
    await onDeadLine(() => {
      removeDraft();
      return until(() => expect(placeEditor.step).toBe('resting'));
    });
    expect(shownError()).toEqual(['delete-failed', editorStrings.removalFailed(strings.errors.network)]);
    expect(pendingShapes.list).toHaveLength(1);
    removeDraft();
    await until(() => expect(placeEditor.draft).toBeNull());
    expect([await listPlanned(), pendingShapes.list]).toEqual([[], []]);
    const [notice] = editorNotices.waiting;
    if (notice?.what === 'removed') notice.undo();
    editPending(pendingShapes.list[0]?.id ?? '');
    await planDraft();
    expect(await listPlanned()).toMatchObject([{ appelation: 'Le puits' }]);
  });

  it('asks before unsaved changes are lost, and follows the answer', async () => {
    const other = await createPlace({ geometry: there, title: 'Le pont', parcoursId, isDraft: false });
    editPlace(bench);
    titleDraft('Le vieux banc');
    editPlace(other);
    expect(placeEditor.question?.about).toBe('unsaved');
    await answerQuestion('stay');
    expect(placeEditor.draft?.title).toBe('Le vieux banc');
    editPlace(other);
    await answerQuestion('save-first');
    expect(placeEditor.draft?.placeId).toBe(other);
    titleDraft('Autre');
    closeDraft();
    await answerQuestion('go-on');
    expect(placeEditor.draft).toBeNull();
    expect((await stored(bench))?.appelation).toBe('Le vieux banc');
    expect((await stored(other))?.appelation).toBe('Le pont');
  });

  it('stores unsaved changes on the device if it closes with them, until they are saved', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    reshapeDraft(there);
    forgetPlaceEditor();
    expect(shownNotices()).toEqual([['changes-stored', editorStrings.changesStored('Le vieux banc')]]);
    editPlace(bench);
    expect(placeEditor.draft).toMatchObject({ title: 'Le vieux banc', geometry: there });
    expect(shownNotices().at(-1)).toEqual(['changes-back', editorStrings.changesBack('Le banc')]);
    await saveDraft();
    expect(await stored(bench)).toMatchObject({ appelation: 'Le vieux banc', feature: there });
    expect(storage.read('unsavedChanges')).toEqual([]);
  });

  it('stores no discarded changes, and does not report saved ones', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    closeDraft();
    await answerQuestion('go-on');
    expect(storage.read('unsavedChanges')).toEqual([]);
    editPlace(bench);
    titleDraft('Le banc neuf');
    closeDraft();
    await answerQuestion('save-first');
    forgetPlaceEditor();
    expect(storage.read('unsavedChanges')).toEqual([]);
    expect(editorNotices.waiting).toEqual([]);
  });

  it('keeps changes of a place that was deleted by another person, and says that it is gone', async () => {
    editPlace(bench);
    titleDraft('Le vieux banc');
    await call(server.origin, 'deletePlace', { params: { placeId: bench } }, ana.token);
    await loadPlaces();
    await saveDraft();
    expect(placeEditor.draft?.title).toBe('Le vieux banc');
    expect(shownError()).toEqual(['save-failed', expect.stringMatching(/^Failed to update the place: /)]);
  });

  it('stays at the target of its audio until that is stored', () => {
    editPlace(bench);
    holdForAudio();
    const held = placeEditor.hasAudioWork ?? '';
    closeDraft();
    expect(placeEditor.draft?.placeId).toBe(bench);
    expect(shownNotices()).toEqual([['audio-first', editorStrings.finishAudioFirst]]);
    releaseAudioHold('another');
    expect(placeEditor.hasAudioWork).toBe(held);
    releaseAudioHold(held);
    closeDraft();
    expect(placeEditor.draft).toBeNull();
  });

  it('draws one shape at a time, and says why one was not stored', () => {
    editPlace(bench);
    startDrawing('draw_polygon');
    expect(placeEditor).toMatchObject({ draft: null, drawing: 'draw_polygon' });
    stopDrawing({ why: 'too-few-for-zone' });
    expect(placeEditor.drawing).toBeNull();
    expect(shownError()).toEqual(['too-few-for-zone', editorStrings.faults['too-few-for-zone']]);
    startDrawing('draw_point');
    expect(placeEditor.error).toBeNull();
  });
});
