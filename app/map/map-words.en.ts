import { strings } from '../ui/common-words.ts';
import { plural } from '../ui/plural.ts';
import type { MapWords } from './map-words.ts';

const placeCount = (count: number): string =>
  count === 0 ? 'Nothing to hear yet' : `${count}\u00a0${plural(count, 'place', 'places')}`;
const toFill = (planned: number): string => `${planned}\u00a0to record`;

export const english = {
  following: 'The map follows you',
  sharedSpot: (count: number) => `${count}\u00a0places in the same spot`,
  heard: 'heard',
  label: 'Map of the places',
  noMap: 'No map',
  get retry() {
    return strings.app.retry;
  },
  get dismiss() {
    return strings.app.dismiss;
  },
  keys: 'Map. The arrows move it, plus and minus change the scale, Enter opens a group.',
  noWebgl: 'WebGL is not supported by your browser.',
  unsupported: 'Map is not supported by this browser',
  loading: 'The map is unfolding…',
  fallback: 'Simplified map: the online map can’t be reached.',
  locateMe: 'Locate me',
  flyToFirst: 'Go to the first place',
  placeList: 'List of places',
  placeCount,
  free: 'No set order: walk as you like.',
  placesAndPlanned: (count: number, planned = 0) => {
    if (planned === 0) return placeCount(count);
    if (count === 0) return `${placeCount(planned)} to record`;
    return `${placeCount(count)}, ${toFill(planned)}`;
  },
  toFill,
  empty: 'This map is still empty.',
  emptyToDraw: 'Draw its places, or record where you are.',
  emptyToDrop: 'Leave the first drop here: your voice, where you are.',
  draw: 'Draw the places',
  flyToNone: 'Go to the first place: no place yet',
  noPlaces: 'Nothing to hear yet',
  noPlacesHint: 'This map’s places will appear here.',
  placesFailed: (text: string) => `The places couldn’t be loaded. ${text}`,
  pointKind: 'Point',
  zoneKind: 'Zone',
  yourPosition: 'Your position',
  attribution: 'Sources of the map',
} satisfies MapWords;
