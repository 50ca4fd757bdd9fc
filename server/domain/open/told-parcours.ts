import { nameParcours, type Picked, pickTelling, type Said } from '../../../contracts/pick-telling.ts';
import type { OpenParcours, OpenPlace } from './open-parcours.ts';

/** A place with its name, text and sound in one language. */
export interface ToldPlace extends Picked {
  readonly place: OpenPlace;
}

/** An open parcours in one language; what lacks a translation is in the parcours' first language. */
export interface ToldParcours {
  readonly parcours: OpenParcours;
  readonly language: string;
  readonly name: Said;
  readonly description: Said;
  readonly places: readonly ToldPlace[];
  /** Seconds of all stories that are listed. */
  readonly audioS: number;
}

/**
 * Chooses the language in which a parcours is told: the one that is asked for by name, else the first that the reader
 * accepts, if it says anything in it; otherwise its first one.
 */
export function chooseLanguage(parcours: OpenParcours, asked: string, accepted: readonly string[]): string {
  const wanted = [asked, ...accepted].map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.find((tag) => tag !== undefined && parcours.languages.includes(tag)) ?? parcours.about.language;
}

/** Returns what a parcours says in one of its languages. @param only the places to include; all by default */
export function tellIn(parcours: OpenParcours, language: string, only = parcours.places): ToldParcours {
  const { about } = parcours;
  const named = nameParcours(parcours, language, about);
  const said = (text: string): Said => ({ text, language: named.language ?? about.language });
  const places = only.map((place): ToldPlace => {
    const picked = pickTelling({ language, kind: 'standard' }, about.language, place, place.words);
    return { ...picked, place };
  });
  const audioS = places.reduce((sum, { sound }) => sum + (sound?.media?.data.length ?? 0), 0);
  return { parcours, language, name: said(named.name), description: said(named.description), places, audioS };
}
