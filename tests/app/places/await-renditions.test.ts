import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitRenditions, isRenditionDue } from '../../../app/places/await-renditions.ts';
import { Scope } from '../../../app/platform/scope.ts';
import type { Place } from '../../../contracts/place.ts';
import { type PageEvents, stubPage } from '../../support/page/page-events.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

let scope: Scope;
let page: PageEvents;
let looks: number;
const look = async (): Promise<void> => {
  looks += 1;
};

beforeEach(() => {
  vi.useFakeTimers();
  scope = new Scope();
  page = stubPage();
  looks = 0;
});
afterEach(() => scope.dispose());

/** The number of checks after this many more seconds. */
async function looksAfter(seconds: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return looks;
}

test('checks after 5 s, 10 s more, 20 s more, and finally stops', async () => {
  awaitRenditions(scope, look);
  expect([await looksAfter(4.9), await looksAfter(0.1)]).toEqual([0, 1]);
  expect([await looksAfter(9.9), await looksAfter(0.1)]).toEqual([1, 2]);
  expect([await looksAfter(19.9), await looksAfter(0.1)]).toEqual([2, 3]);
  expect(await looksAfter(24 * 3600)).toBe(6);
});

test('waits from the end of one check to the next', async () => {
  let end = (): void => {};
  awaitRenditions(scope, () => {
    looks += 1;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  expect(await looksAfter(60)).toBe(1);
  end();
  expect([await looksAfter(9.9), await looksAfter(0.1)]).toEqual([1, 2]);
});

test('does not check while the page is hidden, and restarts when it is back', async () => {
  page.hide();
  awaitRenditions(scope, look);
  expect(await looksAfter(60)).toBe(0);
  page.comeBack();
  expect(await looksAfter(15)).toBe(2);
  page.hide();
  expect(await looksAfter(3600)).toBe(2);
  page.comeBack();
  expect([await looksAfter(4.9), await looksAfter(0.1)]).toEqual([2, 3]);
});

test('ends with its scope', async () => {
  awaitRenditions(scope, look);
  scope.dispose();
  expect(await looksAfter(3600)).toBe(0);
});

test('a rendition is expected for a WAV without one', () => {
  const place = (media: Place['media']): Place =>
    listedPlace(1, { appelation: 'Le pont', feature: { type: 'Point', coordinates: [2.3, 48.8] }, media });
  const rendition = { link: '/v1/media/a.m4a', type: 'audio/mp4', bytes: 1 };
  expect(isRenditionDue(place({ data: mediaLink() }))).toBe(true);
  expect(isRenditionDue(place({ data: mediaLink({ rendition }) }))).toBe(false);
  expect(isRenditionDue(place({ data: mediaLink({ link: '/v1/media/a.mp3' }) }))).toBe(false);
  expect(isRenditionDue(place(null))).toBe(false);
});
