import { ref } from 'valtio';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  dropDraft,
  finishRemovals,
  forgetMyDrops,
  loadMyDrops,
  myDrops,
  refreshMyDrops,
  removeDrop,
  undoRemoveDrop,
} from '../../../app/drops/my-drops.ts';
import { NOTICE_MS } from '../../../app/page/notice-queue.ts';
import { addPendingShape, pendingShapes, readPendingShapes } from '../../../app/places/pending-shapes.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const here: Geometry = { type: 'Point', coordinates: [2.3, 48.8] };

const server = useServer();
let person: Person;
let parcoursId: ParcoursId;
let id: PlaceId;

beforeEach(async () => {
  // Page listeners, which Node does not have.
  vi.stubGlobal('window', new EventTarget());
  person = await signUp(server.origin, 'Dina');
  parcoursId = await makeParcours(server.origin, person);
  id = await makePlace(server.origin, person, parcoursId, 'Le banc');
  connect(server.origin);
  await loadMyDrops(person.user.id, undefined);
});
afterEach(() => {
  forgetMyDrops();
  storage.forgetAll();
  readPendingShapes();
});

function connect(baseUrl: string): void {
  connectApi({ baseUrl, readToken: () => person.token, onRefused: () => {} });
}

async function kept(): Promise<string[]> {
  const input = { params: { userId: person.user.id }, query: {} };
  return (await call(server.origin, 'listDrops', input, person.token)).drops.map((drop) => drop.appelation);
}

it('removes only one draft from the list', () => {
  const [drop] = myDrops.list;
  if (drop === undefined) throw new Error('Expected a drop');
  const draft = (draftId: number) => ({ ...drop, id: PlaceId.parse(draftId), draft: true as const });
  myDrops.list = ref([draft(9001), draft(9002), drop]);
  dropDraft(PlaceId.parse(9001));
  dropDraft(drop.id);
  expect(myDrops.list.map((listed) => listed.id)).toEqual([9002, drop.id]);
});

it('deletes a drop when its undo period is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  removeDrop(id);
  expect(myDrops.leavingIds).toEqual([id]);
  vi.advanceTimersByTime(NOTICE_MS - 1);
  expect(await kept()).toEqual(['Le banc']);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(kept).toEqual([]);
  await expect.poll(() => [myDrops.list.length, myDrops.leavingIds.length]).toEqual([0, 0]);
});

it('forgets the copy of a place to be recorded again once that place is deleted', async () => {
  const drawn = { userId: person.user.id, parcoursId, title: 'Le banc', geometry: here };
  addPendingShape({ ...drawn, redoOf: id });
  const other = addPendingShape(drawn);
  removeDrop(id);
  expect(pendingShapes.list).toHaveLength(2);
  finishRemovals();
  await expect.poll(() => pendingShapes.list).toEqual([other]);
});

it('keeps a drop whose deletion is undone, and cannot undo one that is under way', async () => {
  removeDrop(id);
  undoRemoveDrop(id);
  finishRemovals();
  expect(myDrops.leavingIds).toEqual([]);
  expect(await kept()).toEqual(['Le banc']);

  removeDrop(id);
  finishRemovals();
  undoRemoveDrop(id);
  expect(myDrops.leavingIds).toEqual([id]);
  await expect.poll(kept).toEqual([]);
});

it('shows a drop again, with the reason, if it could not be deleted', async () => {
  connect('http://localhost:1');
  removeDrop(id);
  finishRemovals();
  await expect.poll(() => myDrops.deletionFailure?.name).toBe('NetworkError');
  expect([myDrops.list.length, myDrops.leavingIds.length]).toEqual([1, 0]);
});

it('adopts remote changes in the background, and keeps the list if there are none', async () => {
  const { list } = myDrops;
  await refreshMyDrops(person.user.id, undefined);
  expect(myDrops.list).toBe(list);
  await call(server.origin, 'updatePlace', { body: { id, appelation: 'Le banc vert' } }, person.token);
  await refreshMyDrops(person.user.id, [parcoursId]);
  expect(myDrops.list.map(({ appelation }) => appelation)).toEqual(['Le banc vert']);
});

it('ignores a failed or late refresh', async () => {
  const { list } = myDrops;
  await call(server.origin, 'updatePlace', { body: { id, appelation: 'Le banc vert' } }, person.token);
  connect('http://localhost:1');
  await refreshMyDrops(person.user.id, undefined);
  expect([myDrops.status, myDrops.failure, myDrops.list]).toEqual(['ready', null, list]);
  connect(server.origin);
  const late = refreshMyDrops(person.user.id, undefined);
  forgetMyDrops();
  await late;
  expect([myDrops.status, myDrops.list]).toEqual(['idle', []]);
});

it('forgets the list and pending deletions, and ignores a late load', async () => {
  removeDrop(id);
  const late = loadMyDrops(person.user.id, undefined);
  forgetMyDrops();
  finishRemovals();
  await late;
  expect([myDrops.status, myDrops.list, myDrops.leavingIds]).toEqual(['idle', [], []]);
  expect(await kept()).toEqual(['Le banc']);
});
