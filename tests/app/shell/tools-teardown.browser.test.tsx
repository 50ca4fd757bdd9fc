import { clearPrewarmedResources, prewarm } from 'maplibre-gl';
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { EditorPanel } from '../../../app/editor/editor-panel.tsx';
import { editPlace, placeEditor, startDrawing } from '../../../app/editor/place-editor.ts';
import { MapCanvas } from '../../../app/map/map-canvas.tsx';
import type { MapView } from '../../../app/map/map-view.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places } from '../../../app/places/places.ts';
import { prepareMapLibre } from '../../../app/platform/map/map-setup.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { logout, session, startSession } from '../../../app/session/session.ts';
import { PanelBoundary } from '../../../app/shell/panel-boundary.tsx';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { plainBasemap } from '../../support/page/shown-map.tsx';

const PATIENT = { timeout: 25_000, interval: 20 };
const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'admin' as const };
const square: Place = {
  ...{ id: PlaceId.parse(12), appelation: 'Le square', type: 'Ici', map: { id: quay.id }, userId: null, media: null },
  feature: {
    type: 'Polygon',
    coordinates: [
      [
        [2.346, 48.8545],
        [2.348, 48.8545],
        [2.348, 48.8555],
        [2.346, 48.8545],
      ],
    ],
  },
};

interface Parts {
  readonly hasMap: boolean;
  readonly hasTools: boolean;
  /** React unmounts earlier children first. */
  readonly order: readonly ('map' | 'tools')[];
  readonly broken: 'map' | 'tools' | null;
  readonly basemap: ReturnType<typeof plainBasemap>;
}

let scope: Scope;
let root: Root;
let frame: HTMLDivElement;
let parts: Parts;
let view: MapView | null;
let faults: unknown[];

beforeAll(() => {
  prepareMapLibre();
  // One worker serves all these maps.
  prewarm();
});
afterAll(clearPrewarmedResources);

beforeEach(async () => {
  // It is not visible.
  await page.viewport(320, 240);
  // React reports there the errors that some of these tests cause.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  scope = new Scope();
  faults = [];
  scope.listen<ErrorEvent>(window, 'error', ({ error }) => faults.push(error));
  storage.write('token', 'of a tab');
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
  places.list = ref([square]);
  Object.assign(editorTools, { isOn: true, draws: true });
  frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0';
  document.body.append(frame);
  root = createRoot(frame, {
    onUncaughtError: (error) => faults.push(error),
    onCaughtError: (error) => void (error instanceof Broken || faults.push(error)),
  });
  parts = { hasMap: true, hasTools: true, order: ['map', 'tools'], broken: null, basemap: plainBasemap() };
  await show();
  await toolsReady();
});
afterEach(() => {
  root.unmount();
  frame.remove();
  scope.dispose();
  storage.forgetAll();
  places.list = ref([]);
  notices.shown = [];
  session.user = null;
  vi.restoreAllMocks();
});

class Broken extends Error {}

function Breaks({ isBroken }: { readonly isBroken: boolean }) {
  if (isBroken) throw new Broken();
  return null;
}

/** The map and the tools beside each other, each with a boundary of its own, as on the map's screen. */
function Stage({ hasMap, hasTools, order, broken, basemap }: Parts) {
  const [surface, setSurface] = useState<MapView | null>(null);
  view = surface;
  const shown = {
    map: hasMap && <MapCanvas basemap={basemap} onView={setSurface} onFallback={ignore} onTapWaiting={ignore} />,
    tools: hasTools && <EditorPanel surface={surface} renderAudio={() => 'audio'} recordingBar="recording" />,
  };
  return order.map((name) => (
    <PanelBoundary key={name}>
      {shown[name]}
      <Breaks isBroken={broken === name} />
    </PanelBoundary>
  ));
}

function ignore(): void {}

async function show(changed: Partial<Parts> = {}): Promise<void> {
  parts = { ...parts, ...changed };
  root.render(<Stage {...parts} />);
  await settled();
}

/** Draw redraws in a frame, and reports in a timer after it. */
async function settled(): Promise<void> {
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
}

const isReady = (): boolean => document.querySelector('[data-draw-ready="true"]') !== null;
const toolsReady = () => vi.waitFor(() => expect(isReady()).toBe(true), PATIENT);
const mapOf = () => view?.map ?? expect.unreachable('There is no map');
const click = (x: number, y: number): void => {
  const [map, point] = [mapOf(), { x, y }];
  const event = (type: string) => ({ point, lngLat: map.unproject([x, y]), originalEvent: new MouseEvent(type) });
  for (const type of ['mousemove', 'mousedown', 'mouseup'] as const) map.fire(type, event(type));
};

/** What a person was doing with the tools. */
const AT_WORK = {
  'the tools on': async () => {},
  'a zone half drawn': async () => {
    startDrawing('draw_polygon');
    await settled();
    for (const x of [300, 400]) click(x, 300);
    await settled();
  },
  'a shape being edited': async () => {
    editPlace(square.id);
    placeEditor.isShaping = true;
    await settled();
  },
};

const endElsewhere = (): void => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
};

/** The ways in which map, tools and session can end. */
const ENDS: Readonly<Record<string, () => Promise<void>>> = {
  'the map and the tools go at once': async () => root.unmount(),
  'the tools and the map go at once': async () => {
    await show({ order: ['tools', 'map'] });
    root.unmount();
  },
  'the map goes, then the tools': async () => {
    await show({ hasMap: false });
    await show({ hasTools: false });
  },
  'the tools go, then the map': async () => {
    await show({ hasTools: false });
    await show({ hasMap: false });
  },
  'the map is made anew': async () => {
    await show({ basemap: plainBasemap() });
    await toolsReady();
  },
  'the map’s part fails': () => show({ broken: 'map' }),
  'the tools’ part fails': () => show({ broken: 'tools' }),
  'somebody logs out': async () => {
    logout();
    root.unmount();
  },
  'the session ends in another tab': async () => {
    startSession(scope);
    endElsewhere();
    root.unmount();
  },
  'the session ends in another tab, and the screen later': async () => {
    startSession(scope);
    endElsewhere();
    await settled();
    root.unmount();
  },
  'the WebGL context is lost, then the map and the tools go': async () => {
    await loseContext();
    root.unmount();
  },
  'the WebGL context is lost, then the tools go and the map': async () => {
    await loseContext();
    await show({ hasTools: false });
    await show({ hasMap: false });
  },
};

let lost: WEBGL_lose_context | null;

/** Loses the context as a phone does for an app in the background. */
async function loseContext(): Promise<void> {
  const canvas = mapOf().getCanvas();
  lost = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context') ?? null;
  const isLost = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve));
  lost?.loseContext();
  await isLost;
  await settled();
}

async function restoreContext(): Promise<void> {
  const map = mapOf();
  const isRestored = new Promise((resolve) => map.once('style.load', resolve));
  lost?.restoreContext();
  await isRestored;
  await vi.waitFor(() => expect(map.loaded()).toBe(true), PATIENT);
}

/** All exits from the work with the most state; other work differs most if the map is removed first. */
const CASES = [
  ...Object.keys(ENDS).map((end) => ['a zone half drawn', end] as const),
  ['the tools on', 'the map and the tools go at once'],
  ['the tools on', 'the map goes, then the tools'],
  ['a shape being edited', 'the map and the tools go at once'],
  ['a shape being edited', 'the map goes, then the tools'],
  ['a shape being edited', 'the map is made anew'],
] as const;

test.each(CASES)('with %s nothing fails when %s', async (work, end) => {
  await AT_WORK[work]();
  await ENDS[end]?.();
  await settled();
  expect(faults).toEqual([]);
});

describe('a WebGL context that is lost and restored', () => {
  test('leaves the tools as they were', async () => {
    await AT_WORK['a zone half drawn']();
    await loseContext();
    await restoreContext();
    click(400, 400);
    await settled();
    click(400, 400);
    await vi.waitFor(() => expect(placeEditor.draft?.geometry.coordinates[0]).toHaveLength(4), PATIENT);
    expect(faults).toEqual([]);
  });

  test('restores no shape of tools that were closed meanwhile, which can be opened again', async () => {
    await AT_WORK['a shape being edited']();
    await loseContext();
    await show({ hasTools: false });
    await restoreContext();
    expect(
      mapOf()
        .getStyle()
        .layers.filter(({ id }) => /\.(hot|cold)$/.test(id)),
    ).toEqual([]);
    await show({ hasTools: true });
    await toolsReady();
    expect(faults).toEqual([]);
  });
});
