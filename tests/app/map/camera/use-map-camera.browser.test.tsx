import { clearPrewarmedResources, prewarm } from 'maplibre-gl';
import type { Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMapCamera } from '../../../../app/map/camera/use-map-camera.ts';
import { MAP_TEXTS } from '../../../../app/map/drawn-map.tsx';
import { MapButtons } from '../../../../app/map/map-buttons.tsx';
import { createMapView, type MapView } from '../../../../app/map/map-view.ts';
import { mapStrings } from '../../../../app/map/map-words.ts';
import { places as listed } from '../../../../app/places/places.ts';
import { plan } from '../../../../app/places/plan.ts';
import { prepareMapLibre } from '../../../../app/platform/map/map-setup.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import { beginFalsePosition, endFalsePosition, location } from '../../../../app/position/location.ts';
import { setSpoofedPosition } from '../../../../app/rehearsal/spoofer.ts';
import { choosePlace, listening, startListening, switchOnSite } from '../../../../app/walk/listening.ts';
import { following, keepPlannedInView, shownPlace, showPlace, stopFollowing } from '../../../../app/walk/map-focus.ts';
import { fromHere, markFramed } from '../../../../app/walk/nearby/from-here.ts';
import type { Position } from '../../../../contracts/geo.ts';
import { reduceMotion } from '../../../support/page/device.ts';
import { freshRoot } from '../../../support/page/react-root.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const START = { lng: 2.347, lat: 48.855 };
const at = (eastM: number): Position => {
  const { lng, lat } = moveBy(START, [eastM, 0]);
  return [lng, lat];
};

const statue = listedPlace(11, { feature: { type: 'Point', coordinates: at(500) } });
const places = [statue];
const NOTHING = (): void => {};

let scope: Scope;
let root: Root;
let view: MapView;

/** What moves the map, and the buttons beside it. */
function Camera() {
  useMapCamera(view, places);
  return (
    <MapButtons
      view={view}
      isListOpen={false}
      onToggleList={NOTHING}
      isSearchOpen={false}
      onToggleSearch={NOTHING}
      searchRef={null}
    />
  );
}

beforeAll(() => {
  prepareMapLibre();
  // One worker for all these maps.
  prewarm();
});
afterAll(clearPrewarmedResources);

beforeEach(async () => {
  await page.viewport(600, 600);
  scope = new Scope();
  // Whoever listened from here before may not have been shown all places.
  markFramed();
  startListening(scope);
  const frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0 0 0 80px';
  root = freshRoot();
  document.body.append(frame);
  // Without a picture, which is not what this is about.
  const style = { version: 8 as const, sources: {}, layers: [] };
  view = createMapView(scope, frame, document.createElement('div'), { style, centre: at(-2000), zoom: 16 }, MAP_TEXTS, {
    onGround: () => false,
    hasTool: () => false,
    onWalkerMoved: NOTHING,
    onTap: NOTHING,
    onTapSharedPoint: NOTHING,
    onTapWaiting: NOTHING,
    onTapPlanned: NOTHING,
    onStrayed: stopFollowing,
    onDrawn: NOTHING,
    onMoved: NOTHING,
    onError: NOTHING,
    onData: NOTHING,
  });
  root.render(<Camera />);
});
afterEach(() => {
  endFalsePosition();
  root.unmount();
  scope.dispose();
  stopFollowing();
  location.fix = null;
  listed.list = ref([]);
  document.body.replaceChildren();
});

/** Tells the app where the walker is, by a fix of 5 m. */
function standAt([lng, lat]: Position): void {
  location.fix = { lng, lat, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: Date.now() };
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });
/** Waits until the map rests with a position at a distance in pixels from its middle. */
const restsWith = ([lng, lat]: Position, [right, down]: readonly [number, number]): Promise<void> =>
  until(() => {
    const { x, y } = view.map.project([lng, lat]);
    expect(Math.hypot(x - 260 - right, y - 300 - down)).toBeLessThan(1);
    expect(view.map.isMoving()).toBe(false);
  });
const isAt = (position: Position): Promise<void> => restsWith(position, [0, 0]);
/** Above the middle of the frame, which the player covers below. */
const isHeld = (position: Position): Promise<void> => restsWith(position, [0, -72]);
const frame = (): Promise<number> => new Promise(requestAnimationFrame);
const follows = page.getByRole('button', { name: mapStrings.following });
const locate = page.getByRole('button', { name: mapStrings.locateMe });

/** Begins a walk at the start, and waits until the map is there. */
async function walk(): Promise<void> {
  standAt(at(0));
  await isAt(at(0));
  switchOnSite(true);
  await expect.element(follows).toBeVisible();
  await isHeld(at(0));
}

/** Drags the map by hand. */
async function drag(): Promise<void> {
  const canvas = view.map.getCanvas();
  const positions = { sourcePosition: { x: 200, y: 300 }, targetPosition: { x: 320, y: 340 } };
  await userEvent.dragAndDrop(canvas, canvas, positions);
}

test('a walk brings the map to the walker, wherever it was, and along with them', async () => {
  standAt(at(0));
  await isAt(at(0));
  view.flyTo(at(400), 15);
  await isAt(at(400));
  switchOnSite(true);
  await isHeld(at(0));
  expect(view.map.getZoom()).toBe(18);
  await reduceMotion(false);
  standAt(at(30));
  await isHeld(at(30));
  await reduceMotion(true);
  // Out of a tunnel.
  standAt(at(900));
  await isHeld(at(900));
  expect(following.isOn).toBe(true);
});

test('who listens from elsewhere sees all places, whatever the position, until a walk begins', async () => {
  standAt(at(0));
  fromHere.isFrameDue = true;
  await isAt(at(500));
  standAt(at(30));
  await frame();
  await frame();
  expect(view.map.isMoving()).toBe(false);
  switchOnSite(true);
  await isHeld(at(30));
});

test('a walk that begins far away shows where it leads, and follows the walker once they have come', async () => {
  const far = at(-30_000);
  switchOnSite(true);
  standAt(far);
  await isAt(at(500));
  expect(following.isOn).toBe(false);
  standAt(at(-29_900));
  await frame();
  await isAt(at(500));
  // By hand they see themselves.
  (locate.element() as HTMLElement).click();
  await isHeld(at(-29_900));
  await drag();
  standAt(at(0));
  await isHeld(at(0));
  expect(following.isOn).toBe(true);
});

test('outside a walk the map stays where it is', async () => {
  standAt(at(0));
  await isAt(at(0));
  standAt(at(30));
  await frame();
  await frame();
  expect(view.map.isMoving()).toBe(false);
  await isAt(at(0));
  await expect.element(locate).toBeVisible();
});

test('a phone’s noise at rest moves no map', async () => {
  await walk();
  let moves = 0;
  view.map.on('movestart', () => {
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
  await drag();
  await expect.element(locate).toBeVisible();
  const [left] = view.readCentre();
  standAt(at(40));
  await frame();
  await frame();
  expect(following.isOn).toBe(false);
  expect(Math.abs(view.readCentre()[0] - left)).toBeLessThan(1e-3);
  (locate.element() as HTMLElement).click();
  await expect.element(follows).toBeVisible();
  await isHeld(at(40));
  standAt(at(80));
  await isHeld(at(80));
});

test('arrow keys let the walker go, plus and minus do not', async () => {
  await walk();
  view.map.getCanvas().focus();
  await userEvent.keyboard('-');
  await until(() => expect(view.map.getZoom()).toBe(17));
  expect(following.isOn).toBe(true);
  // Nearer to the middle than before, by half, which is no reason to move.
  await restsWith(at(0), [0, -36]);
  await userEvent.keyboard('{ArrowRight}');
  await until(() => expect(following.isOn).toBe(false));
});

test('what somebody asks the map to show ends the following, and is not left again', async () => {
  await walk();
  view.flyTo(at(300), 17);
  await isAt(at(300));
  standAt(at(10));
  await frame();
  expect(following.isOn).toBe(false);
  await isAt(at(300));
});

test('the end of the walk ends the following; a false position is not followed', async () => {
  await walk();
  switchOnSite(false);
  await expect.element(locate).toBeVisible();
  beginFalsePosition();
  switchOnSite(true);
  setSpoofedPosition(at(200));
  await frame();
  await isHeld(at(0));
});

test('‘Voir sur la carte’ moves the map to the place, at zoom 17', async () => {
  standAt(at(0));
  await isAt(at(0));
  showPlace(statue.id);
  await isAt(at(500));
  expect(view.map.getZoom()).toBe(17);
  expect(listening.walk.selected).toBe(11);
  expect(shownPlace.wantedId).toBeNull();
});

test('a chosen place is kept where nothing covers it, until the map is moved by hand', async () => {
  const covered = (bottom: number) => ({ top: 60, left: 12, right: 64, bottom });
  listed.list = ref([statue]);
  await isAt(at(500));
  // No longer framed, but where it is.
  view.flyTo(at(500), 17);
  await isAt(at(500));
  view.setCover(covered(340));
  choosePlace(statue.id);
  await restsWith(at(500), [0, -68]);
  view.setCover(covered(400));
  await restsWith(at(500), [0, -128]);
  view.setCover(covered(200));
  await restsWith(at(500), [0, -128]);
  view.flyTo(at(500), 17);
  await isAt(at(500));
  // A box is framed where nothing covers it: 16 px to the left, and between 88 px and 232 px from the top.
  view.setCover(covered(340));
  view.showBox([at(400), at(600)]);
  await restsWith(at(500), [-10, -140]);
  // The player opens: what was chosen stays clear of it.
  view.setCover(covered(430));
  await restsWith(at(500), [-10, -158]);
  await drag();
  await until(() => expect(view.map.isMoving()).toBe(false));
  const { x, y } = view.map.project(at(500) as [number, number]);
  view.setCover(covered(450));
  await frame();
  expect(view.map.project(at(500) as [number, number])).toMatchObject({ x, y });
});

test('a planned place is kept in view while its card is open; then the map stays where it is', async () => {
  const { id, appelation, feature, map } = statue;
  plan.list = ref([{ id, appelation, feature, map, asked: null, state: 'planned', filledBy: null }]);
  listed.list = ref([statue]);
  await isAt(at(500));
  view.flyTo(at(500), 17);
  await isAt(at(500));
  choosePlace(id);
  await frame();
  // The person looks elsewhere, and the chosen place is held no longer.
  await drag();
  await until(() => expect(view.map.isMoving()).toBe(false));
  view.flyTo(at(500), 17);
  await isAt(at(500));
  view.setCover({ top: 60, left: 12, right: 64, bottom: 340 });
  await frame();
  await isAt(at(500));
  const close = keepPlannedInView(id);
  await restsWith(at(500), [0, -68]);
  close();
  await frame();
  view.setCover({ top: 60, left: 12, right: 64, bottom: 400 });
  await frame();
  await until(() => expect(view.map.isMoving()).toBe(false));
  await restsWith(at(500), [0, -68]);
});

test('a flight to somewhere else leaves the chosen place behind', async () => {
  listed.list = ref([statue]);
  await isAt(at(500));
  view.flyTo(at(500), 17);
  await isAt(at(500));
  view.setCover({ top: 60, left: 12, right: 64, bottom: 340 });
  choosePlace(statue.id);
  await restsWith(at(500), [0, -68]);
  view.flyTo(at(5000), 17);
  await restsWith(at(5000), [0, -68]);
  view.setCover({ top: 60, left: 12, right: 64, bottom: 341 });
  await frame();
  await until(() => expect(view.map.isMoving()).toBe(false));
  await restsWith(at(5000), [0, -68]);
});
