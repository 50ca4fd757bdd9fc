import { randomUUID } from 'node:crypto';
import type { Position } from '../../../contracts/geo.ts';
import type { Slug } from '../../../contracts/open-parcours.ts';
import { foldText } from '../../../contracts/plain-text.ts';
import type { Language, ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import {
  listCatalogue,
  listCatalogueNames,
  listCatalogueStarts,
  summarizeCatalogue,
} from '../../store/open-parcours.ts';

/** The catalogue at some moment. */
export interface Catalogue {
  /** By name. */
  readonly entries: readonly CatalogueEntry[];
  /** Changes whenever it was read again. */
  readonly version: string;
}

/** A parcours in the catalogue. */
export interface CatalogueEntry {
  readonly id: ParcoursId;
  readonly slug: Slug;
  readonly name: string;
  readonly description: string;
  /** That of name and description. */
  readonly language: string;
  readonly stories: number;
  readonly audioS: number;
  /** The position of its first place, of a zone that of a corner; null if it was just closed. */
  readonly start: Position | null;
  /** Name and description as `foldText` folds them, for searches. */
  readonly folded: string;
}

/** Lists the catalogue by name, in this language where parcours have a name in it; without parcours that have no place. */
export async function readOpenCatalogue(reader: Reader, language: Language): Promise<Catalogue> {
  const rows = await listCatalogue(reader);
  const counted = new Map((await summarizeCatalogue(reader)).map((one) => [one.parcours_id, one]));
  const named = new Map((await listCatalogueNames(reader, language)).map((one) => [one.parcours_id, one]));
  const starts = new Map((await listCatalogueStarts(reader)).map(({ parcours_id, begins }) => [parcours_id, begins]));
  const entries = rows.flatMap((row): CatalogueEntry[] => {
    const summary = counted.get(row.id);
    if (summary === undefined) return [];
    const told = row.language === language ? undefined : named.get(row.id);
    const [name, description] = [told?.name ?? row.title, told?.description || row.description];
    return [
      {
        ...{ id: row.id, slug: row.slug, stories: summary.stories, audioS: summary.audio_s },
        ...{ name, description, language: told?.language ?? row.language },
        start: startOf(starts.get(row.id) ?? ''),
        folded: foldText(`${name} ${description}`),
      },
    ];
  });
  const { compare } = new Intl.Collator(language);
  return { entries: entries.sort((a, b) => compare(a.name, b.name)), version: randomUUID() };
}

/** The first position of a shape. @param begins its GeoJSON text, which needs no end: a zone's is long */
function startOf(begins: string): Position | null {
  const [, lng, lat] = /\[(-?\d[^,[\]]*),(-?\d[^,[\]]*)/.exec(begins) ?? [];
  return lng === undefined || lat === undefined ? null : [Number(lng), Number(lat)];
}
