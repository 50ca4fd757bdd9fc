import { expect, test } from 'vitest';
import { wordsForOutboxError } from '../../../../app/drops/drop-fault-words.ts';
import { createRecord, type DropDraft } from '../../../../app/drops/outbox/outbox-records.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const draft: DropDraft = {
  mapId: ParcoursId.parse(4),
  geometry: { type: 'Point', coordinates: [2.34, 48.85] },
  title: 'Le vent',
  placeId: null,
  audio: { recordingId: 'a-recording' },
  fileName: null,
  sessionId: null,
};
const ana = UserId.parse(3);

test.each([
  ['QuotaExceededError', outboxStrings.diskFull],
  ['NotFoundError', recordStrings.gone],
  ['RecordingStoreError', outboxStrings.noStore],
  ['InvalidStateError', outboxStrings.notStored],
])('a drop that cannot be stored because of %s says so', (name, words) => {
  const error = new Error('A browser’s own words');
  error.name = name;
  expect(wordsForOutboxError(error)).toBe(words);
});

test('anything else thrown means a drop that could not be stored', () => {
  expect(wordsForOutboxError('no')).toBe(outboxStrings.notStored);
});

test('two drops never share a key, and only one for an existing place leaves that alone', () => {
  const [one, other] = [createRecord(draft, 'one', ana), createRecord(draft, 'other', ana)];
  expect(new Set([one.placeKey, one.audioKey, other.placeKey, other.audioKey]).size).toBe(4);
  expect([one.makesPlace, one.recordingId, one.isSent]).toEqual([true, 'a-recording', false]);
  const file = createRecord({ ...draft, audio: new Blob(['RIFF']), placeId: PlaceId.parse(9) }, 'file', ana);
  expect([file.makesPlace, file.recordingId, file.placeId]).toEqual([false, null, 9]);
});
