import type { DataDrivenPropertyValueSpecification } from 'maplibre-gl';

/**
 * Font families of labels, which the browser draws: the styles have no glyph server. MapLibre derives the weight from
 * the first name, so a name that no font has precedes the app's own.
 */
export const REGULAR = ['Figtree Variable', 'system-ui'];
/** {@link REGULAR} in medium weight. */
export const MEDIUM = ['Figtree Variable Medium', ...REGULAR];
/** {@link REGULAR} in semibold. */
export const SEMIBOLD = ['Figtree Variable SemiBold', ...REGULAR];

/** Returns a size in pixels that grows evenly from one zoom to another. */
export function growing(
  fromZoom: number,
  fromPx: number,
  toZoom: number,
  toPx: number,
): DataDrivenPropertyValueSpecification<number> {
  return ['interpolate', ['linear'], ['zoom'], fromZoom, fromPx, toZoom, toPx];
}
