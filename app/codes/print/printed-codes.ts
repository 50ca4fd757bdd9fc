import type { Place } from '../../../contracts/place.ts';
import { placeCode } from '../../../contracts/place-code.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { codePath } from '../open-code.ts';

/** The papers: sheets of several codes to cut apart or to hand out, or a card for each place. */
export type Paper = 'a4' | 'a6';

/** Codes on a sheet of A4: three in a row, four rows. */
export const PER_SHEET = 12;

/** What is printed of a place. */
export interface PrintedCode {
  readonly id: PlaceId;
  readonly name: string;
  /** Its number in the order; undefined without one. */
  readonly step: number | undefined;
  readonly code: string;
  /** The address as people type it, without its scheme. */
  readonly address: string;
  /** The address that the QR code holds. */
  readonly url: string;
}

/** The places of a parcours whose codes lead visitors to a story, in the list's order; and how many others there are. */
export function printedCodes(
  list: readonly Place[],
  parcoursId: ParcoursId,
  origin: string,
): { readonly codes: readonly PrintedCode[]; readonly left: number } {
  const own = list.filter(({ map }) => map.id === parcoursId);
  const told = own.filter(({ media, held }) => media !== null && held === undefined);
  const codes = told.map(({ id, appelation, step }): PrintedCode => {
    const code = placeCode(id);
    const url = origin + codePath(code);
    return { id, name: appelation, step, code, address: url.replace(/^https?:\/\//, ''), url };
  });
  return { codes, left: own.length - told.length };
}

/** The codes of each page of a paper. */
export function pagesOf(codes: readonly PrintedCode[], paper: Paper): readonly (readonly PrintedCode[])[] {
  const perPage = paper === 'a4' ? PER_SHEET : 1;
  return Array.from({ length: Math.ceil(codes.length / perPage) }, (_, page) =>
    codes.slice(page * perPage, (page + 1) * perPage),
  );
}
