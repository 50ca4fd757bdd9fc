import type { Place } from './place.ts';
import {
  type ParcoursWords,
  type Picture,
  type PlaceWords,
  TELLING_KINDS,
  type Telling,
  type TellingKey,
  type TellingKind,
  type Transcript,
} from './telling.ts';

/** What a walker wants to hear and read. A null language is that of the interface. */
export interface TellingChoice {
  readonly language: string | null;
  readonly kind: TellingKind;
}

/** A text, and the language that it really is in. */
export interface Said {
  readonly text: string;
  readonly language: string;
}

/** What a place says to one walker: of each part the best that there is, which may be in another language. */
export interface Picked {
  readonly id: Place['id'];
  /** What the walker wants of this parcours. */
  readonly wanted: TellingKey;
  /** Empty if the place has none. */
  readonly name: Said;
  /** Markdown, and the telling that it is of; null without one. */
  readonly text: (Said & TellingKey) | null;
  readonly link: string | null;
  /** The telling whose sound plays; null if there is no sound. */
  readonly sound: (TellingKey & { readonly media: Place['media'] }) | null;
  /** What is said in that sound, or its translation, which has the same times. */
  readonly transcript: (Transcript & TellingKey) | null;
  readonly pictures: readonly (Picture & { readonly description: Said | null })[];
}

/** The words of a parcours that choosing needs. */
type Words = Pick<ParcoursWords, 'about' | 'places'>;

/** The languages and kinds that a parcours has, at least one of each: its first language, and `standard`. */
export interface Offer {
  /** The parcours' first language first. */
  readonly languages: readonly string[];
  /** In the order of {@link TELLING_KINDS}. */
  readonly kinds: readonly TellingKind[];
}

/** Lists the languages and kinds in which these parcours say anything. Pure. */
export function offerOf(parcours: readonly Words[]): Offer {
  const tellings = parcours.flatMap(({ places }) => places.flatMap((place) => place.tellings));
  const named = parcours.flatMap(({ about }) => about.translations.map(({ language }) => language));
  const first = parcours.map(({ about }) => about.language);
  const others = [...tellings.map(({ language }) => language), ...named].sort();
  const kinds = new Set(tellings.map(({ kind }) => kind));
  return {
    languages: [...new Set([...first, ...others])],
    kinds: TELLING_KINDS.filter((kind) => kind === 'standard' || kinds.has(kind)),
  };
}

/** Returns what a choice means for these words: a language or a kind that they lack nowhere is wanted. Pure. */
export function wantedOf(choice: TellingChoice, shownLanguage: string, words: Words): TellingKey {
  const { languages, kinds } = offerOf([words]);
  const language = choice.language ?? shownLanguage;
  // Only a chosen language that is missing is reported at each place: the interface's language was only a guess.
  const isKnown = choice.language !== null || languages.includes(language);
  return {
    language: isKnown ? language : words.about.language,
    kind: kinds.includes(choice.kind) ? choice.kind : 'standard',
  };
}

/**
 * Tells what a place says to somebody who wants this telling. Each part is taken from the first of these that has it: the
 * wanted telling, the standard one in the same language, then both in the parcours' first language, the last of which is the
 * place itself. Pure.
 *
 * @param first the parcours' first language
 * @param said null for a place that says nothing but its name and sound
 */
export function pickTelling(
  wanted: TellingKey,
  first: string,
  place: Pick<Place, 'id' | 'appelation' | 'media'>,
  said: Omit<PlaceWords, 'id'> | null,
): Picked {
  const tellings = candidates(wanted, first)
    .map((key) => withPlace(said?.tellings.find(isTelling(key)), key, first, place))
    .filter((telling) => telling !== undefined);
  const find = (has: (telling: Telling) => boolean): Telling | undefined => tellings.find(has);
  const named = find(({ name }) => name.trim() !== '');
  const written = find(({ text }) => text.trim() !== '');
  const soundAt = tellings.findIndex(({ media }) => media !== null);
  const sounding = tellings[soundAt];
  // The times of a later one belong to another sound.
  const read = (soundAt === -1 ? tellings : tellings.slice(0, soundAt + 1)).find(
    ({ transcript }) => transcript !== null,
  );
  return {
    id: place.id,
    wanted,
    name: { text: named?.name ?? '', language: named?.language ?? first },
    text: written === undefined ? null : { text: written.text, language: written.language, kind: written.kind },
    link: find(({ link }) => link !== null)?.link ?? null,
    sound:
      sounding?.media == null
        ? null
        : { language: sounding.language, kind: sounding.kind, media: { data: sounding.media } },
    transcript: read?.transcript == null ? null : { ...read.transcript, language: read.language, kind: read.kind },
    pictures: (said?.pictures ?? []).map((picture) => ({ ...picture, description: describe(picture, tellings) })),
  };
}

function candidates({ language, kind }: TellingKey, first: string): TellingKey[] {
  const keys: TellingKey[] = [
    { language, kind },
    { language, kind: 'standard' },
    { language: first, kind },
    { language: first, kind: 'standard' },
  ];
  return keys.filter((key, at) => keys.findIndex(isTelling(key)) === at);
}

function isTelling(wanted: TellingKey): (key: TellingKey) => boolean {
  return ({ language, kind }) => language === wanted.language && kind === wanted.kind;
}

/** The standard telling in the first language has the place's own name and sound. */
function withPlace(
  telling: Telling | undefined,
  key: TellingKey,
  first: string,
  { appelation, media }: Pick<Place, 'appelation' | 'media'>,
): Telling | undefined {
  if (!isTelling({ language: first, kind: 'standard' })(key)) return telling;
  const silent = { ...key, text: '', link: null, pictures: [], transcript: null };
  return { ...silent, ...telling, name: appelation, media: media?.data ?? null };
}

function describe({ id }: Picture, tellings: readonly Telling[]): Said | null {
  for (const { pictures, language } of tellings) {
    const text = pictures.find((picture) => picture.id === id)?.description.trim() ?? '';
    if (text !== '') return { text, language };
  }
  return null;
}

/** Whether a place has a page: it says or shows more than its name and sound. Pure. */
export function hasPage({ text, link, transcript, pictures }: Picked): boolean {
  return text !== null || link !== null || transcript !== null || pictures.length > 0;
}

/** A part of what a place says that is of another telling than the wanted one. */
export interface Fallback extends TellingKey {
  readonly of: 'sound' | 'text' | 'transcript';
  readonly isOtherLanguage: boolean;
}

/** How a part differs from what is wanted; null if it doesn't, and without this part. Pure. */
export function fallbackOf(picked: Picked, of: Fallback['of']): Fallback | null {
  const { wanted } = picked;
  const part = picked[of];
  if (part === null) return null;
  const { language, kind } = part;
  const isOtherLanguage = language !== wanted.language;
  return isOtherLanguage || kind !== wanted.kind ? { language, kind, of, isOtherLanguage } : null;
}

/** Returns name and description of a parcours for somebody who wants this language. Pure. */
export function nameParcours(
  { name, description }: { readonly name: string; readonly description: string },
  language: string,
  about: ParcoursWords['about'] | undefined,
): { readonly name: string; readonly description: string; readonly language: string | undefined } {
  const found = about?.translations.find((translation) => translation.language === language);
  if (found === undefined || language === about?.language) return { name, description, language: about?.language };
  return { name: found.name, description: found.description || description, language };
}
