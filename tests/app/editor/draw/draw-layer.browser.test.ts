import { MapLibreMap } from 'maplibre-gl';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createDrawLayer, type DrawLayer, type LayerShape } from '../../../../app/editor/draw/draw-layer.ts';
import { type DrawnFeature, readDrawn } from '../../../../app/editor/draw/drawn-geometry.ts';
import { prepareMapLibre } from '../../../../app/platform/map/map-setup.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { boundingBoxOfShapes } from '../../../../app/position/coordinates.ts';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import { until } from '../../../support/until.ts';

const CENTRE: Position = [2.347, 48.855];
const zone: Geometry = {
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
};

/** The renderer is software, which takes long on a busy machine. */
const PATIENT = { timeout: 15_000, interval: 200 };

let scope: Scope;
let frame: HTMLDivElement;
/** One map for all tests, since a layer leaves nothing on it. */
let map: MapLibreMap;
let layer: DrawLayer;
const heard = {
  onReady: vi.fn(),
  onDrawn: vi.fn<(feature: DrawnFeature) => void>(),
  onNothingDrawn: vi.fn(),
  onSketched: vi.fn(),
  onReshaped: vi.fn<(feature: DrawnFeature) => void>(),
  onVertex: vi.fn(),
};

beforeAll(async () => {
  await page.viewport(600, 600);
  frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0';
  document.body.append(frame);
  prepareMapLibre();
  const style = { version: 8 as const, sources: {}, layers: [] };
  map = new MapLibreMap({ container: frame, style, center: CENTRE, zoom: 16.5, attributionControl: false });
});
afterAll(() => map.remove());
beforeEach(async () => {
  vi.resetAllMocks();
  scope = new Scope();
  map.jumpTo({ center: CENTRE, zoom: 16.5 });
  layer = createDrawLayer(scope, map, heard);
  await vi.waitFor(() => expect(heard.onReady).toHaveBeenCalled(), { timeout: 30_000 });
});
afterEach(() => scope.dispose());

const click = (x: number, y: number) => userEvent.click(frame, { position: { x, y } });
const drawn = () =>
  heard.onDrawn.mock.calls[0]?.[0].geometry as { type: string; coordinates: number[][][] } | undefined;
const drawnOnce = () => until(() => expect(heard.onDrawn).toHaveBeenCalledOnce());
const at = (x: number, y: number): Position => {
  const { lng, lat } = map.unproject([x, y]);
  return [lng, lat];
};
const asPlace = (geometry: Geometry): LayerShape => ({ key: 'place-1', kind: 'place', geometry });

/** Draw ends a shape at two clicks in one place, and may take a quick one beside it for the same click. */
async function clickCorners(): Promise<void> {
  await click(200, 200);
  await click(400, 200);
  await click(400, 400);
}

test('a zone ends with a click on its last vertex', async () => {
  layer.draw('draw_polygon');
  await clickCorners();
  await click(400, 400);
  await drawnOnce();
  expect(drawn()?.type).toBe('Polygon');
  expect(drawn()?.coordinates[0]).toHaveLength(4);
});

test('a paused layer ignores clicks and keys, and the zone goes on afterwards', async () => {
  layer.draw('draw_polygon');
  await click(200, 200);
  await click(400, 200);
  layer.pause(true);
  await click(300, 300);
  map.getCanvas().focus();
  await userEvent.keyboard('{Escape}');
  expect(layer.countVertices()).toBe(2);
  layer.pause(false);
  await click(400, 400);
  await click(400, 400);
  await drawnOnce();
  expect(drawn()?.coordinates[0]).toHaveLength(4);
});

test('a shape ended by a click is reported after that click, which has no other effect', async () => {
  const order: string[] = [];
  map.on('click', () => order.push('click'));
  heard.onDrawn.mockImplementation(() => order.push('drawn'));
  heard.onNothingDrawn.mockImplementation(() => order.push('nothing drawn'));
  layer.draw('draw_polygon');
  await clickCorners();
  await click(400, 400);
  await until(() => expect(order).toEqual(['click', 'click', 'click', 'click', 'drawn']));
  layer.draw('draw_point');
  await click(300, 300);
  await until(() => expect(order.slice(5)).toEqual(['click', 'drawn']));
  layer.draw('draw_polygon');
  await click(200, 200);
  await click(400, 200);
  await click(400, 200);
  await until(() => expect(order.slice(7)).toEqual(['click', 'click', 'click', 'nothing drawn']));
});

test('a zone and a line end with Enter on the map', async () => {
  layer.draw('draw_polygon');
  await clickCorners();
  map.getCanvas().focus();
  await userEvent.keyboard('{Enter}');
  await drawnOnce();
  heard.onDrawn.mockClear();
  layer.draw('draw_line_string');
  await click(200, 300);
  await click(400, 300);
  map.getCanvas().focus();
  await userEvent.keyboard('{Enter}');
  await drawnOnce();
  expect(drawn()?.type).toBe('LineString');
  expect(drawn()?.coordinates).toHaveLength(2);
});

test('Escape discards the drawing', async () => {
  layer.draw('draw_polygon');
  await clickCorners();
  map.getCanvas().focus();
  await userEvent.keyboard('{Escape}');
  await until(() => expect(heard.onNothingDrawn).toHaveBeenCalledWith('cancelled'));
  expect(heard.onDrawn).not.toHaveBeenCalled();
});

test('a zone of two vertices and a line of one are discarded with a report', async () => {
  layer.draw('draw_polygon');
  await click(200, 200);
  await click(400, 200);
  layer.finish();
  await until(() => expect(heard.onNothingDrawn).toHaveBeenCalledExactlyOnceWith('too-few'));
  layer.draw('draw_line_string');
  await click(200, 200);
  layer.finish();
  await until(() => expect(heard.onNothingDrawn).toHaveBeenCalledTimes(2));
  expect(heard.onDrawn).not.toHaveBeenCalled();
});

test('a zone over the antimeridian is drawn and changed in one piece', async () => {
  map.jumpTo({ center: [180, -16.8] });
  layer.draw('draw_polygon');
  await clickCorners();
  await click(400, 400);
  await drawnOnce();
  const [feature] = heard.onDrawn.mock.calls[0] ?? [];
  const stored = readDrawn(feature ?? { geometry: null });
  const lngs = (stored.coordinates as Position[][])[0]?.map(([lng]) => lng) ?? [];
  expect(lngs.filter((lng) => lng > 179.99).length).toBeGreaterThan(0);
  expect(lngs.filter((lng) => lng < -179.99).length).toBeGreaterThan(0);
  layer.show([asPlace(stored)]);
  layer.edit(asPlace(stored));
  await userEvent.dragAndDrop(frame, frame, { sourcePosition: { x: 200, y: 200 }, targetPosition: { x: 260, y: 260 } });
  await until(() => expect(heard.onReshaped).toHaveBeenCalled());
  const [reshaped] = heard.onReshaped.mock.lastCall ?? [];
  const [[west] = [0], [east] = [0]] = boundingBoxOfShapes([readDrawn(reshaped ?? { geometry: null })]) ?? [];
  expect([west > 179.99, east > 180, east < 180.01]).toEqual([true, true, true]);
});

test('a point is drawn by one click', async () => {
  layer.draw('draw_point');
  await click(300, 300);
  await drawnOnce();
  expect(drawn()?.type).toBe('Point');
});

test('vertices are added and undone without a pointer', async () => {
  layer.draw('draw_polygon');
  for (const [x, y] of [
    [200, 200],
    [400, 200],
    [450, 450],
  ] as const) {
    layer.putVertex(at(x, y));
  }
  layer.takeBack(at(400, 400));
  layer.putVertex(at(400, 400));
  await until(() => expect(heard.onSketched).toHaveBeenLastCalledWith(3));
  layer.finish();
  await drawnOnce();
  const ring = drawn()?.coordinates[0]?.map(([lng = 0, lat = 0]) => map.project([lng, lat]));
  expect(ring?.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [200, 200],
    [400, 200],
    [400, 400],
    [200, 200],
  ]);
});

test('a cancelled drawing leaves nothing behind and reports nothing', async () => {
  layer.draw('draw_polygon');
  layer.putVertex(at(200, 200));
  layer.cancel();
  layer.draw('draw_point');
  layer.putVertex(at(300, 300));
  await drawnOnce();
  expect(drawn()?.type).toBe('Point');
  expect(heard.onNothingDrawn).not.toHaveBeenCalled();
});

/** Drags from a position by 30 px, in steps that Draw does not take for a click. */
async function drag(from: Position): Promise<void> {
  map.jumpTo({ center: CENTRE, zoom: 16.5 });
  const { x, y } = map.project(from);
  const tell = (type: string, byPx: number, buttons: number): void => {
    const options = { clientX: x + byPx, clientY: y - byPx, buttons, button: 0, bubbles: true };
    map.getCanvas().dispatchEvent(new MouseEvent(type, options));
  };
  tell('mousemove', 0, 0);
  tell('mousedown', 0, 1);
  for (const byPx of [10, 20, 30]) tell('mousemove', byPx, 1);
  tell('mouseup', 30, 0);
  await new Promise((done) => requestAnimationFrame(done));
}

test('a vertex is dragged while the shape is edited, and only then', async () => {
  const shape = asPlace(zone);
  const corner: Position = [2.348, 48.8555];
  layer.show([shape]);
  await vi.waitFor(() => expect(layer.keyAt(map.project(CENTRE))).toBe('place-1'), PATIENT);
  await drag(corner);
  expect(heard.onReshaped).not.toHaveBeenCalled();
  layer.edit(shape);
  await vi.waitFor(async () => {
    await drag(corner);
    expect(heard.onReshaped).toHaveBeenCalled();
  }, PATIENT);
  expect(heard.onVertex).toHaveBeenCalledWith('0.2');
  const reshaped = heard.onReshaped.mock.lastCall?.[0].geometry as { coordinates: number[][][] } | undefined;
  const ring = reshaped?.coordinates[0];
  expect(ring?.[2]?.[0]).toBeGreaterThan(2.348);
  expect(ring?.[0]).toEqual([2.346, 48.8545]);
});

test('invalid shapes are rejected as Draw rejects them', () => {
  const broken = (geometry: unknown) => () => layer.show([asPlace(geometry as Geometry)]);
  expect(broken(null)).toThrow('Invalid geometry: null');
  expect(broken({ type: 'Circle', coordinates: [2, 48] })).toThrow('Invalid geometry type: Circle');
});

test('shapes are found under a pixel, and no longer once others are shown', async () => {
  layer.show([asPlace(zone)]);
  await vi.waitFor(() => expect(layer.keyAt(map.project(CENTRE))).toBe('place-1'), PATIENT);
  layer.show([]);
  await vi.waitFor(() => expect(layer.keyAt(map.project(CENTRE))).toBeNull(), PATIENT);
});

test('the drawing stays when the style changes', async () => {
  layer.show([asPlace(zone)]);
  map.setStyle({ version: 8, sources: {}, layers: [] }, { diff: false });
  await vi.waitFor(() => expect(layer.keyAt(map.project(CENTRE))).toBe('place-1'), PATIENT);
});

test('keyboard handling on the map is Draw’s own, through MapLibre’s class', () => {
  expect(map.getCanvas().classList.contains('maplibregl-canvas')).toBe(true);
  expect(frame.querySelector('.mapboxgl-ctrl')).toBeNull();
});
