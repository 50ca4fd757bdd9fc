import { ref } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { converterStrings } from '../../../app/drops/composer/converter-words.ts';
import { startDrops } from '../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { EditorPanel } from '../../../app/editor/editor-panel.tsx';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { pendingShapes } from '../../../app/places/pending-shapes.ts';
import { UNTITLED_PLACE } from '../../../app/places/place-words.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetKept } from '../../support/page/kept-drops.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const realFetch = fetch;
const CREATE = 'POST /v1/place/places';
const words = editorStrings;
const userId = UserId.parse(3);
const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'admin' as const };
const waiting = {
  ...{ id: 'a-shape', userId, mapId: quay.id, title: 'Le pont', key: 'a-key', redoOf: null },
  geometry: { type: 'Point' as const, coordinates: [2.347, 48.855] as [number, number] },
};

const root = rootPerTest('main', async () => {
  scope.dispose();
  vi.unstubAllGlobals();
  storage.forgetAll();
  pendingShapes.list = ref([]);
  session.user = null;
  await forgetKept();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  updateUser({ id: userId, name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null });
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
  Object.assign(editorTools, { isOn: true, draws: true });
  storage.write('pendingShapes', [waiting]);
});

const panel = page.getByRole('region', { name: words.label });

/** Chooses a second of sound as a file. */
function chooseAudio(): Promise<void> {
  const sound = Int16Array.from({ length: 44_100 }, (_, at) => (at % 100) * 100);
  return panel.getByLabelText(words.upload).upload(new File([wavOf(sound)], 'voix.wav', { type: 'audio/wav' }));
}

it('a partly readable file is stored after a confirmation, and proposes its name', async () => {
  storage.write('pendingShapes', [{ ...waiting, title: '' }]);
  const heard = answerCalls({ [CREATE]: () => new Promise(() => {}) });
  const content = await (await realFetch(new URL('/tests/fixtures/audio/cut-at-12-of-20.m4a', location.href))).blob();
  const choose = (): Promise<void> =>
    panel.getByLabelText(words.upload).upload(new File([content], 'la_fontaine.m4a', { type: 'audio/mp4' }));
  startDrops(scope, userId);
  root.render(<EditorPanel surface={null} renderAudio={() => 'audio'} recordingBar="recording" />);
  await panel.getByRole('button', { name: UNTITLED_PLACE }).click();
  await choose();
  const question = page.getByRole('dialog', { name: converterStrings.partTitle });
  await expect.element(question.getByText(/12\ss sur 20\ss ont pu être lues/)).toBeVisible();
  await question.getByRole('button', { name: dropStrings.otherFile }).click();
  await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
  expect(heard.map(({ call }) => call)).not.toContain(CREATE);
  await choose();
  await question.getByRole('button', { name: words.acceptPart }).click();
  await expect
    .poll(() => heard.find(({ call }) => call === CREATE)?.body)
    .toMatchObject({
      properties: { appelation: 'la fontaine' },
    });
});

it('audio that the server rejects leaves the shape waiting for other audio, with the reason', async () => {
  answerCalls({ [CREATE]: refusal('invalid_request', 422) });
  startDrops(scope, userId);
  root.render(<EditorPanel surface={null} renderAudio={() => 'audio'} recordingBar="recording" />);
  await panel.getByRole('button', { name: waiting.title }).click();
  await chooseAudio();
  await expect.element(panel.getByRole('alert').getByText(/^Upload failed: /)).toBeVisible();
  await expect.element(panel.getByText(words.noAudioYet)).toBeVisible();
  await expect.poll(() => storage.read('pendingShapes')).toEqual([waiting]);

  const heard = answerCalls({ [CREATE]: () => new Promise(() => {}) });
  await chooseAudio();
  await expect.poll(() => heard.map(({ call }) => call)).toContain(CREATE);
});
