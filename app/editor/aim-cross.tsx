import { Crosshair } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Scope } from '../platform/scope.ts';
import type { EditorSurface } from './editor-surface.ts';
import styles from './place-editor.module.css';

/** A free strip of the map narrower than this is too small to draw in: the panel may then cover the map's middle. */
const FREE_MIN_PX = 160;

/** The crosshair at which vertices are placed, in the middle of the part of the map that the panel leaves free. */
export function AimCross({
  surface,
  panel,
  isShown,
}: {
  readonly surface: EditorSurface | null;
  readonly panel: RefObject<HTMLElement | null>;
  readonly isShown: boolean;
}) {
  const { x, y } = useFreeMiddle(surface, panel);
  if (!isShown) return null;
  return <Crosshair className={styles.crosshair} style={{ left: x, top: y }} size={44} strokeWidth={1.5} aria-hidden />;
}

/**
 * Pads the map by the panel, so that its centre is in the middle of the free part. Returns that middle, in CSS pixels
 * from the map's top left corner.
 */
function useFreeMiddle(surface: EditorSurface | null, panel: RefObject<HTMLElement | null>): { x: number; y: number } {
  const [middle, setMiddle] = useState({ x: 0, y: 0 });

  useEffect(() => {
    const element = panel.current;
    if (surface === null || element === null) return;
    const { map } = surface;
    const scope = new Scope();
    const fit = (): void => {
      const frame = map.getContainer().getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const isBelow = box.width > frame.width * 0.7;
      const bottom = isBelow ? Math.max(0, frame.bottom - box.top) : 0;
      const left = isBelow ? 0 : Math.max(0, box.right - frame.left);
      const padding = {
        top: 0,
        right: 0,
        bottom: frame.height - bottom < FREE_MIN_PX ? 0 : bottom,
        left: frame.width - left < FREE_MIN_PX ? 0 : left,
      };
      map.setPadding(padding);
      setMiddle({ x: (frame.width + padding.left) / 2, y: (frame.height - padding.bottom) / 2 });
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    observer.observe(map.getContainer());
    scope.add(() => observer.disconnect());
    scope.add(() => map.setPadding({ top: 0, right: 0, bottom: 0, left: 0 }));
    return () => scope.dispose();
  }, [surface, panel]);

  return middle;
}
