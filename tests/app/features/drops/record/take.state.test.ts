import { expect, test } from 'vitest';
import {
  maySave,
  mayTitle,
  openTake,
  reduceTake,
  type TakeEvent,
  type TakeState,
} from '../../../../../app/features/drops/record/take.state.ts';

const audio = { wav: new Blob(['RIFF']), durationS: 3, peaks: [] };
const prepared: TakeEvent = { type: 'prepared', audio };
const keeping: TakeEvent = { type: 'step-began', step: 'keeping' };
const saving: TakeEvent = { type: 'step-began', step: 'saving' };
const removing: TakeEvent = { type: 'step-began', step: 'removing' };
const kept: TakeEvent = { type: 'kept', itemId: 'an-item' };
const failed: TakeEvent = { type: 'failed', message: 'no room' };

const fresh = (...events: TakeEvent[]): TakeState => events.reduce(reduceTake, openTake('fresh', '', null));
const found = (...events: TakeEvent[]): TakeState => events.reduce(reduceTake, openTake('found', 'Le vent', null));

test('what was just recorded can be saved once its place waits in the outbox, and it can be heard', () => {
  expect(maySave(fresh(prepared))).toBe(false);
  expect(maySave(fresh(keeping, prepared))).toBe(false);
  expect(maySave(fresh(keeping, kept))).toBe(false);
  expect(maySave(fresh(keeping, kept, prepared))).toBe(true);
});

test('what was found can be saved as soon as it can be heard, and its place is made then', () => {
  expect(maySave(found())).toBe(false);
  expect(maySave(found(prepared))).toBe(true);
  expect(found().title).toBe('Le vent');
});

test('what was put aside is in the outbox already', () => {
  const state = [prepared].reduce(reduceTake, openTake('kept', 'Le vent', 'an-item'));
  expect([maySave(state), state.title]).toEqual([true, 'Le vent']);
});

test('what could not be kept says why, and can be kept again', () => {
  const stuck = fresh(prepared, keeping, failed);
  expect([stuck.error, stuck.step, maySave(stuck)]).toEqual(['no room', 'resting', false]);
  expect(reduceTake(stuck, keeping)).toMatchObject({ error: null, step: 'keeping' });
  expect(maySave(fresh(prepared, keeping, failed, keeping, kept))).toBe(true);
});

test('the title can be changed until it is saved', () => {
  expect(fresh(keeping, { type: 'titled', title: 'Le quai' }).title).toBe('Le quai');
  const late = fresh(prepared, keeping, kept, saving);
  expect(mayTitle(late)).toBe(false);
  expect(reduceTake(late, { type: 'titled', title: 'Trop tard' }).title).toBe('');
  expect(maySave(late)).toBe(false);
});

test('a question is asked and taken back; while it is removed there is none', () => {
  expect(fresh({ type: 'asked', about: 'redo' }).asks).toBe('redo');
  expect(fresh({ type: 'asked', about: 'close' }, { type: 'denied' }).asks).toBe(null);
  expect(fresh(removing, { type: 'asked', about: 'close' }).asks).toBe(null);
});

test('nothing is heard once the popup is closed', () => {
  const closed = fresh({ type: 'closed' });
  expect(reduceTake(closed, failed)).toBe(closed);
});
