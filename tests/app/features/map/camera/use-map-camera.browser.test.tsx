import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { beginFalsePosition, endFalsePosition } from '../../../../../app/state/position/location.ts';
import { moveBy } from '../../../../../app/state/position/metres.ts';
import { standFalsely } from '../../../../../app/state/rehearsal/spoofer.ts';
import { switchOnSite } from '../../../../../app/state/walk/listening.ts';
import { showPlace } from '../../../../../app/state/walk/shown-place.ts';
import { mapStrings } from '../../../../../app/words/map.ts';
import { strings } from '../../../../../app/words/strings.ts';
import type { Position } from '../../../../../contracts/geo.ts';
import { PlaceId } from '../../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../../support/listed-place.ts';
import { type ShownMap, showMapOf, standAt, untilDrawn } from '../../../../support/shown-map.tsx';

const START = { lng: 2.347, lat: 48.855 };
const at = (eastM: number): Position => {
  const { lng, lat } = moveBy(START, [eastM, 0]);
  return [lng, lat];
};

const statue = listedPlace(11, { feature: { type: 'Point', coordinates: at(500) } });
let map: ShownMap;

beforeEach(async () => {
  map = await showMapOf([statue]);
});
afterEach(() => {
  endFalsePosition();
  map.end();
});

const isAt = ([lng, lat]: Position): Promise<void> =>
  untilDrawn(() => {
    const [shownLng, shownLat] = map.view.readCentre();
    expect([shownLng, shownLat]).toEqual([expect.closeTo(lng, 5), expect.closeTo(lat, 5)]);
    expect(map.view.map.isMoving()).toBe(false);
  });
const frame = (): Promise<number> => new Promise(requestAnimationFrame);
const follows = page.getByRole('button', { name: mapStrings.following });
const locate = page.getByRole('button', { name: strings.map.locateMe });

/** Begins a walk at the start, and waits until the map is there. */
async function walk(): Promise<void> {
  standAt(at(0));
  await isAt(at(0));
  switchOnSite(true);
  await expect.element(follows).toBeVisible();
  await isAt(at(0));
}

/** Drags the map by hand, as a mouse does. */
function drag(): void {
  const canvas = map.view.map.getCanvas();
  const fire = (target: EventTarget, type: string, x: number): boolean =>
    target.dispatchEvent(
      new MouseEvent(type, { bubbles: true, button: 0, buttons: type === 'mouseup' ? 0 : 1, clientX: x, clientY: 300 }),
    );
  fire(canvas, 'mousedown', 300);
  for (const x of [320, 360, 400]) fire(window, 'mousemove', x);
  fire(window, 'mouseup', 400);
}

test('a walk brings the map to the walker, wherever it was, and along with them', async () => {
  standAt(at(0));
  await isAt(at(0));
  map.view.flyTo(at(400), 15);
  await isAt(at(400));
  switchOnSite(true);
  await isAt(at(0));
  expect(map.zoom()).toBe(18);
  standAt(at(30));
  await isAt(at(30));
  // Out of a tunnel.
  standAt(at(900));
  await isAt(at(900));
  expect(map.told().following).toBe('true');
});

test('outside a walk the map stays where it is', async () => {
  standAt(at(0));
  await isAt(at(0));
  standAt(at(30));
  await frame();
  await frame();
  expect(map.view.map.isMoving()).toBe(false);
  await isAt(at(0));
  await expect.element(locate).toBeVisible();
});

test('a phone’s noise at rest moves no map', async () => {
  await walk();
  let moves = 0;
  map.view.map.on('movestart', () => {
    moves += 1;
  });
  for (const eastM of [3, -4, 5, 2, -6, 0]) {
    standAt(at(eastM));
    await frame();
  }
  expect(moves).toBe(0);
});

test('dragging the map lets the walker go, and the button comes back to them', async () => {
  await walk();
  await untilDrawn(async () => {
    drag();
    await expect.element(locate).toBeVisible();
  });
  const [left] = map.view.readCentre();
  standAt(at(40));
  await frame();
  await frame();
  expect(map.told().following).toBeUndefined();
  expect(Math.abs(map.view.readCentre()[0] - left)).toBeLessThan(1e-3);
  await locate.click();
  await expect.element(follows).toBeVisible();
  await isAt(at(40));
  standAt(at(80));
  await isAt(at(80));
});

test('arrow keys let the walker go, plus and minus do not', async () => {
  await walk();
  map.view.map.getCanvas().focus();
  await userEvent.keyboard('-');
  await untilDrawn(() => expect(map.zoom()).toBe(17));
  expect(map.told().following).toBe('true');
  await isAt(at(0));
  await userEvent.keyboard('{ArrowRight}');
  await untilDrawn(() => expect(map.told().following).toBeUndefined());
});

test('what somebody asks the map to show ends the following, and is not left again', async () => {
  await walk();
  map.view.flyTo(at(300), 17);
  await isAt(at(300));
  standAt(at(10));
  await frame();
  expect(map.told().following).toBeUndefined();
  await isAt(at(300));
});

test('the end of the walk ends the following; a false position is not followed', async () => {
  await walk();
  switchOnSite(false);
  await expect.element(locate).toBeVisible();
  beginFalsePosition();
  switchOnSite(true);
  standFalsely(at(200));
  await untilDrawn(() => expect(map.told().walkerFalse).toBe('true'));
  await frame();
  await isAt(at(0));
});

test('‘Voir sur la carte’ moves the map to the place, at zoom 17', async () => {
  standAt(at(0));
  await isAt(at(0));
  showPlace(PlaceId.parse(11));
  await isAt(at(500));
  expect(map.zoom()).toBe(17);
  await untilDrawn(() => expect(map.told().selectedPlace).toBe('11'));
});
