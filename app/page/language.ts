import { proxy } from 'valtio';
import { type Language, languageFrom } from '../../contracts/vocabulary.ts';
import { dropParameter, readLanguages, readParameter, setPageLanguage } from '../platform/page/page-events.ts';
import type { Scope } from '../platform/scope.ts';
import { storage, watchStorage } from '../platform/storage/storage.ts';
import { showLanguage, shownLanguage } from '../ui/language.ts';

/** The person's choice of a language. */
interface LanguageChoice {
  /** The chosen language while its words are loaded. */
  pending: Language | null;
  /** The words could not be loaded, which the shell tells. */
  isMissing: boolean;
}

/** The person's choice of a language. */
export const languageChoice = proxy<LanguageChoice>({ pending: null, isMissing: false });

/**
 * Shows the interface in the language that the person chose, or else in the first of the browser's that we have, and
 * follows other tabs' choices until `scope` is disposed. French if another language can't be loaded.
 */
export async function startLanguage(scope: Scope): Promise<void> {
  watchStorage(scope, 'language', () => void show(wantedLanguage()));
  await show(wantedLanguage());
}

/** Shows the interface in this language and stores the choice, unless its words can't be loaded. Never rejects. */
export async function chooseLanguage(language: Language): Promise<void> {
  languageChoice.pending = language;
  languageChoice.isMissing = false;
  const isLoaded = await show(language);
  if (shownLanguage() === language) storage.write('language', language);
  // Another one may have been chosen meanwhile.
  if (languageChoice.pending !== language) return;
  languageChoice.pending = null;
  languageChoice.isMissing = !isLoaded;
}

/** The parameter of a link that chooses the language of what places say, which the interface may lack. */
const LINKED_LANGUAGE = 'lang';

/** Stores the choice that the page's link carries, if it carries one: `?lang=en`; a reload doesn't make it again. */
export function storeLinkedLanguage(): void {
  const language = readParameter(LINKED_LANGUAGE)?.toLowerCase().split('-')[0] ?? '';
  if (!/^[a-z]{2,3}$/.test(language)) return;
  storage.write('tellingChoice', { language, kind: storage.read('tellingChoice')?.kind ?? 'standard' });
  dropParameter(LINKED_LANGUAGE);
}

function wantedLanguage(): Language {
  return storage.read('language') ?? languageFrom(readLanguages());
}

async function show(language: Language): Promise<boolean> {
  try {
    await showLanguage(language);
  } catch {
    return false;
  }
  // Another one may have been chosen meanwhile.
  if (shownLanguage() !== language) return true;
  setPageLanguage(language);
  return true;
}
