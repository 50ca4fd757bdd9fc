import type { Language } from '../../contracts/vocabulary.ts';

/** French comes with the code, the other languages are loaded when they are chosen. */
type Loaded = Exclude<Language, 'fr'>;

/** What another language has for the words of {@link inLanguages}: the same names, texts for texts, functions for functions. */
export type WordsOf<Words> = Words extends string
  ? string
  : Words extends (...given: infer Given) => infer Result
    ? (...given: Given) => WordsOf<Result>
    : { readonly [Name in keyof Words]: WordsOf<Words[Name]> };

type Load<Words> = () => Promise<WordsOf<Words>>;

/** The words of one subject, in the languages that were loaded. */
interface Subject {
  readonly known: Map<Language, object>;
  load(language: Loaded): Promise<void>;
}

const subjects: Subject[] = [];
let shown: Language = 'fr';
let wanted: Language = 'fr';
const listeners = new Set<() => void>();

/** The language in which the interface is shown. */
export function shownLanguage(): Language {
  return shown;
}

/** The tag of the language shown for dates and times: the English ones are British, since walks are in Europe. */
export function shownLocale(): string {
  return shown === 'en' ? 'en-GB' : 'fr-FR';
}

/** Returns the `lang` of a text: undefined if it is in the language shown, or if its language is unknown. */
export function langOf(language: string | undefined): string | undefined {
  return language === shown ? undefined : language;
}

/** Calls `listener` after each change of the language, until the returned function is called. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Makes words follow the language: each reading of a text returns that of the language shown, so nobody may store one
 * for later.
 *
 * @param french the words that come with the code
 * @param loads the words of other languages, each loaded when it is first shown
 */
export function inLanguages<Words extends object>(
  french: Words,
  loads: Readonly<Record<Loaded, Load<Words>>>,
): WordsOf<Words> {
  const known = new Map<Language, object>([['fr', french]]);
  subjects.push({
    known,
    load: async (language) => {
      if (!known.has(language)) known.set(language, await loads[language]());
    },
  });
  return followed(french, () => known.get(shown) ?? french) as WordsOf<Words>;
}

/** An object with the names of `like`, whose values are looked up in what `find` returns then. */
function followed(like: object, find: () => object): object {
  const live = Array.isArray(like) ? [] : {};
  for (const [name, value] of Object.entries(like)) {
    const read = (): unknown => Reflect.get(find(), name);
    const isGroup = typeof value === 'object' && value !== null;
    const inner = isGroup ? followed(value, () => read() as object) : null;
    Object.defineProperty(live, name, { enumerable: true, get: () => inner ?? read() });
  }
  return live;
}

/** Waits until all words that the page has are there in the language shown. A part of the app calls it once it is loaded. */
export async function loadWords(language = shown): Promise<void> {
  if (language === 'fr') return;
  // Other parts of the app may arrive meanwhile.
  for (let ready = 0; ready < subjects.length; ) {
    ready = subjects.length;
    await Promise.all(subjects.map((subject) => subject.load(language)));
  }
}

/** Shows the interface in this language once its words are there. @throws Error if they can't be loaded */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await loadWords(language);
  // Another one may have been chosen meanwhile.
  if (shown === language || wanted !== language) return;
  shown = language;
  for (const listener of listeners) listener();
}
