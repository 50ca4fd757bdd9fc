import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createMediaControls,
  type MediaActions,
  type NowPlaying,
} from '../../../../app/platform/audio/media-session.ts';
import { Scope } from '../../../../app/platform/scope.ts';

const NOW: NowPlaying = {
  title: 'Le pont',
  artist: 'Les quais',
  album: 'Drop ici',
  artwork: '/icons/icon-512.png',
  isPlaying: true,
  positionS: 4,
  durationS: 30,
  speed: 1.5,
};

let scope: Scope;
/** The browser's last registered handler for each button. */
let handlers: Map<MediaSessionAction, MediaSessionActionHandler | null>;
let positions: (MediaPositionState | undefined)[];
let done: unknown[];

beforeEach(() => {
  scope = new Scope();
  handlers = new Map();
  positions = [];
  done = [];
  const { mediaSession } = navigator;
  const setHandler = mediaSession.setActionHandler.bind(mediaSession);
  vi.spyOn(mediaSession, 'setActionHandler').mockImplementation((action, handler) => {
    handlers.set(action, handler);
    setHandler(action, handler);
  });
  const setPosition = mediaSession.setPositionState.bind(mediaSession);
  vi.spyOn(mediaSession, 'setPositionState').mockImplementation((state) => {
    positions.push(state);
    setPosition(state);
  });
});
afterEach(() => scope.dispose());

const actions: MediaActions = {
  play: () => done.push('play'),
  pause: () => done.push('pause'),
  stop: () => done.push('stop'),
  seekBy: (direction, byS) => done.push([direction, byS]),
  seekTo: (positionS) => done.push(positionS),
  next: () => done.push('next'),
  previous: () => done.push('previous'),
};
const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
  handlers.get(action)?.({ action, ...details });
const offered = () => [...handlers].filter(([, handler]) => handler !== null).map(([action]) => action);

test("a story's metadata, state and position are shown", () => {
  createMediaControls(scope).show(NOW, actions);
  const { metadata, playbackState } = navigator.mediaSession;
  expect(metadata).toMatchObject({ title: 'Le pont', artist: 'Les quais', album: 'Drop ici' });
  expect(metadata?.artwork[0]?.src).toMatch(/\/icons\/icon-512\.png$/);
  expect(playbackState).toBe('playing');
  expect(positions.at(-1)).toEqual({ duration: 30, position: 4, playbackRate: 1.5 });
});

test('each button calls its handler', () => {
  createMediaControls(scope).show(NOW, actions);
  press('play');
  press('pause');
  press('seekbackward', { seekOffset: 5 });
  press('seekforward');
  press('seekto', { seekTime: 12 });
  press('nexttrack');
  press('previoustrack');
  press('stop');
  expect(done).toEqual(['play', 'pause', ['backward', 5], ['forward', null], 12, 'next', 'previous', 'stop']);
});

test('the button for the next story is added and removed', () => {
  const controls = createMediaControls(scope);
  controls.show(NOW, { ...actions, next: null });
  expect(offered()).not.toContain('nexttrack');
  controls.show(NOW, actions);
  expect(offered()).toContain('nexttrack');
  controls.show(NOW, { ...actions, next: null });
  expect(offered()).not.toContain('nexttrack');
});

test('metadata is set once, however often the position changes', () => {
  const controls = createMediaControls(scope);
  controls.show(NOW, actions);
  const { metadata } = navigator.mediaSession;
  controls.show({ ...NOW, positionS: 5 }, actions);
  expect(navigator.mediaSession.metadata).toBe(metadata);
  expect(positions.at(-1)?.position).toBe(5);
});

test('a position past the end and an unknown duration do not throw', () => {
  const controls = createMediaControls(scope);
  controls.show({ ...NOW, positionS: 30.2 }, actions);
  expect(positions.at(-1)?.position).toBe(30);
  controls.show({ ...NOW, durationS: null }, actions);
  expect(positions.at(-1)).toBeUndefined();
});

test('nothing is left when it is cleared or its scope is disposed', () => {
  const controls = createMediaControls(scope);
  controls.show(NOW, actions);
  controls.clear();
  expect(offered()).toEqual([]);
  expect(navigator.mediaSession).toMatchObject({ metadata: null, playbackState: 'none' });
  controls.show(NOW, actions);
  expect(offered()).toHaveLength(8);
  scope.dispose();
  expect(offered()).toEqual([]);
  controls.show(NOW, actions);
  expect(navigator.mediaSession.metadata).toBeNull();
});
