import { expect, it } from 'vitest';
import { Leaks } from './leaks.ts';
import type { View } from './view.ts';

const AT_MAP: View = {
  path: '/home',
  isLoggedIn: true,
  controls: [{ label: 'button Menu', kind: 'button' }],
  mapPoints: [],
  takesAudio: false,
  dialogs: [],
  isRecording: false,
  sounding: [],
  listeners: 40,
  timers: 2,
  holding: 1,
  life: 1,
  failure: '',
  kept: '',
};

function foundIn(views: readonly Partial<View>[]): string | null {
  const leaks = new Leaks();
  for (const view of views) leaks.add({ ...AT_MAP, ...view });
  return leaks.found;
}

it('finds what grows each time that a screen is shown', () => {
  expect(foundIn([1, 2, 3, 4, 5, 6].map((listeners) => ({ listeners })))).toContain('more listeners: 1, 2, 3, 4, 5, 6');
  expect(foundIn([1, 3, 4, 7, 8, 9].map((holding) => ({ holding })))).toContain('holding');
});

it('takes what grows at first, or shrinks again, for no leak', () => {
  expect(foundIn([1, 2, 3, 4, 5, 5, 5, 5].map((timers) => ({ timers })))).toBeNull();
  expect(foundIn([1, 2, 3, 2, 3, 4, 5].map((listeners) => ({ listeners })))).toBeNull();
});

it('compares neither different screens nor different lives of a page', () => {
  expect(foundIn([1, 2, 3, 4, 5, 6].map((listeners) => ({ listeners, life: listeners % 2 })))).toBeNull();
  expect(foundIn([1, 2, 3, 4, 5, 6].map((listeners) => ({ listeners, path: `/home/${listeners % 2}` })))).toBeNull();
});
