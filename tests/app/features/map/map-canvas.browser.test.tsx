import { GeoJSONSource } from 'maplibre-gl';
import { createRoot, type Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ACCURACY_SOURCE } from '../../../../app/features/map/layers/place-layers.ts';
import { MapCanvas } from '../../../../app/features/map/map-canvas.tsx';
import type { MapView } from '../../../../app/features/map/map-view.ts';
import { fallbackStyle } from '../../../../app/platform/map/basemap.ts';
import { showKeptMaps } from '../../../../app/platform/map/kept-maps.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { chooseTheme } from '../../../../app/state/page/theme.ts';
import { places } from '../../../../app/state/places/places.ts';
import { enterPocket, leavePocket } from '../../../../app/state/pocket/pocket.ts';
import { compass } from '../../../../app/state/position/compass-service.ts';
import { beginFalsePosition, endFalsePosition, location } from '../../../../app/state/position/location.ts';
import { standFalsely } from '../../../../app/state/rehearsal/spoofer.ts';
import { listening, startListening, switchOnSite } from '../../../../app/state/walk/listening.ts';
import type { Position } from '../../../../contracts/geo.ts';
import type { Place } from '../../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { changeWorkers } from '../../../support/other-browser.ts';

const CENTRE: Position = [2.347, 48.855];
const NO_BASEMAP = { tiles: null, styleUrls: { light: '', dark: '' } };
const map = { id: ParcoursId.parse(1) };
const statue: Place = {
  id: PlaceId.parse(11),
  appelation: 'La statue',
  type: 'Ici',
  feature: { type: 'Point', coordinates: CENTRE },
  map,
  userId: null,
  media: null,
};
const square: Place = {
  id: PlaceId.parse(12),
  appelation: 'Le square',
  type: 'Ici',
  feature: {
    type: 'Polygon',
    coordinates: [
      [
        [2.346, 48.8545],
        [2.348, 48.8545],
        [2.348, 48.8555],
        [2.346, 48.8555],
        [2.346, 48.8545],
      ],
    ],
  },
  map,
  userId: null,
  media: null,
};

let scope: Scope;
let root: Root;
let frame: HTMLDivElement;

beforeEach(async () => {
  await page.viewport(600, 600);
  scope = new Scope();
  startListening(scope);
  places.list = ref([square, statue]);
  frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0';
  document.body.append(frame);
  root = createRoot(frame);
});

afterEach(() => {
  root.unmount();
  frame.remove();
  scope.dispose();
  endFalsePosition();
  places.list = ref([]);
  location.fix = null;
  showKeptMaps(Promise.resolve([]));
  chooseTheme('light');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Lets no canvas have a context that draws, from the one after so many on. */
function refuseContexts(given: number): void {
  const getContext = HTMLCanvasElement.prototype.getContext;
  let asked = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement, kind) {
    if (!kind.startsWith('webgl')) return Reflect.apply(getContext, this, [kind]);
    asked += 1;
    return asked > given ? null : Reflect.apply(getContext, this, [kind]);
  });
}

const canvas = (): HTMLElement | null => document.querySelector('[data-testid="map"]');
const selected = (): string | undefined => canvas()?.dataset.selectedPlace;
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

/** Shows the map without a network style, and returns its view once all is drawn. */
async function showMap(onFallback: (isFallback: boolean) => void = () => {}): Promise<MapView> {
  let view: MapView | null = null;
  const keep = (made: MapView | null): void => {
    view = made;
  };
  root.render(<MapCanvas basemap={NO_BASEMAP} onView={keep} onFallback={onFallback} onTapWaiting={() => {}} />);
  await until(() => expect(canvas()?.dataset.mapReady).toBe('true'));
  if (view === null) throw new Error('Got a map that is ready without a view');
  return view;
}

async function click(x: number, y: number): Promise<void> {
  const element = canvas();
  if (element === null) throw new Error('Got no map to click on');
  await userEvent.click(element, { position: { x, y } });
}

test('without the network the app’s own map is shown, with the places on it', async () => {
  const fallback = vi.fn();
  await showMap(fallback);
  expect(fallback).toHaveBeenLastCalledWith(true);
  expect(canvas()?.dataset.placeCount).toBe('2');
});

test('what is missing of the app’s own map, and known late, keeps it from nothing', async () => {
  changeWorkers(() => {
    const { fetch } = self;
    const isReleased = new Promise((resolve) => {
      new BroadcastChannel('map-files').onmessage = resolve;
    });
    self.fetch = async (...call) => {
      await isReleased;
      return fetch(...call);
    };
  });
  root.render(<MapCanvas basemap={NO_BASEMAP} onView={() => {}} onFallback={() => {}} onTapWaiting={() => {}} />);
  await until(async () => {
    await click(300, 300);
    expect(selected()).toBe('11');
  });
  // What the click changed is drawn then.
  for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame);
  expect(canvas()?.dataset.mapReady).toBe('false');
  const channel = new BroadcastChannel('map-files');
  channel.postMessage('released');
  channel.close();
  await until(() => expect(canvas()?.dataset.mapReady).toBe('true'));
});

test('a click selects the point in front of the zone, the zone beside it, and empty space clears', async () => {
  const view = await showMap();
  view.flyTo(CENTRE, 16.5);
  await until(() => expect(view.readCentre()[0]).toBeCloseTo(CENTRE[0], 6));
  await until(async () => {
    await click(300, 300);
    expect(selected()).toBe('11');
  });
  await click(360, 300);
  await until(() => expect(selected()).toBe('12'));
  await click(300, 40);
  await until(() => expect(selected()).toBeUndefined());
});

test('places stay and can be selected after the theme changed', async () => {
  const styleShown = vi.fn();
  await showMap(styleShown);
  chooseTheme('dark');
  await until(() => expect(styleShown).toHaveBeenCalledTimes(2));
  await until(async () => {
    await click(300, 300);
    expect(selected()).toBe('11');
  });
});

test('in audio-guide mode clicks are ignored', async () => {
  await showMap();
  await until(async () => {
    await click(300, 300);
    expect(selected()).toBe('11');
  });
  switchOnSite(true);
  await click(300, 40);
  await until(() => expect(listening.walk.onSite).toBe(true));
  expect(selected()).toBe('11');
});

test('the first position is flown to, once, and shown as a dot', async () => {
  const view = await showMap();
  location.fix = { lng: 2.36, lat: 48.86, accuracyM: 10, headingDeg: null, speedMps: null, timestampMs: 0 };
  await until(() => expect(view.readCentre()[0]).toBeCloseTo(2.36, 5));
  expect(document.querySelector('[aria-label="Votre position"]')).not.toBeNull();
  view.flyTo(CENTRE, 16);
  await until(() => expect(view.readCentre()[0]).toBeCloseTo(CENTRE[0], 5));
  location.fix = { lng: 2.361, lat: 48.86, accuracyM: 10, headingDeg: null, speedMps: null, timestampMs: 1 };
  await new Promise((done) => requestAnimationFrame(done));
  expect(view.readCentre()[0]).toBeCloseTo(CENTRE[0], 5);
});

test('the dot points where the walker goes, else where they look, and nowhere without either', async () => {
  await showMap();
  const dot = () => document.querySelector<HTMLElement>('[aria-label="Votre position"]');
  const fix = { lng: 2.36, lat: 48.86, accuracyM: 10, speedMps: null };
  location.fix = { ...fix, headingDeg: 90, timestampMs: 0 };
  await until(() => expect(dot()?.dataset.heading).toBe('90'));
  expect(dot()?.style.transform).toContain('rotateZ(90deg)');
  compass.headingDeg = 200;
  location.fix = { ...fix, headingDeg: null, timestampMs: 1 };
  await until(() => expect(dot()?.dataset.heading).toBe('200'));
  compass.headingDeg = null;
  await until(() => expect(dot()?.dataset.heading).toBeUndefined());
});

test('the dot stays the same through new positions and turns, and only a new position draws its circle again', async () => {
  const view = await showMap();
  const circle = view.map.getSource(ACCURACY_SOURCE);
  if (!(circle instanceof GeoJSONSource)) throw new Error('Got a map without the source of the accuracy');
  const drawn = vi.spyOn(circle, 'setData');
  const dot = () => document.querySelector<HTMLElement>('[aria-label="Votre position"]');
  const pulse = () =>
    dot()
      ?.getAnimations({ subtree: true })
      .find((shown) => shown instanceof CSSAnimation);
  const fix = { lat: 48.86, accuracyM: 10, headingDeg: null, speedMps: null };
  location.fix = { ...fix, lng: 2.36, timestampMs: 0 };
  await until(() => expect(pulse()).toBeDefined());
  const first = pulse();
  expect(drawn).toHaveBeenCalledTimes(1);
  compass.headingDeg = 200;
  await until(() => expect(dot()?.dataset.heading).toBe('200'));
  compass.headingDeg = null;
  await until(() => expect(dot()?.dataset.heading).toBeUndefined());
  expect(drawn).toHaveBeenCalledTimes(1);
  const before = dot()?.style.transform;
  location.fix = { ...fix, lng: 2.361, timestampMs: 1 };
  await until(() => expect(dot()?.style.transform).not.toBe(before));
  expect(drawn).toHaveBeenCalledTimes(2);
  expect(pulse()).toBe(first);
});

test('a false position keeps the focus while arrow keys move it', async () => {
  await showMap();
  beginFalsePosition();
  standFalsely([2.36, 48.86]);
  const dot = () => document.querySelector<HTMLElement>('[data-false]');
  await until(() => expect(dot()).not.toBeNull());
  dot()?.focus();
  for (const latest of [1, 2]) {
    const before = location.fix?.lng ?? 0;
    // Where the focus is, whatever that is.
    await userEvent.keyboard('{ArrowRight}');
    await until(() =>
      expect(canvas()?.dataset.walker, `after ${latest}`).toBe(`${location.fix?.lng},${location.fix?.lat}`),
    );
    expect(location.fix?.lng).toBeGreaterThan(before);
    expect(document.activeElement).toBe(dot());
  }
});

test('in pocket mode no frame is drawn, whatever arrives, and afterwards the map shows at once where things stand', async () => {
  const styleShown = vi.fn();
  const view = await showMap(styleShown);
  switchOnSite(true);
  enterPocket();
  await until(() => expect(Object.hasOwn(view.map, 'triggerRepaint')).toBe(true));
  let frames = 0;
  view.map.on('render', () => {
    frames += 1;
  });
  for (let at = 1; at <= 20; at++) {
    location.fix = {
      ...{ lng: 2.36 + at * 1e-4, lat: 48.86, accuracyM: 5 + at },
      ...{ headingDeg: 9 * at, speedMps: 1, timestampMs: 1000 * at },
    };
    await new Promise(requestAnimationFrame);
  }
  places.list = ref(crowd());
  chooseTheme('dark');
  await until(() => expect(styleShown).toHaveBeenCalledTimes(2));
  await until(() => expect(canvas()?.dataset.placeCount).toBe('101'));
  view.map.resize();
  view.map.panBy([50, 50]);
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  expect(frames).toBe(0);

  leavePocket();
  const dot = () => document.querySelector<HTMLElement>('[aria-label="Votre position"]');
  await until(() => expect(dot()?.dataset.heading).toBe('180'));
  expect(frames).toBeGreaterThan(0);
  // The flight to the walker, who has walked on in the pocket.
  await until(() => expect(view.readCentre()[0]).toBeCloseTo(2.362, 4));
  await until(() => expect(document.querySelector<HTMLElement>('[data-drawn]')?.dataset.drawn).toBe('101,'));
  expect(JSON.stringify(view.map.getStyle().layers.find(({ type }) => type === 'background'))).toBe(
    JSON.stringify(fallbackStyle('dark').layers.find(({ type }) => type === 'background')),
  );
});

const zoomNow = (): number =>
  Number(document.querySelector<HTMLElement>('[data-view]')?.dataset.view?.split(',')[2] ?? Number.NaN);

/** 175 pixels at zoom 12, where the world is 512 * 2 ** 12 pixels wide. */
const ALONE_DEG = (175 / (512 * 2 ** 12)) * 360;

/** A hundred places around the centre, and one alone to the right of them. */
function crowd(): Place[] {
  const around = Array.from({ length: 100 }, (_, at): Place => {
    const coordinates: Position = [CENTRE[0] + (at % 10) * 2e-4 - 9e-4, CENTRE[1] + Math.floor(at / 10) * 2e-4 - 9e-4];
    return { ...statue, id: PlaceId.parse(100 + at), feature: { type: 'Point', coordinates } };
  });
  return [...around, { ...square, id: PlaceId.parse(99), feature: squareAt([CENTRE[0] + ALONE_DEG, CENTRE[1]]) }];
}

function squareAt([lng, lat]: Position): Place['feature'] {
  const [e, n] = [lng + 1e-4, lat + 1e-4];
  const [w, s] = [lng - 1e-4, lat - 1e-4];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  };
}

async function showFar(): Promise<MapView> {
  const view = await showMap();
  places.list = ref(crowd());
  await until(() => expect(canvas()?.dataset.placeCount).toBe('101'));
  view.flyTo(CENTRE, 12);
  // Before all is drawn a click may still hit what was drawn nearer, where no place is in a cluster.
  await until(() => expect(document.querySelector<HTMLElement>('[data-view]')?.dataset.drawnView).toMatch(/,12\.0$/));
  return view;
}

test('far out a crowd of places is one cluster, and a click goes nearer without selecting', async () => {
  await showFar();
  // Once: a second click could meet the places that the cluster has fallen apart into.
  await click(300, 300);
  await until(() => expect(zoomNow()).toBeGreaterThan(12));
  expect(selected()).toBeUndefined();
});

test('far out a zone that stands alone is a dot, which a click selects', async () => {
  await showFar();
  await click(475, 300);
  await until(() => expect(selected()).toBe('99'));
  expect(zoomNow()).toBe(12);
});

test('in audio-guide mode a click on a cluster goes nearer all the same', async () => {
  await showFar();
  switchOnSite(true);
  await click(300, 300);
  await until(() => expect(zoomNow()).toBeGreaterThan(12));
  expect(selected()).toBeUndefined();
});

test('a browser without WebGL is told so', async () => {
  refuseContexts(0);
  root.render(<MapCanvas basemap={NO_BASEMAP} onView={() => {}} onFallback={() => {}} onTapWaiting={() => {}} />);
  await expect.element(page.getByText('WebGL is not supported by your browser.')).toBeVisible();
});

test('a browser that has WebGL and refuses it to the map is told that there is none', async () => {
  refuseContexts(1);
  const views: (MapView | null)[] = [];
  root.render(
    <MapCanvas
      basemap={NO_BASEMAP}
      onView={(view) => views.push(view)}
      onFallback={() => {}}
      onTapWaiting={() => {}}
    />,
  );
  await expect.element(page.getByText('Map is not supported by this browser')).toBeVisible();
  expect(views).toEqual([null]);
});

test('what was drawn last is told: how many places, and which one as the selected', async () => {
  await showMap();
  const drawn = (): string | undefined => document.querySelector<HTMLElement>('[data-drawn]')?.dataset.drawn;
  await until(() => expect(drawn()).toBe('2,'));
  await until(async () => {
    await click(300, 300);
    expect(drawn()).toBe('2,11');
  });
});

test('a map of tiles that can’t be reached is replaced, and comes back with the map of a pack', async () => {
  const archive = await (await fetch('/server/demo/cite.pmtiles')).blob();
  const isFallback = vi.fn();
  const basemap = { tiles: { link: '/v1/tiles/none.pmtiles', attribution: 'Elle' }, styleUrls: NO_BASEMAP.styleUrls };
  root.render(<MapCanvas basemap={basemap} onView={() => {}} onFallback={isFallback} onTapWaiting={() => {}} />);
  await until(() => expect(isFallback).toHaveBeenLastCalledWith(true));
  showKeptMaps(Promise.resolve([{ link: '/kept.pmtiles', archive }]));
  await until(() => expect(isFallback).toHaveBeenLastCalledWith(false));
  await expect.element(page.getByText('Elle')).toBeVisible();
  expect(isFallback.mock.calls).toEqual([[false], [true], [false]]);
});

test('the dark theme has the style of its own address', async () => {
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((address) => {
    asked.push(String(address));
    return Promise.reject(new TypeError('There is no network'));
  });
  const basemap = { tiles: null, styleUrls: { light: '/light.json', dark: '/dark.json' } };
  root.render(<MapCanvas basemap={basemap} onView={() => {}} onFallback={() => {}} onTapWaiting={() => {}} />);
  await until(() => expect(asked).toEqual(['/light.json']));
  chooseTheme('dark');
  await until(() => expect(asked).toEqual(['/light.json', '/dark.json']));
});
