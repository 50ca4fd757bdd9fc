import type { Privilege } from '../../../contracts/vocabulary.ts';
import { paneStrings } from './panes.ts';
import { privilegeStrings } from './privileges.ts';

/** Privileges as options to choose from, each explained. */
export function privilegeOptions(privileges: readonly Privilege[]) {
  return privileges.map((privilege) => ({
    value: privilege,
    label: privilegeStrings[privilege],
    lang: 'en',
    hint: paneStrings.privilegeTexts[privilege],
  }));
}
