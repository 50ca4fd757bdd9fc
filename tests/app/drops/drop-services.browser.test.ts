import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetDrops } from '../../../app/drops/drop-services.ts';
import { OutboxRecord, openOutboxStore } from '../../../app/platform/storage/outbox-store.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../../workers/client/recording-client.ts';
import { forgetKept, listKeptFiles } from '../../support/page/kept-drops.ts';

const [GONE, OTHER] = [UserId.parse(1), UserId.parse(2)];

beforeEach(forgetKept);
afterEach(forgetKept);

function record(id: string, userId: UserId): OutboxRecord {
  return OutboxRecord.parse({
    ...{ id, userId, keptAtMs: 0, mapId: 7, title: 'drop', isDraft: false, fileName: 'a.mp3', recordingId: null },
    geometry: { type: 'Point', coordinates: [2.3, 48.8] },
    ...{ sessionId: null, makesPlace: true, placeKey: 'p', askedTitle: null, placeId: null, audioKey: 'a' },
    ...{ isSent: false, resumeUrl: null, serverTitle: null, isDiscarded: false, attempts: 0, nextTryMs: 0 },
    ...{ notBeforeMs: 0, refusal: null },
  });
}

test('a deleted account’s drops leave the device with their audio, those of others stay', async () => {
  const store = openOutboxStore();
  const files = createRecordingClient();
  for (const [id, userId] of [
    ['gone', GONE],
    ['kept', OTHER],
  ] as const) {
    await files.storeFile(id, new Blob(['audio']));
    await store.add(record(id, userId));
  }
  files.dispose();
  await forgetDrops(GONE);
  expect(await store.listIds()).toEqual(['kept']);
  expect(await listKeptFiles()).toEqual(['kept']);
  store.close();
});
