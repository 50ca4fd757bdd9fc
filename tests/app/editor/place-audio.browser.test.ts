import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOfPlanned } from '../../../app/editor/editor-draft.ts';
import '../../../app/editor/editor-panel.tsx';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { cancelPlaceAudio, fetchConverterAhead, placeAudio, sendFile } from '../../../app/editor/place-audio.ts';
import { editPending, placeEditor, showDraft } from '../../../app/editor/place-editor.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { addPendingShape, changePendingShape, removePendingShape } from '../../../app/places/pending-shapes.ts';
import { plan } from '../../../app/places/plan.ts';
import { session } from '../../../app/session/session.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';

const point = { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] };
const planned = { state: 'planned' as const, feature: point, filledBy: null };
const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'editor' as const };
const ana = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor' as const, picture: null };

/** File names in the order of their requests. */
let asked: string[];
let hasNetwork: boolean;

beforeEach(() => {
  asked = [];
  hasNetwork = true;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, location.href).pathname.split('/').at(-1) ?? '');
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    // It may not be stored, so that other pages of this origin do not find it.
    return new Response('converter', { headers: { 'Cache-Control': 'no-cache' } });
  });
  connect({ effectiveType: '4g', saveData: false });
  session.user = ana;
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
});
afterEach(() => {
  session.user = null;
  forgetSession();
  Reflect.deleteProperty(navigator, 'connection');
});

function connect(connection: object | undefined): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
}

const CONVERTER = ['ffmpeg-core.js', 'ffmpeg-core.wasm'];
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('an author on a good connection gets the converter once a session', async () => {
  fetchConverterAhead();
  await expect.poll(() => asked).toEqual(CONVERTER);
  fetchConverterAhead();
  await settled();
  expect(asked).toEqual(CONVERTER);
  forgetSession();
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id] });
  fetchConverterAhead();
  await expect.poll(() => asked).toEqual([...CONVERTER, ...CONVERTER]);
});

test('a prefetch that failed without a network is repeated when the editor is opened again', async () => {
  hasNetwork = false;
  fetchConverterAhead();
  await expect.poll(() => asked).toEqual(['ffmpeg-core.js']);
  await settled();
  hasNetwork = true;
  fetchConverterAhead();
  await expect.poll(() => asked).toEqual(['ffmpeg-core.js', ...CONVERTER]);
});

test.each<[string, () => void]>([
  ['whose connection is slow', () => connect({ effectiveType: '3g' })],
  ['who saves data', () => connect({ effectiveType: '4g', saveData: true })],
  ['whose browser does not describe the connection', () => connect(undefined)],
  ['who is not logged in', () => Object.assign(session, { user: null })],
  ['who is a guest', () => Object.assign(session, { user: { ...ana, role: 'guest' } })],
  ['who may only listen there', () => Object.assign(parcours, { list: ref([{ ...quay, privilege: 'guest' }]) })],
])('nothing is prefetched for a person %s', async (_, change) => {
  change();
  fetchConverterAhead();
  await settled();
  expect(asked).toEqual([]);
});

test('the changes of a planned place are saved before its audio begins, because the server has its shape', async () => {
  const heard = answerCalls({ 'PUT /v1/place/planned/21': refusal('map_full', 422) });
  const draft = draftOfPlanned({
    ...{ id: PlaceId.parse(21), appelation: 'Le lavoir', map: { id: quay.id }, asked: null },
    ...planned,
  });
  showDraft({ ...draft, geometry: { type: 'Point', coordinates: [2.4, 48.9] } });
  await sendFile(new File(['sound'], 'lavoir.wav'));
  expect(heard.map(({ call }) => call)).toEqual(['PUT /v1/place/planned/21']);
  expect([placeEditor.error?.why, placeEditor.hasAudioWork, placeAudio.work]).toEqual(['save-failed', null, null]);
  showDraft(null);
});

test.each([
  ['fills that plan once the server answers', true, editorStrings.planned.done('Le lavoir')],
  ['is a place of its own without an answer, and says so', false, editorStrings.planned.unknown],
])('audio of a shape whose plan had no answer %s', async (_, answers, text) => {
  const asked = { key: 'of the first request', appelation: 'Le lavoir', feature: point };
  const { id, mapId } = addPendingShape({ userId: ana.id, parcoursId: quay.id, title: 'Le lavoir', geometry: point });
  changePendingShape(id, { askedPlan: asked });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const heard = answerCalls({
    'POST /v1/place/planned': async () => {
      await answered;
      if (!answers) throw new TypeError('Failed to fetch');
      return { ...{ id: 21, appelation: 'Le lavoir', map: { id: mapId }, asked: null }, ...planned };
    },
  });
  editPending(id);
  const file = new File(['sound'], 'lavoir.wav');
  const sent = sendFile(file);
  // A second tap meanwhile begins nothing.
  await sendFile(file);
  expect([placeAudio.work, notices.shown]).toEqual([null, []]);
  answer();
  await expect.poll(() => notices.shown.map((notice) => notice.text)).toEqual([text]);
  expect(heard.map(({ call }) => call)).toEqual(['POST /v1/place/planned']);
  expect(placeEditor.draft?.plannedId).toBe(answers ? 21 : null);
  cancelPlaceAudio();
  await sent;
  showDraft(null);
  removePendingShape(id);
  plan.list = ref([]);
  notices.shown = [];
});
