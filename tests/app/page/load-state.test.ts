import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoader, type LoadState, notLoaded } from '../../../app/page/load-state.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { packedMap, packOwner } from '../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A load whose request resolves or fails when the test says so, and the states shown meanwhile. */
function beginLoad(hasSeen: boolean) {
  const state: LoadState = notLoaded();
  let settle: { answer: (list: string) => void; fail: (error: Error) => void } | undefined;
  const request = () =>
    new Promise<string>((answer, fail) => {
      settle = { answer, fail };
    });
  const shown: string[] = [];
  const done = createLoader(state).load(
    request,
    (list) => shown.push(list),
    undefined,
    async (_, isShown) => {
      if (!isShown && hasSeen) shown.push('seen last');
      return hasSeen;
    },
  );
  return { state, shown, done, settle: () => settle };
}

test('the previous data is shown once a request has had no response for 3 s, then the response', async () => {
  const { state, shown, done, settle } = beginLoad(true);
  await vi.advanceTimersByTimeAsync(2900);
  expect([state.status, shown]).toEqual(['loading', []]);
  await vi.advanceTimersByTimeAsync(100);
  expect([state.status, shown]).toEqual(['ready', ['seen last']]);
  settle()?.answer('new');
  await done;
  expect([state.status, shown]).toEqual(['ready', ['seen last', 'new']]);
});

test('a request that fails after that changes nothing', async () => {
  const { state, shown, done, settle } = beginLoad(true);
  await vi.advanceTimersByTimeAsync(3000);
  settle()?.fail(new TypeError('the line broke'));
  await done;
  expect([state.status, state.failure, shown]).toEqual(['ready', null, ['seen last']]);
});

test('without previous data the request continues and nothing is shown', async () => {
  const { state, shown, done, settle } = beginLoad(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([state.status, shown]).toEqual(['loading', []]);
  settle()?.answer('new');
  await done;
  expect(shown).toEqual(['new']);
});

test('maps that were shown while the server said nothing go when it refuses them', async () => {
  storage.write('currentUser', packOwner);
  storage.write('parcoursList', { ownerId: packOwner.id, list: [packedMap], seenMs: 1 });
  let refuse = (): void => {};
  answerCalls({
    'GET /v1/map/maps-for-user': () =>
      new Promise((resolve) => {
        refuse = () => resolve(refusal('forbidden', 403));
      }),
  });
  const loaded = loadParcours();
  await vi.advanceTimersByTimeAsync(3000);
  expect(parcours).toMatchObject({ status: 'ready', isSeen: true, list: [packedMap] });
  refuse();
  await loaded;
  expect(parcours).toMatchObject({ status: 'failed', isSeen: false, list: [] });
  forgetSession();
});
