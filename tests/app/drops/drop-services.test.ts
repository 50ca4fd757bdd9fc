import { proxy, ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceStorage } from '../../../app/drops/device-storage.ts';
import { protection, watchProtection } from '../../../app/drops/drop-services.ts';
import { offerProtection } from '../../../app/drops/outbox/outbox-chip.tsx';
import { createRecord } from '../../../app/drops/outbox/outbox-records.ts';
import { NOTHING_WAITS, type OutboxView, showRecord } from '../../../app/drops/outbox/outbox-view.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

const record = createRecord(
  {
    ...{ mapId: ParcoursId.parse(3), geometry: { type: 'Point', coordinates: [2.34, 48.85] }, title: 'Le vent' },
    ...{ placeId: null, audio: new Blob(['RIFF']), fileName: null, sessionId: null },
  },
  'one',
  UserId.parse(1),
);

let scope: Scope;
let view: OutboxView;
let asked: string[];
let persisted: boolean;
beforeEach(() => {
  scope = new Scope();
  view = proxy(NOTHING_WAITS());
  asked = [];
  persisted = false;
  const storage = {
    persisted: async () => persisted,
    persist: async () => {
      asked.push('persist');
      return true;
    },
  };
  vi.stubGlobal('navigator', { storage });
  watchProtection(scope, view);
  scope.add(subscribeKey(protection, 'isDue', offerProtection));
});
afterEach(() => {
  scope.dispose();
  notices.shown = [];
  deviceStorage.isLasting = true;
});

const settled = () => new Promise((resolve) => setTimeout(resolve));
const show = (attempts: number): void => {
  view.items = ref([showRecord({ ...record, attempts }, undefined, undefined)]);
};

test('the browser is asked to protect an unsent drop, once the reason was read', async () => {
  show(0);
  await settled();
  expect(notices.shown).toEqual([]);
  show(1);
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([outboxStrings.protectReason]);
  expect(asked).toEqual([]);
  notices.shown[0]?.action?.run();
  await expect.poll(() => asked).toEqual(['persist']);
  show(2);
  await settled();
  expect(notices.shown).toHaveLength(1);
});

test.each<[string, () => void]>([
  ['it protects the storage already', () => (persisted = true)],
  ['nothing is stored on the device', () => (deviceStorage.isLasting = false)],
])('it is not asked if %s', async (_, change) => {
  change();
  show(1);
  await settled();
  expect([notices.shown, asked]).toEqual([[], []]);
});
