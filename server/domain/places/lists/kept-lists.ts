import type { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import type { Reader } from '../../../store/database.ts';
import { findListed, type ListedParcoursRow, listForAll, measureForAll } from '../../../store/lists/listed-places.ts';
import type { PlaceWithMediaRow } from '../../../store/places.ts';
import { createLimit, createLock, type Lock } from '../../lock.ts';
import { expectListable, type PlaceBounds } from '../place-bounds.ts';
import { type Deflated, deflateOnce } from './gzip-pieces.ts';
import { type PlacesText, printPlaces } from './places-text.ts';

/** Most bytes of lists that are kept. */
const KEPT_BYTES_MAX = 64 * 2 ** 20;
/** Texts that are compressed at the same time. Each takes a quarter of a megabyte meanwhile, however short it is. */
const COMPRESSED_MAX = 4;

/** The printed places of one parcours, all or some, with a compressed copy from when somebody first asked for that. */
export interface KeptText extends PlacesText {
  deflate(): Promise<Deflated>;
}

/** What one account finds in a list. */
export interface ShownPlaces {
  readonly texts: readonly KeptText[];
  /** Changes with whatever the account finds there. */
  readonly version: string;
}

/** Lists of places, each made once for each version of its parcours. */
export interface KeptLists {
  /**
   * The places of those of these parcours that the account may see as a member. What the account may see, and the version of
   * each list, come from the database each time.
   *
   * @throws AppError `too_large` for more shapes than one list may have.
   */
  show(accountId: UserId, parcoursIds: readonly ParcoursId[]): Promise<ShownPlaces>;
}

interface KeptList {
  readonly version: string;
  /** What all members see. */
  readonly approved: KeptText;
  /** One by one, what is shown to its author, and to those who may approve it. */
  readonly waiting: readonly { readonly author: UserId | null; readonly text: KeptText }[];
  readonly shapeBytes: number;
  /** Of the memory that it takes. */
  readonly bytes: number;
}

/** Keeps lists in this process, those that were asked for last. */
export function createKeptLists(reader: Reader, bounds: PlaceBounds, bytesMax = KEPT_BYTES_MAX): KeptLists {
  /** The newest of each parcours, those that nobody has asked for longest first. */
  const kept = new Map<ParcoursId, KeptList>();
  const beingMade = new Map<string, Promise<KeptList>>();
  /** One after the other, so that eight large ones need no more memory at once than one. */
  const inTurn = createLock();
  const compressing = createLimit(COMPRESSED_MAX);
  let total = 0;

  function remove(id: ParcoursId): void {
    total -= kept.get(id)?.bytes ?? 0;
    kept.delete(id);
  }

  function keep(id: ParcoursId, list: KeptList): void {
    remove(id);
    kept.set(id, list);
    total += list.bytes;
    for (const oldest of kept.keys()) {
      if (total <= bytesMax) return;
      remove(oldest);
    }
  }

  function find({ parcours_id, version }: ListedParcoursRow): KeptList | undefined {
    const list = kept.get(parcours_id);
    if (list?.version !== version) return undefined;
    kept.delete(parcours_id);
    kept.set(parcours_id, list);
    return list;
  }

  /** What is read is as new as the version, or newer: then the next request has another version. */
  function make({ parcours_id, version }: ListedParcoursRow): Promise<KeptList> {
    const key = `${parcours_id} ${version}`;
    const running = beingMade.get(key);
    if (running !== undefined) return running;
    const made = inTurn(() => readList(reader, compressing, parcours_id, version));
    beingMade.set(key, made);
    void made.then(
      (list) => {
        beingMade.delete(key);
        keep(parcours_id, list);
      },
      () => beingMade.delete(key),
    );
    return made;
  }

  return {
    show: async (accountId, parcoursIds) => {
      const rows = await findListed(reader, parcoursIds, accountId);
      const found = rows.map((row) => ({ row, list: find(row) }));
      const unknown = found.filter(({ list }) => list === undefined).map(({ row }) => row.parcours_id);
      const unread = unknown.length === 0 ? 0 : (await measureForAll(reader, unknown)).shapeBytes;
      expectListable(
        found.reduce((sum, { list }) => sum + (list?.shapeBytes ?? 0), unread),
        bounds,
      );
      // Another request may have made it meanwhile.
      const lists = await Promise.all(found.map(({ row, list }) => list ?? find(row) ?? make(row)));
      return showLists(rows, lists, accountId);
    },
  };
}

function showLists(rows: readonly ListedParcoursRow[], lists: readonly KeptList[], accountId: UserId): ShownPlaces {
  const texts: KeptText[] = [];
  const versions: string[] = [];
  for (const [index, { approved, waiting, version }] of lists.entries()) {
    const privilege = rows[index]?.privilege;
    const isApprover = privilege === 'editor' || privilege === 'admin';
    const shown = waiting.filter(({ author }) => isApprover || author === accountId).map(({ text }) => text);
    texts.push(approved, ...shown);
    versions.push(version, shown.map(({ ids }) => ids[0]).join());
  }
  return { texts: texts.filter(({ ids }) => ids.length > 0), version: versions.join(' ') };
}

async function readList(reader: Reader, compressing: Lock, id: ParcoursId, version: string): Promise<KeptList> {
  const rows = await listForAll(reader, id);
  const print = async (rows: readonly PlaceWithMediaRow[]): Promise<KeptText> =>
    compressible(await printPlaces(rows), compressing);
  const approved = await print(rows.filter(({ approval }) => approval === null));
  const waiting: { author: UserId | null; text: KeptText }[] = [];
  for (const row of rows) {
    if (row.approval !== null) waiting.push({ author: row.author_id, text: await print([row]) });
  }
  const texts = [approved, ...waiting.map(({ text }) => text)];
  const sum = (of: (text: KeptText) => number): number => texts.reduce((total, text) => total + of(text), 0);
  return {
    version,
    approved,
    waiting,
    shapeBytes: sum(({ shapeBytes }) => shapeBytes),
    // With their compressed copies, which are smaller.
    bytes:
      2 * sum(({ bytes, ids, starts, holes }) => bytes.length + ids.byteLength + starts.byteLength + holes.byteLength),
  };
}

function compressible(text: PlacesText, compressing: Lock): KeptText {
  let deflated: Promise<Deflated> | undefined;
  return {
    ...text,
    deflate: () => {
      deflated ??= compressing(() => deflateOnce(text.bytes));
      return deflated;
    },
  };
}
