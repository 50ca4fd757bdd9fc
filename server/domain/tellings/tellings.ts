import { mayChangePlace, mayReadParcours } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { PlaceWords, Telling } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { findAnyPlace, type PlaceWithMediaRow } from '../../store/places.ts';
import { deleteTelling, findTelling, listPictureIds, putTelling, setPictureWords } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { type Caller, isOpenReader, type ParcoursReader, type SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { MediaLinks } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import { askApprovalAgain, changeablePlace, existingPlace, readablePlace } from '../places/changeable-place.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from '../places/place-bounds.ts';
import { settlePlan } from '../places/planned-places.ts';
import { readPlaceWords, readTelling, saysNothing } from './place-words.ts';
import { expectFewTellings, isPlaceItself } from './telling-sounds.ts';

interface TellingsParts {
  readonly database: Database;
  readonly links: MediaLinks;
  readonly played: PlayedMedia;
  readonly space: PlaceSpace;
  readonly clock: Clock;
}

/** What single places say beside name and sound, and its changes. */
export function createTellings({ database, links, played, space, clock }: TellingsParts) {
  /** Runs `work`, which changes a telling, by the rules of any change of its place. */
  async function change(
    caller: SessionCaller,
    { placeId, language, kind }: CallParsed<'changeTelling'>['params'],
    work: (tx: Transactor, place: PlaceWithMediaRow) => Promise<void>,
  ): Promise<Telling> {
    const key = { language, kind };
    await space.disk.expectRoom(0);
    return database.transact(async (tx) => {
      const place = await changeablePlace(tx, caller, placeId);
      const sign = links.signFor(caller);
      const before = await readTelling(tx, placeId, key, sign);
      await work(tx, place);
      const after = await readTelling(tx, placeId, key, sign);
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      if (saysNothing(after)) await deleteTelling(tx, placeId, key);
      else {
        await expectFewTellings(tx, placeId);
        const now = stamp(clock);
        if (!isSame) await putTelling(tx, placeId, key, { changed_at: now, changed_by: caller.id }, now);
      }
      if (!isSame) await noteChange(tx, caller, place);
      // Only for longer texts, so that a parcours that was filled under wider limits can still be cleared up.
      if (bytesOf(after) > bytesOf(before)) {
        await expectWithinBounds(tx, space, place.parcours_id, caller);
        await expectWithinAuthorBounds(tx, space, caller.id);
      }
      return after;
    });
  }

  /** An approved place said something else. */
  async function noteChange(tx: Transactor, caller: Caller, place: PlaceWithMediaRow): Promise<void> {
    await askApprovalAgain(tx, caller, place);
    await settlePlan(tx, clock, place.id);
  }

  return {
    /**
     * Returns what a place says, to those who may change it with drafts of transcripts. For moderation, the site's admins
     * also read any place but another account's draft.
     * @throws AppError `not_found`, also if the caller may not see it; `forbidden` for non-members.
     */
    read: async (caller: ParcoursReader, id: PlaceId): Promise<PlaceWords> => {
      const { reader } = database;
      const sign = links.signFor(caller);
      if (isOpenReader(caller)) {
        await readablePlace(reader, caller, id);
        return readPlaceWords(reader, id, { sign, seesDrafts: false });
      }
      const moderated = caller.role === 'admin' ? await findAnyPlace(reader, id) : undefined;
      const moderates = moderated !== undefined && !moderated.is_draft;
      const place = moderates ? moderated : await existingPlace(reader, caller, id);
      const privilege = await findPrivilege(reader, place.parcours_id, caller.id);
      if (!moderates && !mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see place ${id}`);
      const seesDrafts = mayChangePlace(caller.role, privilege, place.author_id === caller.id);
      return readPlaceWords(reader, id, { sign, seesDrafts });
    },

    /**
     * Writes the text of a telling; pictures that `text` doesn't name lose their description.
     * @throws AppError `not_found`, also for a picture of another place; `forbidden`, `too_many`, `map_full`,
     * `quota_exceeded`, `disk_full`.
     */
    changeText: (
      caller: SessionCaller,
      key: CallParsed<'changeTelling'>['params'],
      { name, text, link, pictures }: CallParsed<'changeTelling'>['body'],
    ): Promise<Telling> =>
      change(caller, key, async (tx, place) => {
        const own = new Set(await listPictureIds(tx, place.id));
        const described = new Map(pictures.map(({ id, description }) => [id, description]));
        const unknown = [...described.keys()].find((id) => !own.has(id));
        if (unknown !== undefined) throw new AppError('not_found', `Place ${place.id} has no picture ${unknown}`);
        const isPlace = await isPlaceItself(tx, place, key);
        await putTelling(tx, place.id, key, { name: isPlace ? '' : name, text, link }, stamp(clock));
        const words = [...described].map(([picture_id, description]) => ({ picture_id, description }));
        await setPictureWords(
          tx,
          place.id,
          key,
          words.filter(({ description }) => description !== ''),
        );
      }),

    /** Writes or deletes a transcript. @throws AppError `not_found`, `forbidden`, `too_many`, `map_full`, `quota_exceeded`, `disk_full`. */
    changeTranscript: (
      caller: SessionCaller,
      key: CallParsed<'changeTranscript'>['params'],
      { transcript }: CallParsed<'changeTranscript'>['body'],
    ): Promise<Telling> =>
      change(caller, key, (tx, place) =>
        putTelling(
          tx,
          place.id,
          key,
          { transcript: transcript?.vtt ?? null, transcript_state: transcript?.state ?? null },
          stamp(clock),
        ),
      ),

    /** Deletes a telling, with its sound if nothing else plays it. @throws AppError `not_found`, `forbidden`. */
    delete: (caller: Caller, { placeId, ...key }: CallParsed<'deleteTelling'>['params']): Promise<void> =>
      played.release(async (tx) => {
        const place = await changeablePlace(tx, caller, placeId);
        const telling = await findTelling(tx, placeId, key);
        if (telling === undefined) {
          throw new AppError('not_found', `Place ${placeId} has no telling ${key.language}.${key.kind}`);
        }
        await deleteTelling(tx, placeId, key);
        await noteChange(tx, caller, place);
        return { result: undefined, released: [telling.media_sha256] };
      }),
  };
}

/** Bytes of a telling that count for the bounds. */
function bytesOf({ name, text, link, transcript, pictures }: Telling): number {
  const described = pictures.map(({ description }) => description);
  return Buffer.byteLength([name, text, link ?? '', transcript?.vtt ?? '', ...described].join(''));
}
