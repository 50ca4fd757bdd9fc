import { afterEach, expect, test } from 'vitest';
import {
  forgetWalkNote,
  writeWalkNote,
  readWalkNote,
  type WalkNote,
} from '../../../../app/platform/storage/walk-note.ts';
import { PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const note: WalkNote = {
  userId: UserId.parse(3),
  onSite: true,
  autoplay: false,
  begun: [PlaceId.parse(1), PlaceId.parse(2)],
  spent: [PlaceId.parse(1)],
};

afterEach(() => sessionStorage.clear());

test('a note is read back unchanged, and is gone after its removal', () => {
  expect(readWalkNote()).toBeNull();
  writeWalkNote(note);
  expect(readWalkNote()).toEqual(note);
  forgetWalkNote();
  expect(readWalkNote()).toBeNull();
});

test('it stays in the tab and out of local storage', () => {
  writeWalkNote(note);
  expect(localStorage.length).toBe(0);
});

test('an invalid note is ignored', () => {
  for (const text of ['', 'null', '{"userId":3}', JSON.stringify({ ...note, spent: ['one'] })]) {
    sessionStorage.setItem('walk', text);
    expect(readWalkNote()).toBeNull();
  }
});
