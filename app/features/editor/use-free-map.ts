import { type RefObject, useEffect, useState } from 'react';
import { Scope } from '../../platform/scope.ts';
import type { EditorSurface } from './editor-surface.ts';

/** Less of the map than this is no room to look at: then the panel lies over its middle. */
const FREE_MIN_PX = 160;

/**
 * Keeps the map's middle in the middle of what the panel leaves free of it, so that what is shown is seen, and answers
 * where that is: in CSS pixels from the map's corner.
 */
export function useFreeMap(
  surface: EditorSurface | null,
  panel: RefObject<HTMLElement | null>,
): { x: number; y: number } {
  const [aim, setAim] = useState({ x: 0, y: 0 });

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
      setAim({ x: (frame.width + padding.left) / 2, y: (frame.height - padding.bottom) / 2 });
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    observer.observe(map.getContainer());
    scope.add(() => observer.disconnect());
    scope.add(() => map.setPadding({ top: 0, right: 0, bottom: 0, left: 0 }));
    return () => scope.dispose();
  }, [surface, panel]);

  return aim;
}
