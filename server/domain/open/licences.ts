import type { LICENCES } from '../../../contracts/telling.ts';
import type { OpenWords } from './open-words.ts';

type Licence = (typeof LICENCES)[number];

/** The address of a licence's text; null if all rights are reserved. */
export function licenceUrl(licence: Licence): string | null {
  if (licence === 'reserved') return null;
  if (licence === 'cc0') return 'https://creativecommons.org/publicdomain/zero/1.0/';
  return `https://creativecommons.org/licenses/${licence.slice('cc-'.length)}/4.0/`;
}

/** Names a licence. */
export function nameLicence(licence: Licence, words: OpenWords): string {
  if (licence === 'reserved') return words.reserved;
  if (licence === 'cc0') return words.publicDomain;
  return `CC ${licence.slice('cc-'.length).toUpperCase()} 4.0`;
}
