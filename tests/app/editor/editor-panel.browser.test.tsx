import { MapLibreMap, type MapMouseEvent } from 'maplibre-gl';
import { createRoot, type Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { recorder } from '../../../app/drops/record/recorder.ts';
import { EditorPanel } from '../../../app/editor/editor-panel.tsx';
import type { EditorSurface } from '../../../app/editor/editor-surface.ts';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { holdForAudio, placeEditor, releaseAudioHold, tapInEditor } from '../../../app/editor/place-editor.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { editorTools, isDrawing, switchDrawTools } from '../../../app/parcours/editor-tools.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { pendingShapes } from '../../../app/places/pending-shapes.ts';
import { places } from '../../../app/places/places.ts';
import { prepareMapLibre } from '../../../app/platform/map/map-setup.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { rehearsal } from '../../../app/rehearsal/rehearsal.ts';
import { forgetRehearsal } from '../../../app/rehearsal/rehearsal-tool.ts';
import { session } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';

const PATIENT = { timeout: 20_000, interval: 200 };
const CENTRE: Position = [2.347, 48.855];
const words = editorStrings;
const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'admin' as const };
const garden = { ...quay, id: ParcoursId.parse(2), name: 'Le jardin' };
const place = (id: number, appelation: string, feature: Geometry): Place => ({
  ...{ id: PlaceId.parse(id), appelation, type: 'Ici', feature, map: { id: quay.id } },
  ...{ userId: null, media: null },
});
const bench = place(11, 'Le banc', { type: 'Point', coordinates: CENTRE });
const square = place(12, '', {
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
});

let root: Root;
/** One map for all tests, since the panel leaves nothing on it. */
let map: MapLibreMap;
let under: PlaceId | null;
let render: (hasListBeside: boolean) => void;

beforeAll(async () => {
  await page.viewport(1000, 700);
  const [mapFrame, over] = [document.createElement('div'), document.createElement('div')];
  // Small, since the cost of each frame depends on its pixels.
  mapFrame.style.cssText = 'position:fixed;inset:0 auto auto 0;width:400px;height:300px';
  over.style.cssText = 'position:fixed;inset:0';
  document.body.replaceChildren(mapFrame, over);
  prepareMapLibre();
  const style = { version: 8 as const, sources: {}, layers: [] };
  map = new MapLibreMap({ container: mapFrame, style, center: CENTRE, zoom: 16.5, attributionControl: false });
  root = createRoot(over);
});
afterAll(() => {
  root.unmount();
  map.remove();
});

beforeEach(async () => {
  under = null;
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  Object.assign(parcours, { list: ref([quay, garden]), selectedIds: [quay.id], beingCreated: null });
  places.list = ref([bench, square]);
  places.status = 'ready';
  Object.assign(editorTools, { isOn: true, draws: true });
  map.jumpTo({ center: CENTRE, zoom: 16.5 });
  const surface: EditorSurface = { map, openScope: () => new Scope(), placeAt: () => under, showBox: () => {} };
  render = (hasListBeside) =>
    root.render(
      <EditorPanel
        surface={surface}
        hasListBeside={hasListBeside}
        renderAudio={() => 'audio'}
        recordingBar="recording"
      />,
    );
  render(false);
  await vi.waitFor(() => expect(document.querySelector('[data-draw-ready="true"]')).not.toBeNull(), PATIENT);
});
afterEach(() => {
  root.render(null);
  storage.forgetAll();
  pendingShapes.list = ref([]);
  places.list = ref([]);
  notices.shown = [];
  session.user = null;
});

const panel = () => page.getByRole('region', { name: words.label });
const button = (name: string) => panel().getByRole('button', { name, exact: true });
const mode = (): string | undefined => document.querySelector<HTMLElement>('[data-mode]')?.dataset.mode;
const title = () => panel().getByLabelText(words.title);
const drawnGeometry = (): Geometry | undefined => placeEditor.draft?.geometry;
const doubleClick = (): void => {
  const originalEvent = new MouseEvent('dblclick');
  map.fire('dblclick', {
    point: map.project(CENTRE),
    lngLat: map.getCenter(),
    originalEvent,
    preventDefault() {},
  } as never as MapMouseEvent);
};

async function drawBySteps(...steps: string[]): Promise<void> {
  for (const step of steps) await userEvent.keyboard(step);
}

/** Dispatches arrow keys with Shift on the page, for tests that do not concern the keyboard itself. */
async function move(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
}

/** Adds a vertex at the cross. */
const put = (): void => (button(words.drawing.add).element() as HTMLElement).click();

/** Draws a square by keyboard only. */
async function drawSquare(): Promise<void> {
  await button(words.drawing.polygon).click();
  await expect.element(button(words.drawing.add)).toHaveFocus();
  const far = (key: string) => `{Shift>}{${key}}{${key}}{/Shift}`;
  await drawBySteps('{Enter}', far('ArrowRight'), '{Enter}', far('ArrowDown'), '{Enter}', far('ArrowLeft'), '{Enter}');
}

test('the list counts the places, names each, and distinguishes points from zones', async () => {
  await expect.element(panel().getByRole('heading', { name: 'Places (2)' })).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'Point Le banc' })).toBeVisible();
  await expect.element(panel().getByRole('button', { name: 'Zone Untitled' })).toBeVisible();
});

test('where the region is wide, the list stays beside the open place with the focus, and opens others', async () => {
  // The rows are longer than the list is high.
  const benches = Array.from({ length: 30 }, (_, index) => ({ ...square, id: PlaceId.parse(100 + index) }));
  places.list = ref([square, ...benches, bench]);
  await page.viewport(1280, 800);
  render(true);
  await panel().getByRole('button', { name: 'Point Le banc' }).click();
  await expect.element(title()).toHaveValue('Le banc');
  const beside = page.getByRole('region', { name: words.listBeside });
  const row = (name: string) => beside.getByRole('button', { name }).first();
  await expect.element(row('Point Le banc')).toHaveAttribute('aria-current', 'true');
  await expect.element(row('Point Le banc')).toHaveFocus();
  await expect.element(row('Point Le banc')).toBeInViewport();
  const box = (of: { element(): Element }) => of.element().getBoundingClientRect();
  expect(box(panel()).left).toBeGreaterThan(box(beside).right);
  expect(await faultsHereInBothLooks()).toEqual([]);
  await title().fill('Le vieux banc');
  await row('Zone Untitled').click();
  await page.getByRole('dialog').getByRole('button', { name: words.discard }).click();
  await expect.element(row('Zone Untitled')).toHaveAttribute('aria-current', 'true');
  await expect.element(title()).toHaveValue('');
  // Another screen is docked beside the map.
  const region = document.querySelector<HTMLElement>('[data-beside-list]')?.offsetParent as HTMLElement;
  region.style.left = '500px';
  await expect.element(beside).not.toBeInTheDocument();
  await expect.element(panel()).toBeInViewport({ ratio: 0.9 });
  region.style.left = '0';
  await page.viewport(1000, 700);
});

test('a place is opened from the list or by a tap on the map, and its title can be changed', async () => {
  await panel().getByRole('button', { name: 'Point Le banc' }).click();
  await expect.element(title()).toHaveValue('Le banc');
  await button(words.backToList).click();
  tapInEditor(square.id);
  await expect.element(title()).toHaveAttribute('placeholder', 'Zone title (Map: Le quai)');
});

test('a zone drawn by keyboard is stored on the device; saving says that it has no place yet', async () => {
  await drawSquare();
  await expect.element(panel().getByText(words.drawing.added(4)).first()).toBeInTheDocument();
  await drawBySteps('{ArrowUp}', '{Enter}');
  await button(words.drawing.undo).click();
  await expect.element(panel().getByText(words.drawing.undone(4))).toBeInTheDocument();
  await button(words.drawing.finish).click();
  await expect.element(panel().getByText(words.noAudioYet)).toBeVisible();
  expect(drawnGeometry()).toMatchObject({ type: 'Polygon', coordinates: [{ length: 5 }] });
  await title().fill('Le pré');
  expect(storage.read('pendingShapes')).toMatchObject([{ title: 'Le pré', geometry: { type: 'Polygon' } }]);
  await button(words.save).click();
  await expect.element(panel().getByText(/^Place ID is not set/)).toBeVisible();
  await button(words.backToList).click();
  await expect.element(panel().getByRole('button', { name: `Zone Le pré ${words.pending}` })).toBeVisible();
});

test('a zone needs three vertices: finishing is disabled, and a repeated spot is rejected', async () => {
  await button(words.drawing.polygon).click();
  await expect.element(button(words.drawing.add)).toHaveFocus();
  await drawBySteps('{Enter}', '{Enter}');
  await expect.element(panel().getByText(words.drawing.sameSpot)).toBeInTheDocument();
  await expect.element(button(words.drawing.finish)).toBeDisabled();
  await button(words.drawing.undo).click();
  await expect.element(button(words.drawing.add)).toHaveFocus();
  await drawBySteps('{Escape}');
  await expect.poll(mode).toBe('list');
});

test('vertices are visited, moved, inserted and deleted by keys, never below three', async () => {
  await panel().getByRole('button', { name: 'Zone Untitled' }).click();
  await button(words.editShape).click();
  await expect.element(panel().getByText(words.drawing.vertexOf(1, 4), { exact: true })).toBeVisible();
  await button(words.drawing.next).click();
  await drawBySteps('{ArrowRight}');
  const ring = (): Position[] => {
    const open = drawnGeometry();
    return open?.type === 'Polygon' ? (open.coordinates[0] ?? []) : [];
  };
  expect(ring()[1]?.[0]).toBeGreaterThan(2.348);
  await button(words.drawing.insert).click();
  await expect.element(panel().getByText(words.drawing.vertexOf(3, 5), { exact: true })).toBeVisible();
  await drawBySteps('{Delete}', '{Delete}');
  await expect.element(panel().getByText(words.drawing.vertexOf(3, 3), { exact: true })).toBeVisible();
  await drawBySteps('{Delete}');
  await expect.element(panel().getByText(words.drawing.minVertices)).toBeInTheDocument();
  expect(ring()).toHaveLength(4);
});

test('a self-intersecting contour is shown and not saved', async () => {
  await panel().getByRole('button', { name: 'Zone Untitled' }).click();
  await button(words.editShape).click();
  await expect.element(button(words.drawing.north)).toHaveFocus();
  // The first corner moves over the second and beyond, so that sides cross.
  for (let step = 0; step < 8; step++) await move('ArrowRight');
  for (let step = 0; step < 3; step++) await move('ArrowUp');
  await expect.element(panel().getByText(words.faults.crossing)).toBeVisible();
  await button(words.save).click();
  await expect.element(panel().getByText(words.faults.crossing)).toBeVisible();
  expect(mode()).toBe('shaping');
});

test('a double-click opens another place only while a shape is edited, a single click never', async () => {
  under = bench.id;
  doubleClick();
  expect(placeEditor.draft).toBeNull();
  await panel().getByRole('button', { name: 'Zone Untitled' }).click();
  await button(words.editShape).click();
  await expect.poll(mode).toBe('shaping');
  tapInEditor(bench.id);
  expect(placeEditor.draft?.placeId).toBe(square.id);
  doubleClick();
  expect(placeEditor.draft?.placeId).toBe(bench.id);
});

test('another map waits until the drawn shape is finished, which belongs to the map it was begun on', async () => {
  await button(words.drawing.polygon).click();
  await expect.element(button(words.drawing.add)).toHaveFocus();
  put();
  await move('ArrowRight', 'ArrowRight');
  put();
  // The editor's tools are not for this map.
  parcours.selectedIds = [ParcoursId.parse(9)];
  await move('ArrowDown', 'ArrowDown');
  put();
  parcours.selectedIds = [garden.id];
  await new Promise(requestAnimationFrame);
  expect(mode()).toBe('drawing');
  expect(isDrawing(editorTools)).toBe(true);
  await button(words.drawing.finish).click();
  await expect.poll(() => pendingShapes.list).toMatchObject([{ mapId: quay.id, geometry: { type: 'Polygon' } }]);
  await expect.poll(mode).toBe('list');
  await expect.element(panel().getByText(garden.name)).toBeVisible();
  expect(notices.shown.map(({ text }) => text)).toContain(words.shapeStored(quay.name));
});

test('another map waits until the audio of the open place is recorded or converted', async () => {
  await panel().getByRole('button', { name: 'Point Le banc' }).click();
  holdForAudio();
  parcours.selectedIds = [garden.id];
  await new Promise(requestAnimationFrame);
  await expect.element(title()).toHaveValue('Le banc');
  releaseAudioHold(placeEditor.draft?.key ?? '');
  await expect.poll(mode).toBe('list');
});

test('another place, the list and closing the tools ask first about unsaved changes', async () => {
  await panel().getByRole('button', { name: 'Point Le banc' }).click();
  await title().fill('Le vieux banc');
  const question = page.getByRole('dialog', { name: words.unsavedTitle });
  for (const leave of [() => tapInEditor(square.id), () => switchDrawTools(false)]) {
    leave();
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: words.stay }).click();
    await expect.element(title()).toHaveValue('Le vieux banc');
    expect(isDrawing(editorTools)).toBe(true);
  }
  switchDrawTools(false);
  await question.getByRole('button', { name: words.discard }).click();
  await expect.poll(() => isDrawing(editorTools)).toBe(false);
});

test('places that could not be loaded are not reported as none', async () => {
  places.list = ref([]);
  places.status = 'failed';
  await expect.element(panel().getByText(offlineWords.placesUnknown)).toBeVisible();
  await expect.element(panel().getByRole('heading', { name: words.heading(null), exact: true })).toBeVisible();
  expect(panel().getByText(words.empty).elements()).toEqual([]);
  places.status = 'ready';
  await expect.element(panel().getByText(words.empty)).toBeVisible();
  await expect.element(panel().getByRole('heading', { name: words.heading(0) })).toBeVisible();
});

async function drawLine(): Promise<void> {
  await button(words.drawing.line).click();
  await expect.element(panel().getByText(words.drawing.helpLine)).toBeVisible();
  await expect.element(button(words.drawing.add)).toHaveFocus();
  put();
  await move('ArrowRight', 'ArrowRight');
  put();
  await move('ArrowDown', 'ArrowDown');
  put();
  await button(words.drawing.finish).click();
}

test('a line is not a place, as the panel says while it is drawn, but can be rehearsed', async () => {
  await drawLine();
  await button(words.lineRehearse).click();
  await expect.poll(() => isDrawing(editorTools)).toBe(false);
  expect(rehearsal).toMatchObject({ isOpen: true, line: { length: 3 } });
  forgetRehearsal();
});

test('a line is rejected with a message, and can be closed to a zone', async () => {
  await drawLine();
  const refused = `${words.invalidType('LineString')}. ${words.lineRefused}`;
  await expect.element(panel().getByRole('alert').getByText(refused)).toBeVisible();
  expect(pendingShapes.list).toEqual([]);
  await button(words.lineClose).click();
  await expect.poll(() => drawnGeometry()?.type).toBe('Polygon');
});

test.each([
  [words.drawing.polygon, 2, words.faults['too-few-for-zone']],
  [words.drawing.line, 1, words.faults['too-few-for-line']],
])('%s with too few vertices is not stored, with a message', async (tool, count, text) => {
  await button(tool).click();
  await expect.element(button(words.drawing.add)).toHaveFocus();
  for (let at = 0; at < count; at++) {
    put();
    await move('ArrowRight', 'ArrowRight');
  }
  // As Draw ends it for a person who draws on the map itself.
  map.getCanvas().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel().getByRole('alert').getByText(text)).toBeVisible();
  expect(pendingShapes.list).toEqual([]);
});

test.each([
  [null, words.invalidNull],
  [{ type: 'MultiPoint', coordinates: [] }, words.invalidType('MultiPoint')],
  [{ type: 'Point', coordinates: [2] }, words.invalidShape],
])('an invalid shape (%o) is not stored, with a message', async (geometry, text) => {
  await button(words.drawing.point).click();
  await expect.element(button(words.drawing.addPoint)).toHaveFocus();
  map.fire('draw.create' as never, { features: [{ type: 'Feature', id: 'drawn', properties: {}, geometry }] });
  await expect.element(panel().getByRole('alert').getByText(text)).toBeVisible();
  expect(pendingShapes.list).toEqual([]);
});

test('why the microphone can’t record a correction is said over a folded list, and while drawing', async () => {
  const said = panel().getByRole('alert').getByText(recordStrings.faults['microphone-refused']);
  const refuse = (): void => {
    recorder.fault = { why: 'microphone-refused' };
  };
  await page.viewport(390, 844);
  await button(words.fold).click();
  refuse();
  await expect.element(said).toBeVisible();
  await button(words.fold).click();
  await expect.element(said).not.toBeInTheDocument();
  // Only a phone folds the list.
  await page.viewport(1000, 700);
  await expect.element(said).toBeVisible();
  await page.viewport(390, 844);
  await button(words.unfold).click();
  await button(strings.app.dismiss).click();
  await expect.element(said).not.toBeInTheDocument();
  await button(words.drawing.point).click();
  refuse();
  await expect.element(said).toBeVisible();
  await button(strings.app.dismiss).click();
  await page.viewport(1000, 700);
});

test('a removed shape can be restored', async () => {
  await button(words.drawing.point).click();
  await button(words.drawing.addPoint).click();
  await expect.poll(() => drawnGeometry()?.type).toBe('Point');
  await button(words.remove).click();
  await expect.element(panel().getByRole('heading', { name: 'Places (2)' })).toBeVisible();
  expect(storage.read('pendingShapes')).toEqual([]);
});

test('a deleted place leaves the list, and returns to it when it is restored', async () => {
  await panel().getByRole('button', { name: 'Point Le banc' }).click();
  await button(words.remove).click();
  await expect.element(panel().getByRole('heading', { name: 'Places (1)' })).toBeVisible();
  notices.shown.at(-1)?.action?.run();
  await expect.element(panel().getByRole('heading', { name: 'Places (2)' })).toBeVisible();
});

test('a shape drawn in another tab appears in the list immediately', async () => {
  const shape = { id: 'shape-there', userId: 3, mapId: 1, title: 'Le puits', geometry: bench.feature, key: 'there' };
  localStorage.setItem('pendingShapes', JSON.stringify([shape]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'pendingShapes' }));
  await expect.element(panel().getByRole('button', { name: `Point Le puits ${words.pending}` })).toBeVisible();
});

test('a person who may not change a place may only view it', async () => {
  parcours.list = ref([{ ...quay, privilege: 'guest' as const }]) as never;
  await expect.element(panel().getByText(words.mayNotDraw)).toBeVisible();
  await panel().getByRole('button', { name: 'Point Le banc' }).click();
  await expect.element(title()).toBeDisabled();
  await expect.element(panel().getByText(words.mayNotChange)).toBeVisible();
  expect(button(words.save).query()).toBeNull();
  expect(button(words.remove).query()).toBeNull();
});
