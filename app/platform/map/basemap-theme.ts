import type { DataDrivenPropertyValueSpecification } from 'maplibre-gl';
import type { Theme } from '../storage/storage.ts';

/** Colours of the app's maps in one theme. */
export type Palette = (typeof PALETTES)[Theme];

/** The colours of the app's maps by theme. */
export const PALETTES = {
  light: {
    ground: '#f7f3ec',
    urban: '#eee6d9',
    island: '#f9f4ea',
    street: '#fdfaf4',
    block: '#e8ddcb',
    landmark: '#d9c8ae',
    edge: '#bfa985',
    green: '#d0dfbd',
    water: '#bcd6dd',
    shore: '#94b9c3',
    border: '#cdbfa9',
    ink: '#3d3944',
    inkSoft: '#746a60',
    inkGreen: '#52703a',
    inkWater: '#43747f',
  },
  dark: {
    ground: '#1f1d24',
    urban: '#292630',
    island: '#26232c',
    street: '#3a3642',
    block: '#35313c',
    landmark: '#48424f',
    edge: '#625a69',
    green: '#2d4233',
    water: '#1f3a47',
    shore: '#375867',
    border: '#4a4551',
    ink: '#e4dee8',
    inkSoft: '#a79fae',
    inkGreen: '#9dbd92',
    inkWater: '#86aab6',
  },
} satisfies Record<Theme, Record<string, string>>;

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
