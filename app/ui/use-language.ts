import { useSyncExternalStore } from 'react';
import type { Language } from '../../contracts/vocabulary.ts';
import { onLanguage, shownLanguage } from './language.ts';

/** The language of the interface, for a component, which is rendered again in each. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, shownLanguage, shownLanguage);
}
