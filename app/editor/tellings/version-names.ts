import { readTellingCode, type TellingKey } from '../../../contracts/telling.ts';
import { nameLanguage } from '../../ui/language-names.ts';
import { isPlaceItself } from './telling-draft.ts';
import { tellingsStrings } from './tellings-words.ts';

/** Returns the displayed name of a version: 'Anglais · pour les enfants'. @param first the parcours' first language */
export function nameVersion(key: TellingKey, first: string): string {
  const language = nameLanguage(key.language);
  if (isPlaceItself(key, first)) return tellingsStrings.itself(language);
  return tellingsStrings.versionOf(language, tellingsStrings.kinds[key.kind]);
}

/** Returns {@link nameVersion} of a version that is given by its code. */
export function nameCode(code: string, first: string): string {
  return nameVersion(readTellingCode(code), first);
}
