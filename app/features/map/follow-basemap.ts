import type { StyleSpecification } from 'maplibre-gl';
import { subscribe } from 'valtio';
import {
  type Basemap,
  fallbackStyle,
  isBasemapError,
  isBasemapTile,
  resolveBasemap,
} from '../../platform/map/basemap.ts';
import { onOnline } from '../../platform/page/page.ts';
import { Scope } from '../../platform/scope.ts';
import { look } from '../../state/page/theme.ts';

/** What the map reports of its basemap. */
export interface BasemapFollower {
  /** Handles MapLibre's 'error' events; where the network's map fails, the app's own simplified one takes its place. */
  readonly handleError: (event: object) => void;
  /** Handles MapLibre's 'data' events. */
  readonly handleData: (event: object) => void;
}

/** Where the map on the network is, by theme. */
export interface StyleUrls {
  readonly light: string;
  readonly dark: string;
}

/**
 * Tells the style to draw, now and after each change: another theme, the network's map failing, a network that is back.
 * Ends with `scope`.
 */
export function followBasemap(
  scope: Scope,
  styleUrls: StyleUrls,
  onBasemap: (style: StyleSpecification, isFallback: boolean) => void,
): BasemapFollower {
  let attempt = new Scope();
  let present: Basemap | null = null;
  let tileCame = false;
  scope.add(() => attempt.dispose());

  async function load(): Promise<void> {
    attempt.dispose();
    attempt = new Scope();
    const { signal, theme } = { signal: attempt.signal(), theme: look.theme };
    const styleUrl = theme === 'dark' ? styleUrls.dark : styleUrls.light;
    const basemap = await resolveBasemap({ styleUrl, theme, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (basemap === null || signal.aborted || scope.disposed) return;
    show(basemap);
  }

  function show(basemap: Basemap): void {
    present = basemap;
    tileCame = false;
    onBasemap(basemap.style, basemap.fallback);
  }

  let shownTheme = look.theme;
  scope.add(
    subscribe(look, () => {
      if (look.theme === shownTheme) return;
      shownTheme = look.theme;
      void load();
    }),
  );
  onOnline(scope, () => {
    if (present?.fallback) void load();
  });
  void load();

  return {
    handleError(event) {
      if (present?.fallback !== false || !isBasemapError(event, tileCame)) return;
      show({ style: fallbackStyle(look.theme), fallback: true });
    },
    handleData(event) {
      tileCame ||= isBasemapTile(event);
    },
  };
}
