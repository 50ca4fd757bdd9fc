import { expect, test } from 'vitest';
import {
  mayAim,
  openUpload,
  type PlaceToMake,
  type PreparedAudio,
  reduceUpload,
  type UploadEvent,
  type UploadState,
} from '../../../../app/features/drops/upload.state.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';

const audio: PreparedAudio = { wav: new Blob(['RIFF']), durationS: 3, peaks: [Float32Array.of(0.2, 0.9)], key: 'a' };
const made = PlaceId.parse(7);
const selected = PlaceId.parse(4);

const stateAfter = (...events: UploadEvent[]): UploadState => events.reduce(reduceUpload, openUpload('position'));
const chosen: UploadEvent = { type: 'file-chosen', fileName: 'note.m4a' };
const converted: UploadEvent = { type: 'converted', audio };
const creation: PlaceToMake = {
  key: 'first',
  feature: { type: 'Point', coordinates: [2.3, 48.8] },
  mapId: ParcoursId.parse(3),
  title: '',
};
const save: UploadEvent = { type: 'save-started', placeId: null, creation };
const created: UploadEvent = { type: 'place-created', placeId: made };

test('a chosen file is converted, then the place is created, then the audio is sent', () => {
  expect(stateAfter(chosen)).toMatchObject({ step: 'converting', fileName: 'note.m4a', progress: null });
  expect(stateAfter(chosen, { type: 'progressed', progress: 0.4, remainingS: 12 })).toMatchObject({
    progress: 0.4,
    remainingS: 12,
  });
  expect(stateAfter(chosen, { type: 'progressed', progress: 0.4 }).remainingS).toBe(null);
  expect(stateAfter(chosen, converted)).toMatchObject({ step: 'ready', audio });
  expect(stateAfter(chosen, converted, save)).toMatchObject({ step: 'creating', placeId: null });
  expect(stateAfter(chosen, converted, save, created)).toMatchObject({ step: 'uploading', placeId: made, progress: 0 });
  expect(stateAfter(chosen, converted, save, created, { type: 'uploaded' })).toMatchObject({
    step: 'saved',
    placeId: made,
  });
});

test('audio for a selected place goes there without a place being created', () => {
  expect(stateAfter(chosen, converted, { type: 'save-started', placeId: selected })).toMatchObject({
    step: 'uploading',
    placeId: selected,
  });
});

test('a file that cannot be read leads back to choosing, with the reason', () => {
  const refused = stateAfter(chosen, { type: 'conversion-ended', message: 'not audio' });
  expect(refused).toMatchObject({ step: 'choosing', error: 'not audio', fileName: null, placeId: null });
  expect(reduceUpload(refused, chosen)).toMatchObject({ step: 'converting', error: null });
});

test('a cancelled conversion leads back to choosing without a reason, and its late answer is not heard', () => {
  const cancelled = stateAfter(chosen, { type: 'conversion-ended', message: null });
  expect(cancelled).toMatchObject({ step: 'choosing', error: null });
  expect(reduceUpload(cancelled, converted)).toBe(cancelled);
  expect(reduceUpload(cancelled, { type: 'progressed', progress: 0.9 })).toBe(cancelled);
});

test('after a failed upload, trying again sends to the place that exists', () => {
  const failed = stateAfter(chosen, converted, save, created, {
    type: 'save-failed',
    message: 'Upload failed: cut',
    placeGone: false,
    isFinal: true,
  });
  expect(failed).toMatchObject({ step: 'ready', placeId: made, error: 'Upload failed: cut' });
  expect(reduceUpload(failed, save)).toMatchObject({ step: 'uploading', placeId: made, error: null });
});

test('after an upload to a place that is gone, trying again makes another', () => {
  const failed = stateAfter(chosen, converted, save, created, {
    type: 'save-failed',
    message: 'gone',
    placeGone: true,
    isFinal: true,
  });
  expect(failed).toMatchObject({ step: 'ready', placeId: null, audio, error: 'gone' });
  expect(reduceUpload(failed, save).step).toBe('creating');
});

test('what is refused keeps the audio that was ready, and tells why', () => {
  const refused = stateAfter(chosen, converted, { type: 'refused', message: 'Too many files' });
  expect(refused).toMatchObject({ step: 'ready', audio, error: 'Too many files' });
  const converting = stateAfter(chosen);
  expect(reduceUpload(converting, { type: 'refused', message: 'Too many files' })).toBe(converting);
});

test('a place that could not be created is tried again from the start', () => {
  const failed = stateAfter(chosen, converted, save, {
    type: 'save-failed',
    message: 'no',
    placeGone: false,
    isFinal: true,
  });
  expect(failed).toMatchObject({ step: 'ready', placeId: null });
  expect(reduceUpload(failed, save).step).toBe('creating');
});

test('a place whose making got no answer is asked for again under its own name, whatever came in between', () => {
  const lost = stateAfter(...[{ type: 'titled', title: 'Le pont' } as const, chosen, converted, save], {
    type: 'save-failed',
    message: 'no network',
    placeGone: false,
    isFinal: false,
  });
  expect(lost).toMatchObject({ step: 'ready', placeId: null, creation, error: 'no network' });
  expect(mayAim(lost)).toBe(false);
  expect(reduceUpload(lost, { type: 'titled', title: 'Autre' })).toBe(lost);
  const withOtherAudio = [chosen, { type: 'converted', audio: { ...audio, key: 'b' } } as const].reduce(
    reduceUpload,
    lost,
  );
  const again = reduceUpload(withOtherAudio, { ...save, creation: { ...creation, key: 'second' } });
  expect(again).toMatchObject({ step: 'creating', creation: { key: 'first' }, error: null });
  expect(reduceUpload(again, created)).toMatchObject({ step: 'uploading', placeId: made, creation: null });
});

test('a place that the server refused for good is another one next time, and may be aimed anew', () => {
  const failure = { type: 'save-failed', message: 'no', placeGone: false } as const;
  const refused = stateAfter(chosen, converted, save, { ...failure, isFinal: true });
  expect(refused.creation).toBe(null);
  expect(mayAim(refused)).toBe(true);
  const next = { ...creation, key: 'second' };
  expect(reduceUpload(refused, { ...save, creation: next }).creation).toBe(next);
});

test('closing asks first where a place may have been left behind', () => {
  const lost = stateAfter(
    ...[chosen, converted, save],
    { type: 'save-failed', message: 'cut', placeGone: false, isFinal: false },
    chosen,
    { type: 'conversion-ended', message: 'not audio' },
  );
  expect(reduceUpload(lost, { type: 'close-asked' })).toMatchObject({ asksToClose: true, closed: false });
});

test('a second tap on save changes nothing', () => {
  const saving = stateAfter(chosen, converted, save);
  expect(reduceUpload(saving, save)).toBe(saving);
});

test('without audio nothing is saved', () => {
  expect(stateAfter(save).step).toBe('choosing');
});

test('title and target are fixed once the place exists', () => {
  const failed = stateAfter({ type: 'titled', title: 'Le pont' }, chosen, converted, save, created, {
    type: 'save-failed',
    message: 'cut',
    placeGone: false,
    isFinal: true,
  });
  expect(mayAim(failed)).toBe(false);
  expect(reduceUpload(failed, { type: 'titled', title: 'Autre' }).title).toBe('Le pont');
  expect(reduceUpload(failed, { type: 'aimed', target: 'centre' }).target).toBe('position');
});

test('what comes after closing is not heard', () => {
  const closed = stateAfter(chosen, converted, { type: 'close-asked' }, { type: 'close-confirmed' });
  expect(reduceUpload(closed, save)).toBe(closed);
  expect(reduceUpload(closed, { type: 'close-asked' })).toBe(closed);
});

test('closing is asked for only where something would be lost', () => {
  const close: UploadEvent = { type: 'close-asked' };
  expect(stateAfter(close).closed).toBe(true);
  expect(stateAfter(chosen, converted, close)).toMatchObject({ asksToClose: true, closed: false });
  expect(stateAfter(chosen, converted, close, { type: 'close-denied' })).toMatchObject({
    asksToClose: false,
    closed: false,
  });
  expect(stateAfter(chosen, converted, close, { type: 'close-confirmed' }).closed).toBe(true);
  expect(stateAfter(chosen, converted, save, created, { type: 'uploaded' }, close).closed).toBe(true);
  const withEmptyPlace = stateAfter(
    ...[chosen, converted, save, created],
    { type: 'save-failed', message: 'cut', placeGone: false, isFinal: true },
    chosen,
    { type: 'conversion-ended', message: 'not audio' },
  );
  expect(reduceUpload(withEmptyPlace, close)).toMatchObject({ asksToClose: true, closed: false });
});
