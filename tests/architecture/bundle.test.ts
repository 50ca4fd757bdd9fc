import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callDocs, routes } from '../../contracts/routes.ts';
import { ROOT } from './sources.ts';

/** Scripts and styles: each costs a phone some milliseconds of processor and network time. */
const FILES_MAX = { login: 8, contributorsLink: 12, welcome: 18, map: 25 };

/** JavaScript and CSS that a person waits for before the map. */
const BEFORE_MAP_MAX_BYTES = 130_000;

/** Words in a file name that mark heavy code, for which the login screen must not wait. */
const HEAVY = /maplibre|mapbox|tiles-style|tile-protocol|place-editor|wavesurfer|ffmpeg|\.wasm|worker/;

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

const dist = join(ROOT, 'dist/app');
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

describe('the login screen', () => {
  const files = filesOf(['index.html', screenKey('login-screen')]);

  it(`costs at most ${BEFORE_MAP_MAX_BYTES / 1000} kB of gzipped JavaScript and CSS`, () => {
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(BEFORE_MAP_MAX_BYTES);
  });

  it('loads no summaries of calls, which belong to the page of the API', () => {
    const code = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
    expect(code).toContain(routes.logout.path);
    expect(Object.values(callDocs).filter(({ summary }) => code.includes(summary))).toEqual([]);
  });

  it('loads no map, no WASM and no waveform code', () => {
    expect(files.filter((file) => HEAVY.test(file))).toEqual([]);
  });

  it('loads at most two further files for the logins without a password', () => {
    const later = filesOf([screenKey('passwordless-logins')]);
    expect(later.filter((file) => !files.includes(file)).length).toBeLessThanOrEqual(2);
  });
});

describe('the way in', () => {
  const login = ['index.html', screenKey('login-screen')];
  const welcome = ['index.html', ...['invite-screen', 'home-shell', 'welcome-part', 'services'].map(screenKey)];
  const map = ['index.html', ...['home-shell', 'services', 'walk-screen', 'drawn-map'].map(screenKey)];

  it.each([
    ['the login', login, FILES_MAX.login],
    ["the login of a contributor's link", [...login, screenKey('invite-screen')], FILES_MAX.contributorsLink],
    ["the welcome of a guest's link", welcome, FILES_MAX.welcome],
    ['the map', map, FILES_MAX.map],
  ])('to %s loads few files', (_, keys, max) => {
    const files = filesOf(keys);
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(max);
  });

  it('loads the map library for a drawn map only, not for a welcome or the walk screen itself', () => {
    expect(filesOf(map).some((file) => file.startsWith('assets/maplibre-'))).toBe(true);
    for (const keys of [welcome, ['index.html', ...['home-shell', 'services', 'walk-screen'].map(screenKey)]]) {
      expect(filesOf(keys).filter((file) => HEAVY.test(file))).toEqual([]);
    }
  });

  it.each(['sign-up-screen', 'forgotten-screen', 'reset-screen', 'verify-screen', 'not-found-screen'])(
    'loads nothing of the map for the %s of strangers',
    (name) => {
      expect(filesOf([screenKey(name)]).filter((file) => /\/(home|walk)-/.test(file))).toEqual([]);
    },
  );
});

/** The manifest key of a lazily loaded screen; fails when the screen has no chunk of its own. */
function screenKey(name: string): string {
  const key = Object.keys(manifest).find((candidate) => candidate.includes(name));
  if (key === undefined) throw new Error(`The build has no chunk for ${name}: ${Object.keys(manifest).join(', ')}`);
  return key;
}

/** Returns all files that load at once with the given chunks, without those imported on demand. */
function filesOf(keys: readonly string[]): string[] {
  const visited = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || visited.has(key)) return;
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...files].filter((file) => /\.(js|css)$/.test(file));
}
