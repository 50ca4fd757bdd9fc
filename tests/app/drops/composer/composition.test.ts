import { describe, expect, test } from 'vitest';
import {
  type Composition,
  type CompositionEvent,
  compose,
  isPartOnly,
  losesFile,
  maySave,
  mayTitle,
  reduceComposition,
} from '../../../../app/drops/composer/composition.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const audio = { wav: new Blob(['RIFF']), durationS: 3, peaks: [Float32Array.of(0.2, 0.9)] };
const placeId = PlaceId.parse(7);
const begun: CompositionEvent = { type: 'conversion-began', fileName: null };
const chosen: CompositionEvent = { type: 'conversion-began', fileName: 'note.m4a' };
const prepared: CompositionEvent = { type: 'prepared', audio };
const keeping: CompositionEvent = { type: 'step-began', step: 'queuing' };
const saving: CompositionEvent = { type: 'step-began', step: 'saving' };
const removing: CompositionEvent = { type: 'step-began', step: 'removing' };
const kept: CompositionEvent = { type: 'queued', itemId: 'an-item' };
const sent: CompositionEvent = { type: 'sent', placeId };
const failed: CompositionEvent = { type: 'failed', error: 'device-full' };
const cancelled: CompositionEvent = { type: 'conversion-ended', error: null };
const titled = (title: string): CompositionEvent => ({ type: 'titled', title });

const fresh = (...events: CompositionEvent[]): Composition => events.reduce(reduceComposition, compose('fresh'));
const found = (...events: CompositionEvent[]): Composition =>
  events.reduce(reduceComposition, compose('found', 'Le vent'));
const picked = (...events: CompositionEvent[]): Composition => events.reduce(reduceComposition, compose('picked'));

describe('a partly readable file', () => {
  const partly = picked(chosen, { type: 'prepared', audio: { ...audio, statedS: 20 } });

  test('needs a decision until the part is accepted, or another file is chosen', () => {
    expect(isPartOnly(partly)).toBe(true);
    expect(isPartOnly(reduceComposition(partly, { type: 'part-accepted' }))).toBe(false);
    expect(reduceComposition(partly, { type: 'part-accepted' }).audio).toEqual({ ...audio, statedS: null });
    expect([chosen, prepared].reduce(reduceComposition, partly)).toMatchObject({ audio: { durationS: 3 } });
    expect(isPartOnly([chosen, prepared].reduce(reduceComposition, partly))).toBe(false);
    expect(isPartOnly(picked(chosen, prepared))).toBe(false);
  });

  test('needs no decision for a recording, which has no alternative', () => {
    expect(isPartOnly(found(begun, { type: 'prepared', audio: { ...audio, statedS: 20 } }))).toBe(false);
    expect(picked(chosen, { type: 'part-accepted' }).audio).toBe(null);
  });
});

describe('a recording', () => {
  test('that has just ended can be played, and saved once its drop waits in the outbox', () => {
    expect(maySave(fresh(begun, prepared))).toBe(false);
    expect(maySave(fresh(keeping, begun, prepared))).toBe(false);
    expect(maySave(fresh(keeping, kept, begun))).toBe(false);
    expect(maySave(fresh(keeping, kept, begun, prepared))).toBe(true);
  });

  test('that was found can be saved once it can be played, and its place is made then', () => {
    expect(maySave(found(begun))).toBe(false);
    expect(maySave(found(begun, prepared))).toBe(true);
    expect(found().title).toBe('Le vent');
  });

  test('that was put aside is in the outbox already', () => {
    const state = [begun, prepared].reduce(reduceComposition, compose('queued', 'Le vent', 'an-item'));
    expect([maySave(state), state.title]).toEqual([true, 'Le vent']);
  });

  test('that could not be stored shows why while it is being prepared, and can be stored again', () => {
    const stuck = fresh(keeping, failed, begun, prepared);
    expect([stuck.error, stuck.step, maySave(stuck)]).toEqual(['device-full', 'resting', false]);
    expect(reduceComposition(stuck, keeping)).toMatchObject({ error: null, step: 'queuing' });
    expect(maySave(fresh(keeping, failed, begun, prepared, keeping, kept))).toBe(true);
  });

  test('can be titled until it is saved', () => {
    expect(fresh(keeping, titled('Le quai')).title).toBe('Le quai');
    const late = fresh(keeping, kept, begun, prepared, saving);
    expect(mayTitle(late)).toBe(false);
    expect(reduceComposition(late, titled('Trop tard')).title).toBe('');
    expect(maySave(late)).toBe(false);
  });

  test('is asked about when closed, unless it is being removed', () => {
    expect(fresh({ type: 'asked', about: 'redo' }).asks).toBe('redo');
    expect(fresh({ type: 'asked', about: 'close' }, { type: 'denied' }).asks).toBe(null);
    expect(fresh(removing, { type: 'asked', about: 'close' }).asks).toBe(null);
  });

  test('that is removed while it is prepared shows no failure of that', () => {
    const gone: CompositionEvent = { type: 'conversion-ended', error: 'recording-gone' };
    expect(fresh(keeping, kept, begun, removing, gone)).toMatchObject({ error: null, conversion: null });
  });

  test('is asked about even when the server has it, because it has no title yet', () => {
    expect(fresh(keeping, kept, { type: 'asked', about: 'close' }, sent).asks).toBe('close');
  });
});

describe('a picked file', () => {
  test('is converted, stored on the device when it is saved, and sent', () => {
    expect(picked(chosen)).toMatchObject({ fileName: 'note.m4a', conversion: { share: null, remainingS: null } });
    const half: CompositionEvent = { type: 'progressed', share: 0.4, remainingS: 12 };
    expect(picked(chosen, half).conversion).toEqual({ share: 0.4, remainingS: 12, download: null });
    expect(picked(chosen, prepared)).toMatchObject({ conversion: null, audio, fileName: 'note.m4a' });
    expect(picked(chosen, prepared, keeping).step).toBe('queuing');
    expect(picked(chosen, prepared, keeping, kept)).toMatchObject({ itemId: 'an-item', placeId: null });
    expect(picked(chosen, prepared, keeping, kept, sent)).toMatchObject({ placeId });
  });

  test('waits for the converter first if that has to be downloaded', () => {
    const asked: CompositionEvent = { type: 'downloaded', loadedBytes: 0, totalBytes: null };
    expect(picked(chosen, asked).conversion).toMatchObject({ share: null, download: { totalBytes: null } });
    const part: CompositionEvent = { type: 'downloaded', loadedBytes: 3, totalBytes: 12 };
    const download = { loadedBytes: 3, totalBytes: 12 };
    expect(picked(chosen, asked, part).conversion).toEqual({ share: 0.25, remainingS: null, download });
    const converting: CompositionEvent = { type: 'progressed', share: 0, remainingS: null };
    expect(picked(chosen, asked, part, converting).conversion).toMatchObject({ share: 0, download: null });
    expect(picked(chosen, cancelled, part).conversion).toBe(null);
  });

  test('that cannot be read leads back to choosing, with the reason', () => {
    const refused = picked(chosen, { type: 'conversion-ended', error: 'NotAudioError' });
    expect(refused).toMatchObject({ conversion: null, audio: null, error: 'NotAudioError', fileName: null });
    expect(reduceComposition(refused, chosen)).toMatchObject({ fileName: 'note.m4a', error: null });
  });

  test('whose conversion is cancelled returns to choosing without a reason, ignoring late events', () => {
    const state = picked(chosen, cancelled);
    expect(state).toMatchObject({ conversion: null, audio: null, error: null });
    expect(reduceComposition(state, prepared)).toBe(state);
    expect(reduceComposition(state, { type: 'progressed', share: 0.9, remainingS: null })).toBe(state);
  });

  test('that could not be stored is unchanged, with the reason, and can be saved again', () => {
    const state = picked(chosen, prepared, keeping, failed);
    expect(state).toMatchObject({ step: 'resting', audio, error: 'device-full' });
    expect([mayTitle(state), maySave(state)]).toEqual([true, true]);
    expect(reduceComposition(state, keeping)).toMatchObject({ step: 'queuing', error: null });
  });

  test('keeps the prepared audio when a step fails, and shows why', () => {
    const tooMany: CompositionEvent = { type: 'refused', error: 'too-many-files' };
    expect(picked(chosen, prepared, tooMany)).toMatchObject({ audio, error: 'too-many-files' });
    for (const busy of [picked(chosen), picked(chosen, prepared, keeping)]) {
      expect(reduceComposition(busy, tooMany)).toBe(busy);
    }
  });

  test('is no longer asked about once the server has it', () => {
    const asked = picked(chosen, prepared, keeping, { type: 'asked', about: 'close' }, kept);
    expect(asked.asks).toBe('close');
    expect(reduceComposition(asked, sent).asks).toBe(null);
  });

  test('is stored once, however often save is tapped', () => {
    const state = picked(chosen, prepared, keeping);
    expect(reduceComposition(state, keeping)).toBe(state);
  });

  test('cannot be titled or saved again once it is stored', () => {
    const state = picked(titled('Le pont'), chosen, prepared, keeping);
    for (const late of [state, reduceComposition(state, kept)]) {
      expect(mayTitle(late)).toBe(false);
      expect(reduceComposition(late, titled('Autre')).title).toBe('Le pont');
    }
  });

  test('would be lost by closing only between its choice and its storage', () => {
    expect(losesFile(picked())).toBe(false);
    expect(losesFile(picked(chosen))).toBe(true);
    expect(losesFile(picked(chosen, prepared))).toBe(true);
    expect(losesFile(picked(chosen, prepared, keeping))).toBe(true);
    // The outbox has it, and continues.
    expect(losesFile(picked(chosen, prepared, keeping, kept))).toBe(false);
  });
});

test('a closed composition no longer changes', () => {
  for (const closed of [fresh({ type: 'closed' }), picked(chosen, prepared, { type: 'closed' })]) {
    for (const event of [failed, keeping, kept, { type: 'asked', about: 'close' } as const]) {
      expect(reduceComposition(closed, event)).toBe(closed);
    }
  }
});
