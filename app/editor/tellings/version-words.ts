import { readTellingCode, type TellingKey } from '../../../contracts/telling.ts';
import { nameTelling } from '../../tellings/tellings-words.ts';
import { labelLanguage } from '../../ui/language-names.ts';
import { isPlaceItself, type TextField } from './telling-draft.ts';
import { tellingsStrings } from './tellings-words.ts';

/** Returns the displayed name of a version: 'Anglais · Pour les enfants'. @param first the parcours' first language */
export function nameVersion(key: TellingKey, first: string): string {
  return isPlaceItself(key, first) ? tellingsStrings.itself(labelLanguage(key.language)) : nameTelling(key);
}

/** Returns {@link nameVersion} of a version that is given by its code. */
export function nameCode(code: string, first: string): string {
  return nameVersion(readTellingCode(code), first);
}

/** Returns the displayed name of a text. */
export function nameField(field: TextField): string {
  if (field === 'name' || field === 'text' || field === 'link') return tellingsStrings[field];
  return field === 'transcript' || field === 'approval' ? tellingsStrings.transcript : tellingsStrings.pictures;
}
