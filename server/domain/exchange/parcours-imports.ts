import { DEFAULT_PLACE_TITLE, UNDELETE_DAYS } from '../../../contracts/limits.ts';
import type { CreatedParcours } from '../../../contracts/parcours.ts';
import type { ExportedParcours, ExportedPlace, ExportedSound } from '../../../contracts/parcours-file.ts';
import { mayCreateParcours, mayPlan } from '../../../contracts/permissions.ts';
import type { TellingKey } from '../../../contracts/telling.ts';
import type { ParcoursId, PictureId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Transactor } from '../../store/database.ts';
import type { MediaFiles } from '../../store/files.ts';
import { insertImage, putMedia } from '../../store/media.ts';
import { findParcours, insertParcours, putMembership, setParcoursWords, updateParcours } from '../../store/parcours.ts';
import { insertPicture, type PictureFileRow } from '../../store/pictures.ts';
import { setSteps } from '../../store/place-steps.ts';
import { insertPlace, setPlaceMedia } from '../../store/places.ts';
import { putTelling, setPictureWords } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { type Act, addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { findOutcome, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import { imageAddress } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota } from '../media/quota.ts';
import { purgeParcours } from '../moderation/deleted-items.ts';
import { expectFewMemberships, privilegeOn } from '../parcours/parcours.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from '../places/place-bounds.ts';
import { type FoundParcours, readParcoursFile } from './read-file.ts';
import { type OpenedZip, openZip } from './read-zip.ts';
import { createUnpackFiles, type UnpackFiles } from './unpack-files.ts';

/** Places added in one transaction, while nobody else writes. */
const PLACES_AT_ONCE = 100;
/** How long an import of a call may take, since the next one waits for it. */
const CALL_MS_MAX = 4 * 60_000;
/** Delay before another try of one that took too long. */
const RETRY_S = 600;

interface ParcoursImportsParts {
  readonly database: Database;
  readonly files: MediaFiles;
  readonly played: PlayedMedia;
  readonly quota: Pick<Quota, 'check'>;
  readonly space: PlaceSpace;
  /** The queues of imports and of pictures. */
  readonly takeTurn: FairQueue;
  readonly takePictureTurn: FairQueue;
  /** Called when sounds were stored, of which waveforms and renditions are to be made. */
  readonly onSounds: () => void;
  readonly clock: Clock;
}

/** How an import is asked for. */
export interface ImportRequest {
  /** The request's Idempotency-Key. */
  readonly key?: string | undefined;
  /** Who asks, for the audit log, if that is not the caller. */
  readonly noted?: Pick<Act, 'by' | 'detail'>;
  /** Aborted once nobody waits for the import any more; without one, it takes as long as it needs. */
  readonly left?: AbortSignal;
}

/** The result of an import. */
export interface ImportedParcours {
  readonly newParcours: CreatedParcours;
  /** Number of planned places that were left out. */
  readonly leftOut: number;
}

/** A place of the file with its new row. */
interface NewPlace {
  readonly id: PlaceId;
  readonly place: ExportedPlace;
}

/** Parcours that come from ZIPs. */
export type ParcoursImports = ReturnType<typeof createParcoursImports>;

/** The imports into this database. */
export function createParcoursImports(parts: ParcoursImportsParts) {
  const { database, played, quota, space, clock } = parts;

  /**
   * Adds a parcours without its places. Nobody sees it before {@link publish}: it counts as one that was deleted long ago,
   * so that housekeeping deletes it within days if this server is killed.
   */
  async function addParcours(caller: Caller, { name, description, drop_ici }: ExportedParcours): Promise<ParcoursId> {
    const { about, needs_approval } = drop_ici;
    return database.transact(
      async (tx) => {
        await expectFewMemberships(tx, caller.id);
        const texts = { title: name, description, image_url: null };
        const id = await insertParcours(tx, { ...texts, created_at: stamp(clock) });
        const facts = Object.keys(about.facts).length === 0 ? null : JSON.stringify(about.facts);
        const deleted_at = daysAgo(clock, UNDELETE_DAYS - 1);
        await updateParcours(tx, id, { language: about.language, facts, needs_approval, deleted_at });
        await setParcoursWords(tx, id, about.translations);
        return id;
      },
      { account: caller.id },
    );
  }

  /** Adds places with their words, without sounds and pictures. */
  async function addPlaces(
    caller: Caller,
    id: ParcoursId,
    features: readonly ExportedPlace[],
    signal: AbortSignal | undefined,
  ): Promise<NewPlace[]> {
    const places: NewPlace[] = [];
    for (let from = 0; from < features.length; from += PLACES_AT_ONCE) {
      signal?.throwIfAborted();
      const some = features.slice(from, from + PLACES_AT_ONCE);
      const added = await database.transact(
        async (tx) => {
          const rows: NewPlace[] = [];
          for (const place of some) rows.push({ id: await addPlace(tx, caller, id, place), place });
          return rows;
        },
        { account: caller.id, parcours: id },
      );
      places.push(...added);
    }
    return places;
  }

  async function addPlace(
    tx: Transactor,
    caller: Caller,
    parcours_id: ParcoursId,
    { geometry, properties: { name, drop_ici } }: ExportedPlace,
  ): Promise<PlaceId> {
    const now = stamp(clock);
    const id = await insertPlace(tx, {
      ...{ parcours_id, author_id: caller.id, created_at: now },
      name: name === '' ? DEFAULT_PLACE_TITLE : name,
      kind: drop_ici.type,
      geometry: JSON.stringify(geometry),
      media_sha256: null,
      ...(drop_ici.planned ? { is_planned: true } : {}),
    });
    for (const { language, kind, name, text, link, transcript } of drop_ici.tellings) {
      const words = { name, text, link, transcript: transcript?.vtt ?? null };
      const state = { transcript_state: transcript?.state ?? null, changed_at: now, changed_by: caller.id };
      await putTelling(tx, id, { language, kind }, { ...words, ...state }, now);
    }
    return id;
  }

  /** Stores the sounds, each once, and gives them to the places and tellings that play them. */
  async function addSounds(
    caller: Caller,
    zip: OpenedZip,
    unpack: UnpackFiles,
    { sounds }: FoundParcours,
    places: readonly NewPlace[],
  ) {
    const players = playersOf(places);
    for (const sound of sounds) {
      await unpack.sound(zip, sound, async (path, { name, sizeBytes, durationS }) => {
        const now = stamp(clock);
        await played.add(
          path,
          name,
          async () => undefined,
          async (tx) => {
            const uploaded = { uploader_id: caller.id, created_at: now };
            await putMedia(tx, { ...name, size_bytes: sizeBytes, duration_s: durationS, ...uploaded });
            await quota.check(tx, caller.id);
            for (const { id, key } of players.get(sound.sha256) ?? []) {
              if (key === null) await setPlaceMedia(tx, id, name.sha256, caller.id);
              else await putTelling(tx, id, key, { media_sha256: name.sha256, audio_by: caller.id }, now);
            }
            return { result: 'stored' as const, released: [] };
          },
        );
      });
    }
    if (sounds.length > 0) parts.onSounds();
  }

  /** Stores the pictures of places, and what tellings say of them. */
  async function addPictures(caller: Caller, zip: OpenedZip, unpack: UnpackFiles, places: readonly NewPlace[]) {
    for (const { id: placeId, place } of places) {
      const { pictures, tellings } = place.properties.drop_ici;
      const ids: PictureId[] = [];
      for (const picture of pictures) {
        await unpack.picture(zip, picture, async (arriving) => {
          const rows = picture.files.map(({ width, sha256, bytes }, index) => ({
            // Unpacked files have the extension of their type.
            type: (arriving[index]?.name.extension ?? 'jpg') as PictureFileRow['type'],
            ...{ width, sha256, size_bytes: bytes },
          }));
          const { credit, width, height } = picture;
          const made = { credit, width, height, uploader_id: caller.id, created_at: stamp(clock) };
          const id = await played.addPicture(arriving, async (tx) => {
            const id = await insertPicture(tx, { place_id: placeId, ...made }, rows);
            await quota.check(tx, caller.id);
            return { result: id, released: [] };
          });
          ids.push(id);
        });
      }
      if (ids.length === 0) continue;
      await database.transact(async (tx) => {
        for (const telling of tellings) {
          const words = telling.pictures.flatMap(({ picture, description }) => {
            const picture_id = ids[picture];
            return picture_id === undefined ? [] : [{ picture_id, description }];
          });
          if (words.length > 0) await setPictureWords(tx, placeId, telling, words);
        }
      });
    }
  }

  async function addImage(
    caller: Caller,
    zip: OpenedZip,
    unpack: UnpackFiles,
    id: ParcoursId,
    { drop_ici }: ExportedParcours,
  ) {
    const { image } = drop_ici;
    if (image === null) return;
    await unpack.image(zip, image, ({ path, name }) =>
      played.add(
        path,
        name,
        async () => undefined,
        async (tx) => {
          const row = { sha256: name.sha256, size_bytes: image.bytes, uploader_id: caller.id };
          await insertImage(tx, { ...row, parcours_id: id, created_at: stamp(clock) });
          await updateParcours(tx, id, { image_url: imageAddress(name.sha256) });
          await quota.check(tx, caller.id);
          return { result: 'stored' as const, released: [] };
        },
      ),
    );
  }

  /** Lets its admin see a parcours that is whole, within the limits of all parcours. */
  async function publish(
    caller: Caller,
    { id, places }: { readonly id: ParcoursId; readonly places: readonly NewPlace[] },
    {
      request,
      leftOut,
      noted,
    }: {
      readonly request: RepeatableRequest<'importParcours'>;
      readonly leftOut: number;
      readonly noted: Pick<Act, 'by' | 'detail'>;
    },
  ): Promise<void> {
    const stepOf = ({ place }: NewPlace): number => place.properties.drop_ici.step ?? 0;
    const ordered = places.filter((place) => stepOf(place) > 0).sort((one, other) => stepOf(one) - stepOf(other));
    await database.transact(
      async (tx) => {
        await expectFewMemberships(tx, caller.id);
        await setSteps(
          tx,
          id,
          ordered.map((place) => place.id),
        );
        await putMembership(tx, {
          ...{ parcours_id: id, account_id: caller.id, privilege: 'admin' as const, joined_at: stamp(clock) },
        });
        await updateParcours(tx, id, { deleted_at: null });
        await expectWithinBounds(tx, space, id, caller);
        await expectWithinAuthorBounds(tx, space, caller.id);
        await addToAuditLog(tx, clock, { action: 'map_imported', ...noted, account: caller.id, parcours: id });
        await saveOutcome(tx, clock, request, { parcoursId: id, leftOut });
      },
      { account: caller.id, parcours: id },
    );
  }

  async function importFound(
    caller: Caller,
    zip: OpenedZip,
    found: FoundParcours,
    request: RepeatableRequest<'importParcours'>,
    { noted = { by: caller }, signal }: Pick<ImportRequest, 'noted'> & { readonly signal: AbortSignal | undefined },
  ): Promise<ImportedParcours> {
    const bytes = [...found.sounds, ...found.pictures].reduce((sum, file) => sum + file.bytes, 0);
    await space.disk.expectRoom(bytes);
    const plans = mayPlan(caller.role, 'admin');
    const kept = found.parcours.features.filter(({ properties }) => plans || !properties.drop_ici.planned);
    const leftOut = found.parcours.features.length - kept.length;
    const id = await addParcours(caller, found.parcours);
    try {
      const places = await addPlaces(caller, id, kept, signal);
      const unpack = createUnpackFiles(parts.files, parts.takePictureTurn, ownerOf(caller));
      await addImage(caller, zip, unpack, id, found.parcours);
      await addPictures(caller, zip, unpack, places);
      await addSounds(caller, zip, unpack, found, places);
      signal?.throwIfAborted();
      await publish(caller, { id, places }, { request, leftOut, noted });
    } catch (error) {
      // If this fails, too, housekeeping deletes it.
      await played.release((tx) => purgeParcours(tx, id)).catch(() => undefined);
      throw error;
    }
    const { name: title, description } = found.parcours;
    return { newParcours: { id, title, description, privilege: 'admin' }, leftOut };
  }

  return {
    /**
     * Makes a new parcours of the ZIP of another, for the caller, who becomes its only member and the author of all in it.
     * After a failure, or once `left` is aborted, nothing of it is left. A retry with the same key makes nothing and returns the first one. Planned
     * places are left out for a caller who may not plan.
     * @param path a complete file. It is not moved; the caller removes it.
     * @throws AppError `forbidden` for guests; `invalid_request`, `invalid_audio`, `invalid_image` with words about the
     * first fault of the ZIP; `conflict`, `not_found`, `too_many`, `map_full`, `quota_exceeded`, `disk_full`, `busy`.
     */
    importZip: async (
      caller: Caller,
      path: string,
      { key, noted, left }: ImportRequest = {},
    ): Promise<ImportedParcours> => {
      if (!mayCreateParcours(caller.role)) throw new AppError('forbidden', 'A guest cannot create a parcours');
      return parts.takeTurn(ownerOf(caller), async () => {
        left?.throwIfAborted();
        const { signal, end } = limitTime(left);
        const zip = await openZip(path, signal).catch((error: unknown) => {
          end();
          throw error;
        });
        try {
          const found = await readParcoursFile(zip, space);
          const { fingerprint } = found;
          const request: RepeatableRequest<'importParcours'> = { caller, call: 'importParcours', key, fingerprint };
          const made = await findOutcome(database.reader, clock, request);
          if (made === undefined)
            return await importFound(caller, zip, found, request, { ...(noted && { noted }), signal });
          const privilege = await privilegeOn(database.reader, made.parcoursId, caller);
          const first = await findParcours(database.reader, made.parcoursId);
          if (first === undefined || privilege === null) throw new AppError('not_found', 'The import has been deleted');
          const { id, title, description } = first;
          return { newParcours: { id, title, description, privilege }, leftOut: made.leftOut };
        } finally {
          end();
          zip.close();
        }
      });
    },
  };
}

/** Adds the time limit of a call to its signal; without a signal there is none. `end` stops the clock. */
function limitTime(left: AbortSignal | undefined) {
  if (left === undefined) return { signal: undefined, end: () => undefined };
  const limit = new AbortController();
  const tooLong = new AppError('busy', `The import took longer than ${CALL_MS_MAX / 60_000} minutes`, {
    retryAfterS: RETRY_S,
  });
  const timer = setTimeout(() => limit.abort(tooLong), CALL_MS_MAX);
  return { signal: AbortSignal.any([left, limit.signal]), end: () => clearTimeout(timer) };
}

/** Returns what plays each sound, by its SHA-256: places, and tellings of places. */
function playersOf(
  places: readonly NewPlace[],
): ReadonlyMap<string, { readonly id: PlaceId; readonly key: TellingKey | null }[]> {
  const players = new Map<string, { readonly id: PlaceId; readonly key: TellingKey | null }[]>();
  const add = (id: PlaceId, key: TellingKey | null, sound: ExportedSound | null): void => {
    if (sound === null) return;
    const others = players.get(sound.sha256) ?? [];
    players.set(sound.sha256, [...others, { id, key }]);
  };
  for (const { id, place } of places) {
    const { sound, tellings } = place.properties.drop_ici;
    add(id, null, sound);
    for (const { language, kind, sound } of tellings) add(id, { language, kind }, sound);
  }
  return players;
}
