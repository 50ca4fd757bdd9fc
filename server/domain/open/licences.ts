import type { LICENCES } from '../../../contracts/telling.ts';
import { LICENCE_TEXTS } from '../licences.ts';
import type { OpenWords } from './open-words.ts';

type Licence = (typeof LICENCES)[number];

/** The address of a licence's text; null if all rights are reserved. */
export function licenceUrl(licence: Licence): string | null {
  return licence === 'reserved' ? null : LICENCE_TEXTS[licence][1];
}

/** Names a licence. */
export function nameLicence(licence: Licence, words: OpenWords): string {
  if (licence === 'reserved') return words.reserved;
  return licence === 'cc0' ? words.publicDomain : LICENCE_TEXTS[licence][0];
}
