import { useSnapshot } from 'valtio';
import { nameParcours, wantedOf } from '../../contracts/pick-telling.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { langOf, shownLanguage } from '../ui/language.ts';
import { choice } from './choice.ts';
import { words } from './words.ts';

/** Returns name and description of a parcours as this walker reads them, and their `lang`; empty without a parcours. */
export function useParcoursName(
  parcours: { readonly id: ParcoursId; readonly name: string; readonly description: string } | undefined,
): { readonly name: string; readonly description: string; readonly lang: string | undefined } {
  const { byMap } = useSnapshot(words);
  const { wanted } = useSnapshot(choice);
  if (parcours === undefined) return { name: '', description: '', lang: undefined };
  const own = byMap.get(parcours.id);
  const language = own === undefined ? shownLanguage() : wantedOf(wanted, shownLanguage(), own).language;
  const named = nameParcours(parcours, language, own?.about);
  return { name: named.name, description: named.description, lang: langOf(named.language) };
}
