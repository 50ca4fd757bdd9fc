import { expect, test } from 'vitest';
import {
  maySave,
  mayTitle,
  openTake,
  reduceTake,
  type TakeEvent,
  type TakeState,
} from '../../../../app/features/drops/take.state.ts';

const audio = { wav: new Blob(['RIFF']), durationS: 3, peaks: [], key: 'a' };
const prepared: TakeEvent = { type: 'prepared', audio };
const creating: TakeEvent = { type: 'step-began', step: 'creating' };
const placed: TakeEvent = { type: 'placed' };
const sending: TakeEvent = { type: 'step-began', step: 'sending' };
const failed: TakeEvent = { type: 'failed', message: 'no network', placeGone: false, canRetry: true };

const fresh = (...events: TakeEvent[]): TakeState => events.reduce(reduceTake, openTake('fresh', '', false));
const found = (...events: TakeEvent[]): TakeState => events.reduce(reduceTake, openTake('found', 'Le vent', false));

test('what was just recorded can be saved once it has a place, while it is being sent', () => {
  expect(maySave(fresh(prepared, creating))).toBe(false);
  expect(maySave(fresh(prepared, creating, placed))).toBe(true);
  expect(maySave(fresh(prepared, creating, placed, sending))).toBe(true);
});

test('what was found can be saved as soon as it can be heard, and its place is made then', () => {
  expect(maySave(found())).toBe(false);
  expect(maySave(found(prepared, { type: 'rested' }))).toBe(true);
  expect(found().title).toBe('Le vent');
});

test('save is heard once, and the title stays as it was then', () => {
  const saving = fresh(prepared, placed, { type: 'titled', title: 'Le quai' }, { type: 'save-wanted' });
  expect(saving).toMatchObject({ wantsSave: true, title: 'Le quai' });
  expect(maySave(saving)).toBe(false);
  expect(mayTitle(saving)).toBe(false);
  expect(reduceTake(saving, { type: 'titled', title: 'Trop tard' }).title).toBe('Le quai');
});

test('save before there is a place is not heard', () => {
  expect(fresh(prepared, { type: 'save-wanted' }).wantsSave).toBe(false);
});

test('a failure is shown, and leaves everything open to be tried again', () => {
  const state = fresh(
    prepared,
    placed,
    sending,
    { type: 'progressed', progress: 0.4 },
    { type: 'save-wanted' },
    failed,
  );
  expect(state).toMatchObject({
    step: 'resting',
    error: 'no network',
    hasPlace: true,
    wantsSave: false,
    progress: null,
  });
  expect(maySave(state)).toBe(true);
  expect(reduceTake(state, sending)).toMatchObject({ error: null, progress: 0 });
});

test('a place that has gone is missing again', () => {
  const gone: TakeEvent = { type: 'failed', message: 'gone', placeGone: true, canRetry: true };
  expect(fresh(prepared, placed, sending, { type: 'sent' }, gone)).toMatchObject({ hasPlace: false, isSent: false });
});

test('closing and doing again are asked about, and while it is removed nothing else is', () => {
  expect(fresh({ type: 'asked', about: 'redo' }).asks).toBe('redo');
  expect(fresh({ type: 'asked', about: 'close' }, { type: 'denied' }).asks).toBe(null);
  const removing = fresh(prepared, placed, { type: 'step-began', step: 'removing' });
  expect(reduceTake(removing, { type: 'asked', about: 'close' }).asks).toBe(null);
  expect(maySave(removing)).toBe(false);
});

test('after the end nothing is heard', () => {
  const closed = fresh({ type: 'closed' });
  expect(reduceTake(closed, placed)).toBe(closed);
});

test('progress that comes late is not shown', () => {
  expect(fresh(prepared, placed, { type: 'progressed', progress: 0.5 }).progress).toBe(null);
});
