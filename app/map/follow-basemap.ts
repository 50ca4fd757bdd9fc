import type { StyleSpecification } from 'maplibre-gl';
import { subscribe } from 'valtio';
import { offlineMode } from '../page/offline.ts';
import { appTheme } from '../page/theme.ts';
import {
  type Basemap,
  type BasemapSource,
  fallbackStyle,
  isBasemapError,
  isBasemapTile,
  resolveBasemap,
} from '../platform/map/basemap.ts';
import { onStoredMapsChanged, takeMissingTile } from '../platform/map/stored-maps.ts';
import { START_MAX_MS } from '../platform/net/reach.ts';
import { onOnline, onVisible } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { onLanguage, shownLanguage } from '../ui/language.ts';

/** Handlers for the map's events about its basemap. */
export interface BasemapFollower {
  /** Switches to another source, after the configuration has loaded or changed. */
  readonly drawFrom: (source: BasemapSource) => void;
  /** For MapLibre's 'error' events. Replaces a failed basemap by the app's own simplified one. */
  readonly handleError: (event: object) => void;
  /** For MapLibre's 'data' events. */
  readonly handleData: (event: object) => void;
}

/**
 * Calls `onBasemap` with the style to draw: now, when the theme changes, when the basemap fails, and when it may work
 * again: back online, or with the map of another pack. If the first style doesn't load within 3 s, the app's own is
 * drawn until it does.
 */
export function followBasemap(
  scope: Scope,
  first: BasemapSource,
  onBasemap: (style: StyleSpecification, isFallback: boolean) => void,
): BasemapFollower {
  let source = first;
  let attempt = new Scope();
  let current: Basemap | null = null;
  let drawnTheme = appTheme.theme;
  let hasTile = false;
  scope.add(() => attempt.dispose());

  async function load(): Promise<void> {
    attempt.dispose();
    attempt = new Scope();
    const { signal, theme } = { signal: attempt.signal(), theme: appTheme.theme };
    attempt.timeout(() => {
      if (current === null) show({ style: fallbackStyle(theme), fallback: true });
    }, START_MAX_MS);
    const basemap = await resolveBasemap({ ...source, theme, language: shownLanguage(), signal }).catch(
      (error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      },
    );
    if (basemap === null || signal.aborted || scope.disposed) return;
    // Already drawn while this one was loading.
    if (basemap.fallback && current?.fallback === true && drawnTheme === theme) return;
    show(basemap);
  }

  function show(basemap: Basemap): void {
    current = basemap;
    drawnTheme = appTheme.theme;
    hasTile = false;
    onBasemap(basemap.style, basemap.fallback);
  }

  let shownTheme = appTheme.theme;
  scope.add(
    subscribe(appTheme, () => {
      if (appTheme.theme === shownTheme) return;
      shownTheme = appTheme.theme;
      void load();
    }),
  );
  scope.add(
    onLanguage(() => {
      // A style from elsewhere has its own names.
      if (source.tiles !== null) void load();
    }),
  );
  // An online style would continue to fetch its tiles.
  scope.add(
    subscribe(offlineMode, () => {
      if (offlineMode.isOn && current?.fallback === false) void load();
    }),
  );
  const retry = (): void => {
    if (current?.fallback) void load();
  };
  // MapLibre doesn't request a tile again that it considers missing.
  const fillGaps = (): void => {
    if (takeMissingTile() || current?.fallback) void load();
  };
  onOnline(scope, fillGaps);
  onVisible(scope, fillGaps);
  onStoredMapsChanged(scope, retry);
  void load();

  return {
    drawFrom(next) {
      if (next === source) return;
      source = next;
      void load();
    },
    handleError(event) {
      if (current?.fallback !== false || !isBasemapError(event, hasTile)) return;
      show({ style: fallbackStyle(appTheme.theme), fallback: true });
    },
    handleData(event) {
      hasTile ||= isBasemapTile(event);
    },
  };
}
