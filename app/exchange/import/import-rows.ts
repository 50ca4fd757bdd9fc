import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { ImportedPlace, ImportedSound } from '../../../contracts/imported-file.ts';
import { DEFAULT_PLACE_TITLE, PLACES_AT_ONCE_MAX } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import { boxOfShape } from '../../../contracts/rings.ts';
import type { CallInput } from '../../../contracts/routes.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { greatCircle } from '../../position/coordinates.ts';

/** A place of a file, as a row of the preview. */
export interface ImportRow extends ImportedPlace {
  /** Its position in the file, from 0. */
  readonly id: number;
  /** The place of the same name and position: one of the parcours, or an earlier one of the file; null if there is none. */
  readonly twin: 'here' | 'file' | null;
  readonly sound: ImportedSound | null;
  /** Whether the file that it names as its sound is there, but given to another place. */
  readonly isSoundTaken: boolean;
}

/** A sound for a place that the parcours has, without sound. */
export interface SoundForPlace {
  readonly sound: ImportedSound;
  readonly place: Place;
}

/** Two places of one name are the same within this distance: more than two drawings of a spot differ. */
const TWIN_M = 30;
/** The parcours' places, with their surroundings, in degrees: a region. */
const REGION_DEG = 3;
/** Where most files come from: the mainland of France. West, south, east, north. */
const FRANCE = [-5.5, 41, 10, 51.5] as const;

/** Most bytes and values in the body of one request: the server takes somewhat more. */
const REQUEST_BYTES_MAX = 700_000;
const REQUEST_PIECES_MAX = 80_000;

/**
 * Finds for the places of a file what they repeat, and their sounds: those that the file names, else those named like
 * a place. A place that the parcours has, without sound, gets the sound of the row that repeats it. Pure.
 * @param existing the places of the parcours @param waiting those whose sounds are still to be sent
 */
export function toRows(
  places: readonly ImportedPlace[],
  sounds: readonly ImportedSound[],
  existing: readonly Place[],
  waiting: ReadonlySet<PlaceId | null> = new Set(),
): { readonly rows: ImportRow[]; readonly forPlaces: SoundForPlace[]; readonly unused: ImportedSound[] } {
  const twins = new Map<string, { readonly middle: Position; readonly place: Place | null }[]>();
  const note = (name: string, geometry: Geometry, place: Place | null): void => {
    const key = twinKey(name, geometry);
    twins.set(key, [...(twins.get(key) ?? []), { middle: middleOf(geometry), place }]);
  };
  for (const place of existing) note(place.appelation, place.feature, place);
  const forPlaces: SoundForPlace[] = [];
  const isSilent = ({ id, media, draft }: Place): boolean => media === null && draft !== true && !waiting.has(id);
  const left = new SoundShelf(sounds);
  const named = places.map((place) => (place.soundName === null ? null : left.takeFile(place.soundName)));
  const rows = places.map((place, id): ImportRow => {
    const middle = middleOf(place.geometry);
    const twin = twins
      .get(twinKey(place.name, place.geometry))
      ?.find((other) => distanceM(other.middle, middle) <= TWIN_M);
    // A file may have several places without a name at one spot.
    if (foldName(place.name) !== '') note(place.name, place.geometry, null);
    const here = twin?.place ?? null;
    const sound = named[id] ?? left.takeTitled(place.name);
    const isForTwin = sound !== null && here !== null && isSilent(here) && !forPlaces.some((one) => one.place === here);
    if (isForTwin) forPlaces.push({ sound, place: here });
    const isSoundTaken = sound === null && place.soundName !== null && left.hadFile(place.soundName);
    const where = twin === undefined ? null : here === null ? 'file' : 'here';
    const given = isForTwin ? { sound: null, soundName: null } : { sound };
    return { ...place, id, twin: where, ...given, isSoundTaken };
  });
  const sounded = new Set(forPlaces.map(({ place }) => place));
  for (const place of existing) {
    const sound = isSilent(place) && !sounded.has(place) ? left.takeTitled(place.appelation) : null;
    if (sound !== null) forPlaces.push({ sound, place });
  }
  return { rows, forPlaces, unused: left.list() };
}

/** What twins have in common beside being near: their name, or the same shape without one. */
function twinKey(name: string, geometry: Geometry): string {
  const folded = name === DEFAULT_PLACE_TITLE ? '' : foldName(name);
  return folded === '' ? JSON.stringify(geometry) : folded;
}

/** The sounds of a ZIP that no place has taken yet. */
class SoundShelf {
  readonly #left: Set<ImportedSound>;
  readonly #byFile = new Map<string, ImportedSound>();
  readonly #byTitle = new Map<string, ImportedSound>();

  constructor(sounds: readonly ImportedSound[]) {
    this.#left = new Set(sounds);
    for (const sound of sounds) {
      this.#byFile.set(foldFile(sound.name), sound);
      const stem = stemOf(sound.name);
      for (const title of [stem, stem.replace(/^[\d\s._-]+/, '')]) {
        const key = foldName(title);
        if (key !== '' && !this.#byTitle.has(key)) this.#byTitle.set(key, sound);
      }
    }
  }

  /** Takes the sound of this file name, with or without its ending. */
  takeFile(name: string): ImportedSound | null {
    return this.#take(this.#find(name));
  }

  /** Whether {@link takeFile} would have found this file before others were taken. */
  hadFile(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Takes the sound whose file is named like a place, perhaps behind a number. */
  takeTitled(title: string): ImportedSound | null {
    return this.#take(this.#byTitle.get(foldName(title)));
  }

  list(): ImportedSound[] {
    return [...this.#left];
  }

  #find(name: string): ImportedSound | undefined {
    return this.#byFile.get(foldFile(name)) ?? this.#byTitle.get(foldName(stemOf(name)));
  }

  #take(sound: ImportedSound | undefined): ImportedSound | null {
    return sound !== undefined && this.#left.delete(sound) ? sound : null;
  }
}

/**
 * Whether all positions would lie near the places of the parcours, or in France, with longitude and latitude swapped, and
 * none does now. Pure.
 */
export function looksSwapped(places: readonly Pick<ImportedPlace, 'geometry'>[], existing: readonly Place[]): boolean {
  const near = existing.map(({ feature }) => middleOf(feature));
  const isNear = ([lng, lat]: Position): boolean =>
    near.some((other) => Math.abs(other[0] - lng) < REGION_DEG && Math.abs(other[1] - lat) < REGION_DEG) ||
    (near.length === 0 && lng > FRANCE[0] && lat > FRANCE[1] && lng < FRANCE[2] && lat < FRANCE[3]);
  const middles = places.map(({ geometry }) => middleOf(geometry));
  return (
    middles.length > 0 &&
    !middles.some(isNear) &&
    middles.every(([lng, lat]) => Math.abs(lng) <= 90 && isNear([lat, lng]))
  );
}

/** A request of the import, whose key makes a repetition of it add nothing. */
export interface ImportRequest {
  readonly key: string;
  readonly rows: readonly ImportRow[];
}

/** The body of a request. */
export function bodyOf(rows: readonly ImportRow[]): CallInput<'importPlaces', Blob>['body'] {
  return {
    places: rows.map(({ name, geometry, text, link }) => ({ appelation: name, feature: geometry, text, link })),
  };
}

/** Cuts rows into requests that the server takes, in their order. Pure but for `makeKey`. */
export function cutIntoRequests(rows: readonly ImportRow[], makeKey: () => string): ImportRequest[] {
  const requests: ImportRow[][] = [];
  let [bytes, pieces] = [0, 0];
  for (const row of rows) {
    const text = JSON.stringify(bodyOf([row]));
    const [rowBytes, rowPieces] = [new TextEncoder().encode(text).length, text.match(/[[{,]/g)?.length ?? 0];
    const open = requests.at(-1);
    const fits = bytes + rowBytes <= REQUEST_BYTES_MAX && pieces + rowPieces <= REQUEST_PIECES_MAX;
    if (open !== undefined && open.length < PLACES_AT_ONCE_MAX && fits) open.push(row);
    else {
      requests.push([row]);
      [bytes, pieces] = [0, 0];
    }
    bytes += rowBytes;
    pieces += rowPieces;
  }
  return requests.map((some) => ({ key: makeKey(), rows: some }));
}

/** Sounds with the places that get them, once those exist: `ids` are those of `rows`, in the same order. */
export function soundsOf(
  rows: readonly ImportRow[],
  ids: readonly PlaceId[],
): { readonly sound: ImportedSound; readonly placeId: PlaceId; readonly geometry: Geometry }[] {
  return rows.flatMap(({ sound, geometry }, at) => {
    const placeId = ids[at];
    return sound === null || placeId === undefined ? [] : [{ sound, placeId, geometry }];
  });
}

function middleOf(geometry: Geometry): Position {
  const box = boxOfShape(geometry);
  return box === null ? [0, 0] : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

function distanceM([fromLng, fromLat]: Position, [lng, lat]: Position): number {
  return greatCircle({ lng: fromLng, lat: fromLat }, { lng, lat }).distanceM;
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[a-z0-9]{1,5}$/i, '');
}

/** macOS stores letters and their accents separately. */
function foldFile(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
