import { GeoJSONSource } from 'maplibre-gl';
import { ref } from 'valtio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LABELS_SOURCE } from '../../../app/map/layers/label-layers.ts';
import { ACCURACY_SOURCE, PLACES_SOURCE, POINTS_LAYER } from '../../../app/map/layers/place-layers.ts';
import { circleAround } from '../../../app/map/layers/shape-geometry.ts';
import type { MapView } from '../../../app/map/map-view.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { chooseTheme } from '../../../app/page/theme.ts';
import { places } from '../../../app/places/places.ts';
import { setStoredMaps } from '../../../app/platform/map/stored-maps.ts';
import { compass } from '../../../app/position/compass-service.ts';
import { boundingBoxOfShapes } from '../../../app/position/coordinates.ts';
import { beginFalsePosition, endFalsePosition, location } from '../../../app/position/location.ts';
import { setSpoofedPosition } from '../../../app/rehearsal/spoofer.ts';
import { showLanguage } from '../../../app/ui/language.ts';
import { choosePlace, listening, switchOnSite } from '../../../app/walk/listening.ts';
import { enterPocket, leavePocket } from '../../../app/walk/pocket/pocket.ts';
import type { Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { reduceMotion } from '../../support/page/device.ts';
import { drawMaps } from '../../support/page/draw-nothing.ts';
import { changeWorkers } from '../../support/page/other-browsers.ts';
import {
  type BegunMap,
  beginMapOf,
  type ShownMap,
  showMapOf,
  untilDrawn as until,
} from '../../support/page/shown-map.tsx';
import { listedPlace } from '../../support/samples/listed-place.ts';

const CENTRE: Position = [2.347, 48.855];
/** Of a server without a map: the app draws its own. */
const NO_BASEMAP = { tiles: null, styleUrls: { light: '', dark: '' } };

const zoneAround = ([lng, lat]: Position, eastDeg: number, northDeg: number): Place['feature'] => {
  const [e, n, w, s] = [lng + eastDeg, lat + northDeg, lng - eastDeg, lat - northDeg];
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
};
const statue = listedPlace(11, { feature: { type: 'Point', coordinates: CENTRE } });
const square = listedPlace(12, { feature: zoneAround(CENTRE, 1e-3, 5e-4) });

const canvas = (): HTMLElement | null => document.querySelector('[data-testid="map"]');
const frame = () => document.querySelector<HTMLElement>('[data-view]')?.dataset ?? {};
const dot = () => document.querySelector<HTMLElement>('[aria-label="Votre position"]');
/** The colour of the basemap. */
const groundOf = ({ view }: ShownMap): unknown =>
  view.map.isStyleLoaded() ? view.map.getPaintProperty('ground', 'background-color') : undefined;
const selected = (): string | undefined => canvas()?.dataset.selectedPlace;
const clickUntil = (x: number, y: number, check: () => void): Promise<void> =>
  until(async () => {
    await click(x, y);
    check();
  });

async function click(x: number, y: number): Promise<void> {
  const element = canvas();
  if (element === null) throw new Error('Got no map to click on');
  await userEvent.click(element, { position: { x, y } });
}

/** Leaves nothing of a test for the next one on the same map. */
function forget(): void {
  endFalsePosition();
  switchOnSite(false);
  choosePlace(null);
  location.fix = null;
  compass.headingDeg = null;
  setStoredMaps(Promise.resolve([]));
  chooseTheme('light');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}

describe('on a map that is drawn,', () => {
  let map: ShownMap;
  beforeAll(async () => {
    map = await showMapOf([square, statue]);
  });
  afterAll(() => map.end());
  beforeEach(() => {
    places.list = ref([square, statue]);
    map.view.flyTo(CENTRE, 16.5);
  });
  afterEach(forget);

  test('a click selects the point before its zone, and empty space clears; on a walk no click selects', async () => {
    await clickUntil(300, 300, () => expect(selected()).toBe('11'));
    await click(360, 300);
    await until(() => expect(selected()).toBe('12'));
    await click(300, 40);
    await until(() => expect(selected()).toBeUndefined());
    await click(300, 300);
    await until(() => expect(selected()).toBe('11'));
    switchOnSite(true);
    await click(300, 40);
    await click(360, 300);
    expect(listening.walk.onSite).toBe(true);
    expect(selected()).toBe('11');
  });

  test('its controls and the walker’s dot have their names in the language shown', async () => {
    const [lng, lat] = CENTRE;
    location.fix = { lng, lat, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
    const names = () => [
      map.view.map.getCanvas().ariaLabel,
      document.querySelector('.maplibregl-ctrl-attrib-button')?.ariaLabel,
      document.querySelector<HTMLElement>('.maplibregl-marker[role="img"]')?.ariaLabel,
    ];
    const shown = () => [mapStrings.keys, mapStrings.attribution, mapStrings.yourPosition];
    await until(() => expect(names()).toEqual(shown()));
    const french = names();
    onTestFinished(() => showLanguage('fr'));
    await showLanguage('en');
    expect(names()).toEqual(shown());
    for (const [at, name] of names().entries()) expect(name).not.toBe(french[at]);
  });

  test('a zone over the antimeridian is framed, and one that crosses itself filled, on both of their sides', async () => {
    const middle: Position = [180, -16.8];
    const [plain = []] = zoneAround(middle, 1e-3, 5e-4).coordinates as Position[][];
    const wrapped = plain.map(([lng, lat]): Position => [lng > 180 ? lng - 360 : lng, lat]);
    const bowTie = [0, 2, 1, 3, 0].map((at) => wrapped[at] ?? middle);
    for (const [id, ring] of [
      [13, wrapped],
      [14, bowTie],
    ] as const) {
      const zone = listedPlace(id, { feature: { type: 'Polygon', coordinates: [ring] } });
      places.list = ref([zone]);
      map.view.showBox(boundingBoxOfShapes([zone.feature]) ?? [middle, middle]);
      await until(() => expect(Math.abs(map.view.map.getCenter().lng)).toBeCloseTo(180, 4));
      expect(map.view.map.getZoom()).toBeGreaterThan(15);
      for (const x of [250, 350]) {
        await clickUntil(x, 300, () => expect(selected()).toBe(String(id)));
        await click(300, 40);
        await until(() => expect(selected()).toBeUndefined());
      }
    }
    // Between its triangles.
    await click(300, 262);
    expect(selected()).toBeUndefined();
  });

  test('a zone around a pole is framed and drawn as far as the map goes', async () => {
    const ring = [-135, -45, 45, 135, -135].map((lng): Position => [lng, 80]);
    const cap = listedPlace(15, { feature: { type: 'Polygon', coordinates: [ring] } });
    places.list = ref([cap]);
    map.view.showBox(boundingBoxOfShapes([cap.feature]) ?? [CENTRE, CENTRE]);
    map.view.flyTo([0, 90], 15);
    await until(() => expect(map.view.map.getCenter().lat).toBeGreaterThan(84));
    await clickUntil(300, 300, () => expect(selected()).toBe('15'));
  });

  test('the names of many zones that are new come when their middles are found', async () => {
    const zones = Array.from({ length: 300 }, (_, index) =>
      listedPlace(100 + index, { feature: circleAround([2.347 + index / 1000, 48.855], 30) }),
    );
    const labels = map.view.map.getSource(LABELS_SOURCE);
    if (!(labels instanceof GeoJSONSource)) throw new Error('Got a map without the source of the names');
    const drawn = vi.spyOn(labels, 'setData');
    const counts = (): number[] =>
      drawn.mock.calls.map(([data]) => (typeof data === 'object' && 'features' in data ? data.features.length : -1));
    places.list = ref(zones);
    await until(() => expect(counts().at(-1)).toBe(300));
    expect(counts()[0]).toBeLessThan(300);
  });

  test('what was drawn last is told: how many places, and which one as the selected', async () => {
    await until(() => expect(frame().drawn).toBe('2,'));
    await clickUntil(300, 300, () => expect(frame().drawn).toBe('2,11'));
  });

  test('places stay, and can be selected, after the theme has changed', async () => {
    chooseTheme('dark');
    await until(() => expect(groundOf(map)).toBe('#000'));
    await clickUntil(300, 300, () => expect(selected()).toBe('11'));
  });

  test('a zoom while the style of another theme loads marks zones larger than the view once it is there', async () => {
    const isWide = (): unknown => map.view.map.getFeatureState({ source: PLACES_SOURCE, id: square.id })?.isWide;
    map.view.map.once('styledataloading', () => map.view.map.jumpTo({ zoom: 20 }));
    chooseTheme('dark');
    await until(() => expect(groundOf(map)).toBe('#000'));
    await until(() => expect(isWide()).toBe(true));
    map.view.map.jumpTo({ zoom: 15 });
    expect(isWide()).toBe(false);
  });

  test('the dot points where the walker goes, else where they look, and nowhere without either', async () => {
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

  test('the dot pulses once every few metres, and only a new position draws its circle again', async () => {
    await reduceMotion(false);
    const circle = map.view.map.getSource(ACCURACY_SOURCE);
    if (!(circle instanceof GeoJSONSource)) throw new Error('Got a map without the source of the accuracy');
    const drawn = vi.spyOn(circle, 'setData');
    const pulse = () =>
      dot()
        ?.getAnimations({ subtree: true })
        .find((shown) => shown instanceof CSSAnimation);
    const fix = { lat: 48.86, accuracyM: 10, headingDeg: null, speedMps: null };
    location.fix = { ...fix, lng: 2.36, timestampMs: 0 };
    await until(() => expect(pulse()).toBeDefined());
    expect(drawn).toHaveBeenCalledTimes(1);
    pulse()?.finish();
    await until(() => expect(pulse()).toBeUndefined());
    compass.headingDeg = 200;
    await until(() => expect(dot()?.dataset.heading).toBe('200'));
    compass.headingDeg = null;
    await until(() => expect(dot()?.dataset.heading).toBeUndefined());
    expect(drawn).toHaveBeenCalledTimes(1);
    const before = dot()?.style.transform;
    location.fix = { ...fix, lng: 2.36004, timestampMs: 1 };
    await until(() => expect(dot()?.style.transform).not.toBe(before));
    expect(drawn).toHaveBeenCalledTimes(2);
    expect(pulse()).toBeUndefined();
    location.fix = { ...fix, lng: 2.361, timestampMs: 2 };
    await until(() => expect(pulse()).toBeDefined());
    await reduceMotion(true);
  });

  test('a false position keeps the focus while arrow keys move it', async () => {
    beginFalsePosition();
    setSpoofedPosition([2.36, 48.86]);
    const falseDot = () => document.querySelector<HTMLElement>('[data-false]');
    await until(() => expect(falseDot()).not.toBeNull());
    falseDot()?.focus();
    for (const latest of [1, 2]) {
      const before = location.fix?.lng ?? 0;
      // Where the focus is, whatever that is.
      await userEvent.keyboard('{ArrowRight}');
      await until(() =>
        expect(canvas()?.dataset.walker, `after ${latest}`).toBe(`${location.fix?.lng},${location.fix?.lat}`),
      );
      expect(location.fix?.lng).toBeGreaterThan(before);
      expect(document.activeElement).toBe(falseDot());
    }
  });

  describe('far out', () => {
    const zoomNow = (): number => Number(frame().view?.split(',')[2] ?? Number.NaN);
    beforeEach(async () => {
      places.list = ref(crowd());
      await until(() => expect(canvas()?.dataset.placeCount).toBe('101'));
      map.view.flyTo(CENTRE, 12);
      // Before all is drawn a click may still hit what was drawn nearer, where fewer places are grouped.
      await until(() => expect([frame().drawnView, frame().drawn]).toEqual([expect.stringMatching(/,12\.0$/), '101,']));
    });

    test.each([
      ['a crowd of places is one group, and a click', false],
      ['in audio-guide mode a click on a group', true],
    ])('%s goes nearer without selecting', async (_, onSite) => {
      switchOnSite(onSite);
      // Once: a second click could meet the places that the cluster has fallen apart into.
      await click(300, 300);
      await until(() => expect(zoomNow()).toBeGreaterThan(12));
      expect(selected()).toBeUndefined();
    });

    test('Enter opens the group in the middle, beside which the selected place is seen', async () => {
      choosePlace(PlaceId.parse(144));
      await until(() => expect(frame().drawn).toBe('101,144'));
      const shown = map.view.map.queryRenderedFeatures({ layers: ['place-groups', 'place-point-selected'] });
      expect(shown.filter(({ state }) => state.selected).map(({ id }) => id)).toEqual([144]);
      expect(
        shown.filter(({ layer }) => layer.id === 'place-groups').map(({ properties }) => properties.count),
      ).toEqual([100]);
      map.view.map.getCanvas().focus();
      await userEvent.keyboard('{Enter}');
      await until(() => expect(zoomNow()).toBeGreaterThan(12));
      expect(selected()).toBe('144');
    });

    test('a zone that stands alone is a dot, which a click selects', async () => {
      await click(475, 300);
      await until(() => expect(selected()).toBe('99'));
      expect(zoomNow()).toBe(12);
    });
  });

  test('a zone is light from where it is larger than the view', async () => {
    const isWide = () => map.view.map.getFeatureState({ source: PLACES_SOURCE, id: square.id }).isWide ?? false;
    await until(() => expect(frame().view).toMatch(/,16\.5$/));
    expect(isWide()).toBe(false);
    map.view.flyTo(CENTRE, 20);
    await until(() => expect(isWide()).toBe(true));
    map.view.flyTo(CENTRE, 17);
    await until(() => expect(isWide()).toBe(false));
  });

  test('what has changed while its WebGL context was lost is shown once that is back', async () => {
    const { map: drawn } = map.view;
    const bench = listedPlace(1, { feature: { type: 'Point', coordinates: [2.3462, 48.855] } });
    const context = drawn.getCanvas().getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const isLost = new Promise((resolve) => drawn.once('webglcontextlost', resolve));
    context?.loseContext();
    await isLost;
    places.list = ref([square, statue, bench]);
    choosePlace(bench.id);
    await until(() => expect(canvas()?.dataset.placeCount).toBe('3'));
    context?.restoreContext();
    await until(() => {
      const shown = drawn.queryRenderedFeatures({ layers: [POINTS_LAYER] });
      expect(shown.map(({ properties }) => properties.placeId).toSorted()).toEqual([bench.id, statue.id]);
      expect(drawn.getFeatureState({ source: PLACES_SOURCE, id: bench.id })).toEqual({ selected: true });
    });
  });
});

/** 175 pixels at zoom 12, where the world is 512 * 2 ** 12 pixels wide. */
const ALONE_DEG = (175 / (512 * 2 ** 12)) * 360;

/** A hundred places around the centre, and one alone to the right of them. */
function crowd(): Place[] {
  const around = Array.from({ length: 100 }, (_, at): Place => {
    const coordinates: Position = [CENTRE[0] + (at % 10) * 2e-4 - 9e-4, CENTRE[1] + Math.floor(at / 10) * 2e-4 - 9e-4];
    return listedPlace(100 + at, { feature: { type: 'Point', coordinates } });
  });
  return [...around, listedPlace(99, { feature: zoneAround([CENTRE[0] + ALONE_DEG, CENTRE[1]], 1e-4, 1e-4) })];
}

describe('a map of its own', () => {
  let map: BegunMap | null = null;
  afterEach(() => {
    map?.end();
    map = null;
    forget();
  });
  const begin = async (options: Parameters<typeof beginMapOf>[1]): Promise<void> => {
    map = await beginMapOf([square, statue], { basemap: NO_BASEMAP, ...options });
  };
  const showMap = async (options: Parameters<typeof showMapOf>[1] = {}): Promise<ShownMap> => {
    const drawn = await showMapOf([square, statue], options);
    map = drawn;
    return drawn;
  };

  test('is the app’s own without the network, drawn with the places on it', async () => {
    drawMaps(true);
    onTestFinished(() => drawMaps(false));
    const onFallback = vi.fn();
    await showMap({ basemap: NO_BASEMAP, onFallback });
    expect(onFallback.mock.calls).toEqual([[true]]);
    expect(canvas()?.dataset.placeCount).toBe('2');
  });

  test('is kept from nothing by what is missing of the app’s own, and known late', async () => {
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
    await begin({});
    await until(() => expect(canvas()).not.toBeNull());
    await clickUntil(300, 300, () => expect(selected()).toBe('11'));
    // What the click changed is drawn then.
    for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame);
    expect(canvas()?.dataset.mapReady).toBe('false');
    const channel = new BroadcastChannel('map-files');
    channel.postMessage('released');
    channel.close();
    await until(() => expect(canvas()?.dataset.mapReady).toBe('true'));
  });

  /** Shows a basemap that writes these names, and nothing else. */
  async function showNames(names: Readonly<Record<string, Position>>): Promise<MapView> {
    const features = Object.entries(names).map(([name, coordinates]) => ({
      ...{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties: { name } },
    }));
    const style = {
      version: 8,
      sources: { names: { type: 'geojson', data: { type: 'FeatureCollection', features } } },
      layers: [{ id: 'names', type: 'symbol', source: 'names', layout: { 'text-field': ['get', 'name'] } }],
    };
    const url = `data:application/json,${encodeURIComponent(JSON.stringify(style))}`;
    return (await showMap({ basemap: { tiles: null, styleUrls: { light: url, dark: url } } })).view;
  }

  const namesOn = ({ map: drawn }: MapView): string[] =>
    drawn.queryRenderedFeatures({ layers: ['names'] }).map(({ properties }) => String(properties.name));

  test('takes out of the basemap the names that it writes itself, and what the walker would stand on', async () => {
    const under: Position = [CENTRE[0] - 7e-4, CENTRE[1] + 4e-4];
    const far: Position = [CENTRE[0] + 7e-4, CENTRE[1] + 4e-4];
    const said = statue.appelation.toUpperCase();
    const view = await showNames({ [said]: [CENTRE[0], CENTRE[1] - 4e-4], 'Le dessous': under, 'Le loin': far });
    const named = () => namesOn(view);
    const fix = { accuracyM: 10, headingDeg: null, speedMps: null, lat: CENTRE[1] };
    location.fix = { ...fix, lng: CENTRE[0], timestampMs: 0 };
    await until(() => expect(view.map.getZoom()).toBe(18));
    view.flyTo(CENTRE, 17);
    await until(() => expect(named().toSorted()).toEqual(['Le dessous', 'Le loin']));
    location.fix = { ...fix, lng: under[0], lat: under[1], timestampMs: 1 };
    await until(() => expect(named()).toEqual(['Le loin']));
  });

  test('writes no name of the basemap under a group', async () => {
    const view = await showNames({ Dessous: CENTRE, 'Plus loin': [CENTRE[0], CENTRE[1] + 0.03] });
    const named = () => namesOn(view);
    places.list = ref([]);
    view.flyTo(CENTRE, 12);
    await until(() => expect(named().toSorted()).toEqual(['Dessous', 'Plus loin']));
    places.list = ref(crowd());
    await until(() => expect(named()).toEqual(['Plus loin']));
  });

  test('flies to the first position, once, and shows it as a dot', async () => {
    const { view } = await showMap();
    location.fix = { lng: 2.36, lat: 48.86, accuracyM: 10, headingDeg: null, speedMps: null, timestampMs: 0 };
    await until(() => expect(view.readCentre()[0]).toBeCloseTo(2.36, 5));
    expect(dot()).not.toBeNull();
    view.flyTo(CENTRE, 16);
    await until(() => expect(view.readCentre()[0]).toBeCloseTo(CENTRE[0], 5));
    location.fix = { lng: 2.361, lat: 48.86, accuracyM: 10, headingDeg: null, speedMps: null, timestampMs: 1 };
    await new Promise((done) => requestAnimationFrame(done));
    expect(view.readCentre()[0]).toBeCloseTo(CENTRE[0], 5);
  });

  test('draws no frame in pocket mode, whatever arrives, and shows at once afterwards where things stand', async () => {
    const onStyle = vi.fn();
    const drawn = await showMap({ onFallback: onStyle });
    const { view } = drawn;
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
    await until(() => expect(onStyle).toHaveBeenCalledTimes(2));
    await until(() => expect(canvas()?.dataset.placeCount).toBe('101'));
    view.map.resize();
    view.map.panBy([50, 50]);
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    expect(frames).toBe(0);

    leavePocket();
    await until(() => expect(dot()?.dataset.heading).toBe('180'));
    expect(frames).toBeGreaterThan(0);
    // The flight to the walker, who has walked on in the pocket.
    await until(() => expect(view.readCentre()[0]).toBeCloseTo(2.362, 4));
    await until(() => expect(frame().drawn).toBe('101,'));
    await until(() => expect(groundOf(drawn)).toBe('#000'));
  });

  test.each([
    ['without WebGL', 0, 'WebGL is not supported by your browser.', []],
    ['that has WebGL and refuses it to the map', 1, 'Map is not supported by this browser', [null]],
  ])('is none in a browser %s, which is told', async (_, given, said, expected) => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    let asked = 0;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement, kind) {
      if (kind.startsWith('webgl')) asked += 1;
      return kind.startsWith('webgl') && asked > given ? null : Reflect.apply(getContext, this, [kind]);
    });
    const views: unknown[] = [];
    await begin({ onView: (view) => views.push(view) });
    await expect.element(page.getByText(said)).toBeVisible();
    expect(views).toEqual(expected);
  });

  test('of tiles that can’t be reached is replaced, and comes back with the map of a pack', async () => {
    const archive = await (await fetch('/server/demo/cite.pmtiles')).blob();
    const onFallback = vi.fn();
    const tiles = { link: '/v1/tiles/none.pmtiles', attribution: 'Elle' };
    await begin({ basemap: { ...NO_BASEMAP, tiles }, onFallback });
    await until(() => expect(onFallback).toHaveBeenLastCalledWith(true));
    setStoredMaps(Promise.resolve([{ link: '/kept.pmtiles', archive }]));
    await until(() => expect(onFallback).toHaveBeenLastCalledWith(false));
    await expect.element(page.getByText('Elle')).toBeVisible();
    // Before both it may have been told of the map that was on its way.
    expect(onFallback.mock.calls.slice(-2)).toEqual([[true], [false]]);
  });

  test('has the style of its own address in the dark theme', async () => {
    const asked: string[] = [];
    vi.spyOn(window, 'fetch').mockImplementation((address) => {
      asked.push(String(address));
      return Promise.reject(new TypeError('There is no network'));
    });
    await begin({ basemap: { tiles: null, styleUrls: { light: '/light.json', dark: '/dark.json' } } });
    await until(() => expect(asked).toEqual(['/light.json']));
    chooseTheme('dark');
    await until(() => expect(asked).toEqual(['/light.json', '/dark.json']));
  });
});
