import { afterEach, expect, it, vi } from 'vitest';
import script from '../../app/public/old-browser.js?raw';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What stays of the page once it has asked what the browser can do. */
function look(): readonly (string | undefined)[] {
  document.body.innerHTML = '<div><div id="root"></div></div><main id="old-browser" hidden></main>';
  new Function(script)();
  return [...document.querySelectorAll<HTMLElement>('#root, #old-browser:not([hidden])')].map(({ id }) => id);
}

it('a browser that has what the build uses gets the app', () => {
  expect(look()).toEqual(['root']);
});

it.each([
  ['a function', () => vi.stubGlobal('structuredClone', undefined)],
  ['a style', () => vi.spyOn(CSS, 'supports').mockReturnValue(false)],
])('one that lacks %s gets a page to read instead', (_, lose) => {
  lose();
  expect(look()).toEqual(['old-browser']);
});
