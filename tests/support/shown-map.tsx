import { createRoot } from 'react-dom/client';
import { ref } from 'valtio';
import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MapCanvas } from '../../app/features/map/map-canvas.tsx';
import type { MapView } from '../../app/features/map/map-view.ts';
import { Scope } from '../../app/platform/scope.ts';
import { places } from '../../app/state/places/places.ts';
import { startListening } from '../../app/state/walk/listening.ts';
import type { Place } from '../../contracts/place.ts';
import '../../app/ui/tokens.css';

const NO_BASEMAP = { tiles: null, styleUrls: { light: '', dark: '' } };

/** A map on a page of its own, of 600 by 600 pixels. */
export interface ShownMap {
  readonly view: MapView;
  /** Where the map says what it shows. */
  readonly told: () => DOMStringMap;
  /** Clicks on a pixel of it. */
  click(x: number, y: number): Promise<void>;
  /** Takes it away, with all that it was told. */
  end(): void;
}

/** Waits as long as a busy machine without a graphics card may take to draw. */
export const untilDrawn = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

/** Shows the app's own map with these places, once all of it is drawn. */
export async function showMapOf(list: readonly Place[]): Promise<ShownMap> {
  await page.viewport(600, 600);
  const scope = new Scope();
  startListening(scope);
  places.list = ref([...list]);
  const frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0';
  document.body.replaceChildren(frame);
  const root = createRoot(frame);
  const made: MapView[] = [];
  const keep = (view: MapView | null): void => {
    if (view !== null) made.push(view);
  };
  root.render(<MapCanvas basemap={NO_BASEMAP} onView={keep} onFallback={() => {}} onTapWaiting={() => {}} />);
  const section = (): HTMLElement => page.getByTestId('map').element() as HTMLElement;
  await untilDrawn(() => expect(section().dataset.mapReady).toBe('true'));
  const [view] = made;
  if (view === undefined) throw new Error('Got a map that is ready without a view');
  return {
    view,
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
