import { afterEach, expect, test } from 'vitest';
import { type WalkNote, walkNote } from '../../../../app/platform/storage/tab-notes.ts';
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
  expect(walkNote.read()).toBeNull();
  walkNote.write(note);
  expect(walkNote.read()).toEqual(note);
  walkNote.forget();
  expect(walkNote.read()).toBeNull();
});

test('it stays in the tab and out of local storage', () => {
  walkNote.write(note);
  expect(localStorage.length).toBe(0);
});

test('an invalid note is ignored', () => {
  for (const text of ['', 'null', '{"userId":3}', JSON.stringify({ ...note, spent: ['one'] })]) {
    sessionStorage.setItem('walk', text);
    expect(walkNote.read()).toBeNull();
  }
});
