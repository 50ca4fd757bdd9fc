import { type ManyPlacesChange, manyCalls, type PlaceOrigin } from '../../../contracts/calls/many-calls.ts';
import { PLACES_AT_ONCE_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { Held, Place } from '../../../contracts/place.ts';
import type { PlannedPlace, PlannedState } from '../../../contracts/planned-place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { shownLanguage } from '../../ui/language.ts';
import { places, refreshPlaces } from '../places.ts';
import { plan, refreshPlan } from '../plan.ts';

addCalls(manyCalls);

/** What a sheet is given that changes the places chosen in 'Gérer les lieux'. */
export interface ChosenPlacesProps {
  readonly parcoursId: ParcoursId;
  readonly chosen: readonly ManagedPlace[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The state of a place in 'Gérer les lieux'. */
export type ManagedState = PlannedState | Held | 'published';

/** A place, planned or not, as a row of 'Gérer les lieux'. */
export interface ManagedPlace {
  readonly id: PlaceId;
  readonly name: string;
  readonly state: ManagedState;
  readonly step: number | null;
  /** In seconds; null without audio, 0 if its length is unknown. */
  readonly soundS: number | null;
  /** Null after their account was deleted, and for a place that has just been made. */
  readonly author: PlaceOrigin['author'];
  /** Null for a place that has just been made. */
  readonly createdMs: number | null;
  /** Who is asked for a planned place. */
  readonly asked: PlannedPlace['asked'];
  /** The planned place that it fills, and that goes where it goes. */
  readonly planId: PlaceId | null;
}

/** Lists who made the places of a parcours, and when, and loads the places again. @throws as `call` does */
export async function readOrigins(parcoursId: ParcoursId): Promise<readonly PlaceOrigin[]> {
  const [{ places }] = await Promise.all([
    call('listOrigins', { params: { mapId: parcoursId } }),
    refreshPlaces(),
    refreshPlan(),
  ]);
  return places;
}

/**
 * Returns the places of a parcours that can be changed together: without drafts of the person's own, and without planned
 * places whose filling is among them. Pure.
 */
export function listManaged(
  parcoursId: ParcoursId,
  places: readonly Place[],
  planned: readonly (PlannedPlace & Pick<Place, 'step'>)[],
  origins: readonly PlaceOrigin[],
): ManagedPlace[] {
  const made = new Map(origins.map((origin) => [origin.id, origin]));
  const saved = places.filter(({ map, draft }) => map.id === parcoursId && draft !== true);
  const fills = new Map(planned.flatMap(({ id, filledBy }) => (filledBy === null ? [] : [[filledBy, id] as const])));
  const known = new Set(saved.map(({ id }) => id));
  const originOf = (id: PlaceId) => {
    const origin = made.get(id);
    return { author: origin?.author ?? null, createdMs: origin === undefined ? null : Date.parse(origin.createdAt) };
  };
  return [
    ...saved.map(
      ({ id, appelation, held, step = null, media }): ManagedPlace => ({
        ...{ id, name: appelation, state: held ?? 'published', step, planId: fills.get(id) ?? null, asked: null },
        soundS: media === null ? null : (media.data.length ?? 0),
        ...originOf(id),
      }),
    ),
    ...planned
      .filter(({ map, filledBy }) => map.id === parcoursId && !(filledBy !== null && known.has(filledBy)))
      .map(({ id, appelation, state, step = null, asked }) => ({
        ...{ id, name: appelation, state, step, planId: null, asked, soundS: null },
        ...originOf(id),
      })),
  ];
}

/** Which places are shown, and in which order; an empty text stands for all. */
export interface ManagedView {
  readonly search: string;
  /** An author's id, or `gone` for deleted accounts. */
  readonly author: string;
  readonly state: ManagedState | '';
  readonly sound: 'with' | 'without' | '';
  /** A number of days. */
  readonly since: string;
  readonly sort: 'step' | 'name' | 'newest' | 'oldest' | 'author';
}

/** All places, in the order of their numbers. */
export const ALL_MANAGED: ManagedView = { search: '', author: '', state: '', sound: '', since: '', sort: 'step' };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the shown places in their order; the search ignores case and accents. Pure. */
export function viewManaged(list: readonly ManagedPlace[], view: ManagedView, nowMs: number): ManagedPlace[] {
  const words = fold(view.search).split(/\s+/);
  const earliestMs = view.since === '' ? null : nowMs - Number(view.since) * DAY_MS;
  const shown = list.filter((place) => {
    if (view.author !== '' && authorKeyOf(place) !== view.author) return false;
    if (view.state !== '' && place.state !== view.state) return false;
    if (view.sound !== '' && (place.soundS !== null) !== (view.sound === 'with')) return false;
    // What has no known moment has just been made.
    if (earliestMs !== null && place.createdMs !== null && place.createdMs < earliestMs) return false;
    const text = fold(place.name);
    return words.every((word) => text.includes(word));
  });
  return shown.sort(ORDERS[view.sort]());
}

/** The value of {@link ManagedView.author} that shows a place. */
export function authorKeyOf({ author }: Pick<ManagedPlace, 'author'>): string {
  return author === null ? 'gone' : String(author.id);
}

type Compare = (a: ManagedPlace, b: ManagedPlace) => number;
const byAge: Compare = (a, b) => (a.createdMs ?? Infinity) - (b.createdMs ?? Infinity) || a.id - b.id || 0;
const ORDERS: Readonly<Record<ManagedView['sort'], () => Compare>> = {
  step: () => (a, b) => (a.step ?? Infinity) - (b.step ?? Infinity) || a.id - b.id || 0,
  name: () => compareText(({ name }) => name),
  oldest: () => byAge,
  newest: () => (a, b) => byAge(b, a),
  author: () => compareText(({ author }) => author?.name ?? '\uffff'),
};

/** Compares a text of the places as the language shown orders it. */
function compareText(textOf: (place: ManagedPlace) => string): Compare {
  const { compare } = new Intl.Collator(shownLanguage(), { numeric: true, sensitivity: 'base' });
  return (a, b) => compare(textOf(a), textOf(b)) || a.id - b.id;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/’/g, "'")
    .trim();
}

/** How several titles become others. In a pattern, `{n}` is a number that counts up, and `{titre}` or `{title}` the title. */
export type TitleRule =
  | { readonly kind: 'replace'; readonly find: string; readonly by: string }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly from: number };

/** A place with its title before and after. */
export interface Renamed {
  readonly id: PlaceId;
  readonly before: string;
  readonly after: string;
  readonly isTooLong: boolean;
}

/** Returns the places whose titles a rule changes, in their order; one that would be empty stays. Pure. */
export function renameBy(list: readonly ManagedPlace[], rule: TitleRule): Renamed[] {
  const change = (name: string, at: number): string => {
    if (rule.kind === 'replace') return rule.find === '' ? name : name.replaceAll(rule.find, () => rule.by);
    const parts = { n: String(rule.from + at), titre: name, title: name };
    return rule.pattern.replace(/\{(n|titre|title)\}/g, (_, part: keyof typeof parts) => parts[part]);
  };
  return list.flatMap(({ id, name: before }, at) => {
    const after = change(before, at).trim();
    return after === '' || after === before ? [] : [{ id, before, after, isTooLong: after.length > TEXT_LINE_MAX }];
  });
}

/** Deletes places; they can be restored for some days. Returns how many were still there. @throws as `call` does */
export async function deletePlaces(parcoursId: ParcoursId, ids: readonly PlaceId[]): Promise<number> {
  return (await changeInTurn(parcoursId, ids, (placeIds) => ({ act: 'delete', placeIds }))).length;
}

/** Renames places. Returns how many were still there. @throws as `call` does */
export async function renamePlaces(parcoursId: ParcoursId, renamed: readonly Renamed[]): Promise<number> {
  const names = renamed.map(({ id, after: appelation }) => ({ id, appelation }));
  return (await changeInTurn(parcoursId, names, (some) => ({ act: 'rename', names: some }))).length;
}

/** Asks a member, or nobody in particular, for planned places. Returns how many were still there. @throws as `call` does */
export async function askForPlaces(
  parcoursId: ParcoursId,
  list: readonly Pick<ManagedPlace, 'id'>[],
  asked: UserId | null,
): Promise<number> {
  const ids = list.map(({ id }) => id);
  return (await changeInTurn(parcoursId, ids, (placeIds) => ({ act: 'ask', placeIds, asked }))).length;
}

/**
 * Moves places, with the planned ones that they fill, to another parcours. Returns how many went, and how many stayed
 * because their authors or speakers may not drop there; others had already gone. @throws as `call` does
 */
export async function movePlaces(
  parcoursId: ParcoursId,
  list: readonly Pick<ManagedPlace, 'id' | 'planId'>[],
  to: ParcoursId,
): Promise<{ readonly moved: number; readonly stayed: number }> {
  const toMove = (some: readonly (typeof list)[number][]): ManyPlacesChange => ({
    act: 'move',
    placeIds: some.flatMap(({ id, planId }) => (planId === null ? [id] : [planId, id])),
    to,
  });
  const moved = new Set(await changeInTurn(parcoursId, list, toMove, PLACES_AT_ONCE_MAX / 2));
  const here = new Set([...places.list, ...plan.list].filter(({ map }) => map.id === parcoursId).map(({ id }) => id));
  const stayed = list.filter(({ id }) => here.has(id) && !moved.has(id)).length;
  return { moved: list.filter(({ id }) => moved.has(id)).length, stayed };
}

async function changeInTurn<Item>(
  mapId: ParcoursId,
  items: readonly Item[],
  toChange: (some: Item[]) => ManyPlacesChange,
  atOnce = PLACES_AT_ONCE_MAX,
): Promise<PlaceId[]> {
  const changed: PlaceId[] = [];
  try {
    for (let from = 0; from < items.length; from += atOnce) {
      const body = toChange(items.slice(from, from + atOnce));
      changed.push(...(await call('changeManyPlaces', { params: { mapId }, body })).placeIds);
    }
  } finally {
    // Also after a failure: a part may be done.
    await Promise.all([refreshPlaces(), refreshPlan()]);
  }
  return changed;
}
