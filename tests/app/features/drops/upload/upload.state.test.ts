import { expect, test } from 'vitest';
import {
  mayAim,
  openUpload,
  type PreparedAudio,
  reduceUpload,
  type UploadEvent,
  type UploadState,
} from '../../../../../app/features/drops/upload/upload.state.ts';
import { PlaceId } from '../../../../../contracts/vocabulary.ts';

const audio: PreparedAudio = { wav: new Blob(['RIFF']), durationS: 3, peaks: [Float32Array.of(0.2, 0.9)] };
const made = PlaceId.parse(7);

const stateAfter = (...events: UploadEvent[]): UploadState => events.reduce(reduceUpload, openUpload('position'));
const chosen: UploadEvent = { type: 'file-chosen', fileName: 'note.m4a' };
const converted: UploadEvent = { type: 'converted', audio };
const save: UploadEvent = { type: 'save-started' };
const kept: UploadEvent = { type: 'kept', itemId: 'an-item' };
const notKept: UploadEvent = { type: 'save-failed', message: 'no room' };

test('a chosen file is converted, kept on the device when it is saved, and saved once the server has it', () => {
  expect(stateAfter(chosen)).toMatchObject({ step: 'converting', fileName: 'note.m4a', progress: null });
  expect(stateAfter(chosen, { type: 'progressed', progress: 0.4, remainingS: 12 })).toMatchObject({
    progress: 0.4,
    remainingS: 12,
  });
  expect(stateAfter(chosen, { type: 'progressed', progress: 0.4 }).remainingS).toBe(null);
  expect(stateAfter(chosen, converted)).toMatchObject({ step: 'ready', audio });
  expect(stateAfter(chosen, converted, save).step).toBe('keeping');
  expect(stateAfter(chosen, converted, save, kept)).toMatchObject({ step: 'kept', itemId: 'an-item', placeId: null });
  expect(stateAfter(chosen, converted, save, kept, { type: 'sent', placeId: made })).toMatchObject({
    step: 'saved',
    placeId: made,
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

test('what could not be kept is as it was, with the reason, and can be saved again', () => {
  const failed = stateAfter(chosen, converted, save, notKept);
  expect(failed).toMatchObject({ step: 'ready', audio, error: 'no room' });
  expect(mayAim(failed)).toBe(true);
  expect(reduceUpload(failed, save)).toMatchObject({ step: 'keeping', error: null });
});

test('what is refused keeps the audio that was ready, and tells why', () => {
  const refused = stateAfter(chosen, converted, { type: 'refused', message: 'Too many files' });
  expect(refused).toMatchObject({ step: 'ready', audio, error: 'Too many files' });
  const converting = stateAfter(chosen);
  expect(reduceUpload(converting, { type: 'refused', message: 'Too many files' })).toBe(converting);
});

test('whether it is given up is asked no longer once the server has it', () => {
  const asked = stateAfter(chosen, converted, save, { type: 'close-asked' }, kept);
  expect(asked).toMatchObject({ step: 'kept', asksToClose: true });
  expect(reduceUpload(asked, { type: 'sent', placeId: made })).toMatchObject({ step: 'saved', asksToClose: false });
});

test('a second tap on save changes nothing', () => {
  const saving = stateAfter(chosen, converted, save);
  expect(reduceUpload(saving, save)).toBe(saving);
});

test('without audio nothing is saved', () => {
  expect(stateAfter(save).step).toBe('choosing');
});

test('title and target are fixed once it is kept', () => {
  const sent = stateAfter({ type: 'titled', title: 'Le pont' }, chosen, converted, save, kept);
  expect(mayAim(sent)).toBe(false);
  expect(reduceUpload(sent, { type: 'titled', title: 'Autre' }).title).toBe('Le pont');
  expect(reduceUpload(sent, { type: 'aimed', target: 'centre' }).target).toBe('position');
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
  expect(stateAfter(chosen, converted, save, close)).toMatchObject({ asksToClose: true });
  // The outbox has it, and goes on.
  expect(stateAfter(chosen, converted, save, kept, close).closed).toBe(true);
});
