import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

const dist = join(ROOT, 'dist/app');
const PAGES = ['index', 'pages/login', 'pages/invite', 'pages/invited'].flatMap((page) => [
  `${page}.html`,
  `${page}.en.html`,
]);

/** The page is all that a phone needs before it paints; above about 14 kB it would take another round trip. */
const PAGE_MAX_BYTES = 9000;
/** The fonts of the first paint. */
const FONTS_MAX_BYTES = 50_000;

const read = (file: string): string => readFileSync(join(dist, file), 'utf8');

describe.each(PAGES)('the built %s', (page) => {
  const html = read(page);

  it('waits for no other file before it paints', () => {
    const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
    expect(styles.filter((element) => !/ disabled>$/.test(element))).toEqual([]);
    const scripts = html.match(/<script [^>]*src=[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((element) => !/ (defer|type="module")/.test(element))).toEqual([]);
  });

  it(`has at most ${PAGE_MAX_BYTES / 1000} kB when compressed`, () => {
    expect(gzipSync(html).length).toBeLessThanOrEqual(PAGE_MAX_BYTES);
  });

  it('preloads its fonts, which are small', () => {
    const fonts = Array.from(
      html.matchAll(/<link rel="preload" href="\/([^"]+\.woff2)" as="font"/g),
      ([, file = '']) => file,
    );
    expect(fonts).toHaveLength(2);
    const bytes = fonts.reduce((sum, file) => sum + readFileSync(join(dist, file)).length, 0);
    expect(bytes).toBeLessThanOrEqual(FONTS_MAX_BYTES);
  });

  it('has one slot for the head of its address', () => {
    expect(html.match(/<!-- head -->[\s\S]*<title>[\s\S]*<!-- \/head -->/g)).toHaveLength(1);
  });
});

describe('a screen that strangers see first', () => {
  it('is rendered in its page, and its form cannot be sent without the app', () => {
    const login = read('pages/login.html');
    expect(login).toContain('<div id="root" data-screen="/login">');
    expect(login).toContain('Bon retour');
    expect(login).toMatch(/<input[^>]*type="password"/);
    expect(login).toMatch(/<button(?=[^>]*type="submit")(?=[^>]* disabled="")[^>]*>/);
    expect(read('pages/invite.html')).toMatch(
      /<div id="root" data-screen="\/invite"><a [^>]*href="#main"[^>]*>[^<]*<\/a><!--\$--><main/,
    );
  });

  it('is rendered in English, too, and preloads its English words', () => {
    const login = read('pages/login.en.html');
    expect(login).toMatch(/^<!doctype html>\s*<html lang="en"/);
    expect(login).toContain('Welcome back');
    expect(login).toContain('<link rel="manifest" href="/manifest.en.webmanifest"');
    expect(login).toMatch(/<link rel="modulepreload" [^>]*href="\/assets\/en-start-/);
    expect(read('pages/login.html')).not.toContain('/assets/en-');
    expect(read('pages/invited.en.html')).toMatch(/<!-- next -->[\s\S]*\/assets\/en-home-[\s\S]*<!-- \/next -->/);
  });

  it('preloads its own scripts beside those of every screen', () => {
    const names = (page: string, file: string) =>
      expect(read(page)).toMatch(new RegExp(`<link rel="modulepreload" [^>]*href="/assets/${file}-`));
    names('pages/login.html', 'login-screen');
    for (const page of ['pages/invite.html', 'pages/invited.html']) {
      names(page, 'invite-screen');
      names(page, 'welcome-part');
    }
    expect(read('index.html')).not.toMatch(/(login|invite)-screen-/);
  });

  it('preloads scripts and styles as the chunk loader does, so that none is fetched twice', () => {
    for (const page of PAGES.filter((file) => file.startsWith('pages/'))) {
      const preloads = read(page).match(/<link rel="(modulepreload|preload" as="style)"[^>]*>/g) ?? [];
      expect(preloads.filter((element) => !/ crossorigin(?=[ >])/.test(element))).toEqual([]);
      expect(new Set(preloads).size).toBe(preloads.length);
    }
  });

  it('marks the scripts that only a guest needs next, so that the server can omit them', () => {
    for (const page of ['pages/invite.html', 'pages/invited.html']) {
      const [, next = ''] = /<!-- next -->([\s\S]*?)<!-- \/next -->/.exec(read(page)) ?? [];
      expect(next).toContain('/assets/welcome-part-');
      expect(next).not.toMatch(/\/assets\/(invite-screen|index)-/);
    }
    expect(read('pages/login.html')).not.toContain('<!-- next -->');
  });

  it('loads scripts at low priority, after its fonts', () => {
    for (const page of PAGES.filter((file) => file.startsWith('pages/'))) {
      const scripts = read(page).match(/<(script type="module"|link rel="modulepreload")[^>]*>/g) ?? [];
      expect(scripts.filter((element) => !element.includes('fetchpriority="low"'))).toEqual([]);
    }
  });

  it('has one slot for each text of an invitation', () => {
    const page = read('pages/invited.html');
    expect(page).toContain('<div id="root" data-screen="/invite" data-invited>');
    for (const place of ['{{name}}', '{{description}}']) expect(page.split(place)).toHaveLength(2);
    expect(read('pages/invite.html')).not.toContain('{{');
  });
});

it('the English manifest differs from the French one in its texts alone', () => {
  const withoutTexts = (file: string): unknown =>
    JSON.parse(read(file), (key, value) => (/^(name|description|label|lang)$/.test(key) ? '' : value));
  expect(withoutTexts('manifest.en.webmanifest')).toEqual(withoutTexts('manifest.webmanifest'));
});

describe("the service worker's list", () => {
  it('begins with the files of the map screen, so that they arrive while a welcome is read', () => {
    const files = Array.from(read('sw.js').matchAll(/url:"([^"]+)"/g), ([, file = '']) => file);
    const others = files.indexOf('index.html');
    for (const name of ['walk', 'walk-screen', 'drawn-map', 'maplibre', 'maplibre-gl-worker', 'nearest.worker']) {
      const place = files.findIndex((file) => file.startsWith(`assets/${name}-`) && file.endsWith('.js'));
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThan(others);
    }
  });
});
