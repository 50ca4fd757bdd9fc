import { expect, it, test } from 'vitest';
import { parseNote } from '../../../../app/platform/storage/recording-note.ts';
import { UnsavedChange } from '../../../../app/platform/storage/stored-values.ts';

const note = {
  startedAtMs: 1_700_000_000_000,
  userId: 3,
  mapId: 4,
  position: [2.34, 48.85],
  title: 'Le vent',
  sessionId: null,
  pinned: null,
};

test('a note is read back unchanged', () => {
  expect(parseNote(JSON.stringify(note))).toEqual(note);
});

test('a note contains the target of a recording in the editor', () => {
  const pinned = { geometry: { type: 'Point', coordinates: [2.34, 48.85] }, placeId: 9, pendingId: null };
  const whole = { ...pinned, plannedId: null };
  expect(parseNote(JSON.stringify({ ...note, pinned: whole }))).toEqual({ ...note, pinned: whole });
  // As an earlier build wrote it.
  expect(parseNote(JSON.stringify({ ...note, pinned }))).toEqual({ ...note, pinned: whole });
});

test('a note of an earlier build, with a place but no shape, is read without the place', () => {
  const { pinned: _, ...earlier } = note;
  expect(parseNote(JSON.stringify({ ...earlier, placeKey: 'a key', placeAsked: true, placeId: 9 }))).toEqual(note);
});

test('half-written text is not a note', () => {
  expect(parseNote('')).toBe(null);
  expect(parseNote(JSON.stringify(note).slice(0, -5))).toBe(null);
  expect(parseNote('{}')).toBe(null);
  expect(parseNote(JSON.stringify({ ...note, position: [2.34] }))).toBe(null);
});

const change = { userId: 3, placeId: 7, title: 'Le banc', geometry: null };

it('an unsaved change has a title, and a geometry if that was changed', () => {
  expect(UnsavedChange.safeParse(change).success).toBe(true);
  expect(UnsavedChange.safeParse({ ...change, geometry: { type: 'Point', coordinates: [2, 48] } }).success).toBe(true);
  expect(UnsavedChange.safeParse({ ...change, geometry: { type: 'LineString', coordinates: [] } }).success).toBe(false);
});
