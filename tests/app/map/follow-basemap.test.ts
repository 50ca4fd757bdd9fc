import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followBasemap } from '../../../app/map/follow-basemap.ts';
import { Scope } from '../../../app/platform/scope.ts';

const STYLE = { version: 8, name: 'theirs', sources: {}, layers: [] };
const NONE = { tiles: null, styleUrls: { light: '', dark: '' } };
const THEIRS = { tiles: null, styleUrls: { light: '/style.json', dark: '/style.json' } };

let scope: Scope;
/** Names of the drawn styles. */
let drawn: (string | undefined)[];
/** Answers the request for the style. */
let answer: (style: object) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answer = (style) => resolve(Response.json(style));
      }),
  );
  scope = new Scope();
  drawn = [];
});
afterEach(() => {
  scope.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const follow = (source: typeof NONE) => followBasemap(scope, source, ({ name }) => drawn.push(name));

it('draws the app’s own map if a style takes over 3 s, and the style when it arrives', async () => {
  follow(THEIRS);
  await vi.advanceTimersByTimeAsync(2900);
  expect(drawn).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(drawn).toEqual(['Drop ici (light)']);
  answer(STYLE);
  await vi.advanceTimersByTimeAsync(0);
  expect(drawn).toEqual(['Drop ici (light)', 'theirs']);
});

it('draws the app’s own map once if the style never arrives', async () => {
  follow(THEIRS);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(drawn).toEqual(['Drop ici (light)']);
});

it('draws from a source that becomes known later', async () => {
  const basemap = follow(NONE);
  await vi.advanceTimersByTimeAsync(0);
  expect(drawn).toEqual(['Drop ici (light)']);
  basemap.drawFrom(THEIRS);
  await vi.advanceTimersByTimeAsync(0);
  answer(STYLE);
  await vi.advanceTimersByTimeAsync(0);
  expect(drawn.at(-1)).toBe('theirs');
});
