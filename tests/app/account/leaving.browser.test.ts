import { ref } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerLogout, askToLogout, leaving } from '../../../app/account/leaving.ts';
import { recorder } from '../../../app/drops/record/recorder.ts';
import { packs } from '../../../app/packs/packs.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { addPendingShape, readPendingShapes } from '../../../app/places/pending-shapes.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { packView } from '../../support/samples/packs.ts';

const user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const other = UserId.parse(9);
const geometry = { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] };
const draw = (userId: UserId) => addPendingShape({ userId, parcoursId: ParcoursId.parse(4), title: '', geometry });
const change = (userId: UserId) => ({ userId, placeId: PlaceId.parse(7), title: 'Le banc', geometry: null });

beforeEach(() => {
  storage.forgetAll();
  readPendingShapes();
  updateUser(user);
  recorder.phase = 'idle';
  answerLogout(false);
  packs.byMap = {};
});

it('logging out asks first if a drawn shape, a change or texts would be lost, and cancelling keeps them', () => {
  draw(user.id);
  storage.write('unsavedChanges', [change(user.id)]);
  const words = { placeId: PlaceId.parse(7), telling: 'en.easy', from: [] };
  storage.write('unsavedWords', [{ userId: user.id, ...words, now: [['text', 'A bench']] }]);
  expect(askToLogout()).toBe(false);
  expect(leaving).toEqual({ isAsked: true, drafts: 3, isRecording: false, packs: 0 });
  answerLogout(false);
  expect(leaving.isAsked).toBe(false);
  expect(session.user).toEqual(user);
  expect(storage.read('pendingShapes')).toHaveLength(1);
});

it('logging out does not ask about the practical information of a parcours that the person has left', () => {
  const words = { userId: user.id, telling: 'about', from: [], now: [] };
  storage.write(
    'unsavedWords',
    [3, 4].map((left) => ({ ...words, placeId: PlaceId.parse(left) })),
  );
  Object.assign(parcours, { isFromServer: true, list: ref([{ id: ParcoursId.parse(4) }]) });
  expect(askToLogout()).toBe(false);
  expect(leaving.drafts).toBe(1);
  Object.assign(parcours, { isFromServer: false, list: ref([]) });
  askToLogout();
  expect(leaving.drafts).toBe(2);
});

it('logging out asks first during a recording', () => {
  recorder.phase = 'paused';
  expect(askToLogout()).toBe(false);
  expect(leaving).toEqual({ isAsked: true, drafts: 0, isRecording: true, packs: 0 });
});

it('logging out does not ask about other accounts’ data on the device', () => {
  vi.spyOn(window, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
  draw(other);
  storage.write('unsavedChanges', [change(other)]);
  expect(askToLogout()).toBe(true);
  expect(session.user).toBeNull();
  expect(storage.read('pendingShapes')).toHaveLength(1);
});

it('logging out asks first about maps on the device, counts incomplete ones, and removes them', () => {
  vi.spyOn(window, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
  packs.byMap = {
    [ParcoursId.parse(1)]: packView({ isWhole: true }),
    [ParcoursId.parse(2)]: packView({ phase: 'paused' }),
    [ParcoursId.parse(3)]: packView({ bytes: 10 }),
  };
  expect(askToLogout()).toBe(false);
  expect(leaving).toMatchObject({ isAsked: true, packs: 2 });
  answerLogout(true);
  expect(session.user).toBeNull();
  expect(packs.byMap).toEqual({});
});
