import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatPlaceName } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import type { BasemapSource } from '../platform/map/basemap.ts';
import { Scope } from '../platform/scope.ts';
import { boundingBoxOfShapes } from '../position/coordinates.ts';
import { MAP_START, MAP_TEXTS } from './drawn-map.tsx';
import { followBasemap } from './follow-basemap.ts';
import type { WaitingPlace } from './layers/waiting-layers.ts';
import styles from './map-canvas.module.css';
import { createMapView, type MapView } from './map-view.ts';

/** A map of shapes that are no places yet, among the places in use, to look at: nothing on it can be tapped. */
export function PreviewMap({
  basemap,
  shapes,
  label,
}: {
  readonly basemap: BasemapSource;
  readonly shapes: readonly WaitingPlace[];
  readonly label: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  const { list } = useSnapshot(places);
  const first = useRef(basemap);
  useEffect(() => {
    const container = frame.current;
    if (container === null) return;
    const scope = new Scope();
    let made: MapView | null = null;
    const follower = followBasemap(scope, first.current, (style) => {
      if (made !== null) {
        made.setStyle(style);
        return;
      }
      try {
        made = createMapView(scope, container, document.createElement('div'), { style, ...MAP_START }, MAP_TEXTS, {
          onGround: () => true,
          hasTool: () => false,
          onWalkerMoved: () => {},
          onTap: () => {},
          onTapSharedPoint: () => {},
          onTapWaiting: () => {},
          onTapPlanned: () => {},
          onDrawn: () => {
            container.dataset.drawn = 'true';
          },
          onStrayed: () => {},
          onMoved: () => {},
          onError: (event) => follower.handleError(event),
          onData: (event) => follower.handleData(event),
        });
        setView(made);
      } catch {
        // The browser refuses another context: the list says the same.
      }
    });
    return () => scope.dispose();
  }, []);
  useEffect(() => {
    view?.show({ places: list });
  }, [view, list]);
  const box = useRef('');
  useEffect(() => {
    if (view === null) return;
    view.show({ waiting: shapes.map((shape) => ({ ...shape, name: formatPlaceName(shape.name) })) });
    const around = boundingBoxOfShapes(shapes.map(({ geometry }) => geometry));
    // Leaving out a row doesn't move the map, unless the others are elsewhere.
    if (around === null || box.current === `${around}`) return;
    box.current = `${around}`;
    view.showBox(around);
  }, [view, shapes]);
  return (
    <section className={styles.map} aria-label={label} data-shapes={shapes.length}>
      <div ref={frame} className={styles.frame} />
    </section>
  );
}
