import { createRoot } from 'react-dom/client';
import { ref } from 'valtio';
import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MapOptions } from '../../../app/map/drawn-map.tsx';
import { MapCanvas } from '../../../app/map/map-canvas.tsx';
import type { MapView } from '../../../app/map/map-view.ts';
import { places } from '../../../app/places/places.ts';
import type { BasemapSource } from '../../../app/platform/map/basemap.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { startListening } from '../../../app/walk/listening.ts';
import type { Place } from '../../../contracts/place.ts';
import '../../../app/ui/tokens.css';

/** A map on a page of its own, of 600 by 600 pixels. */
export interface BegunMap {
  /** Where the map says what it shows. */
  readonly told: () => DOMStringMap;
  /** Clicks on a pixel of it. */
  click(x: number, y: number): Promise<void>;
  /** Takes it away, with all that it was told. */
  end(): void;
}

/** The same, once it is drawn. */
export interface ShownMap extends BegunMap {
  readonly view: MapView;
}

/** A basemap that is one layer, `ground`, white or black, which takes no time to draw. Each one makes a new map. */
export const plainBasemap = (): BasemapSource => ({
  tiles: null,
  styleUrls: { light: plainStyle('#fff'), dark: plainStyle('#000') },
});

function plainStyle(colour: string): string {
  const layers = [{ id: 'ground', type: 'background', paint: { 'background-color': colour } }];
  return `data:application/json,${encodeURIComponent(JSON.stringify({ version: 8, sources: {}, layers }))}`;
}

/** Waits as long as a busy machine without a graphics card may take to draw. */
export const untilDrawn = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 25_000 });

/** Begins to show the app's map with these places, which may come to nothing. Its basemap is plain, if left out. */
export async function beginMapOf(list: readonly Place[], options: Partial<MapOptions> = {}): Promise<BegunMap> {
  await page.viewport(600, 600);
  const scope = new Scope();
  startListening(scope);
  places.list = ref([...list]);
  const frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0';
  document.body.replaceChildren(frame);
  const root = createRoot(frame);
  const ignore = (): void => {};
  root.render(
    <MapCanvas basemap={plainBasemap()} onView={ignore} onFallback={ignore} onTapWaiting={ignore} {...options} />,
  );
  const section = (): HTMLElement => page.getByTestId('map').element() as HTMLElement;
  return {
    told: () => section().dataset,
    click: (x, y) => userEvent.click(section(), { position: { x, y } }),
    end() {
      root.unmount();
      scope.dispose();
      places.list = ref([]);
      document.body.replaceChildren();
    },
  };
}

/** Shows the app's map with these places, once all of it is drawn. */
export async function showMapOf(list: readonly Place[], options: Partial<MapOptions> = {}): Promise<ShownMap> {
  const made: MapView[] = [];
  const onView = (view: MapView | null): void => {
    if (view !== null) made.push(view);
  };
  const begun = await beginMapOf(list, { ...options, onView });
  await untilDrawn(() => expect(begun.told().mapReady).toBe('true'));
  const [view] = made;
  if (view === undefined) throw new Error('Got a map that is ready without a view');
  return { ...begun, view };
}
