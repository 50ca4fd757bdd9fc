import type { PlaceOrigin } from '../../../contracts/calls/many-calls.ts';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import { mayDrop, mayEditParcours } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId, Privilege, UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { deleteListensOfPlaces } from '../../store/listens.ts';
import { findMember } from '../../store/parcours.ts';
import { listSeenIds } from '../../store/place-steps.ts';
import { deleteVersions, listVersionsOfPlaces, type VersionAudio } from '../../store/place-versions.ts';
import { changePlace, changePlaces, findAnyPlaces, listOrigins, type PlaceRow } from '../../store/places.ts';
import { detachParted } from '../../store/planned-places.ts';
import { isAnyTold, listTellingSounds } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import { existingParcours, expectUndisputed, privilegeOn } from '../parcours/parcours.ts';
import { approvalAfterChange } from './changeable-place.ts';
import { hideKnownAudio } from './known-audio.ts';
import { expectWithinBounds, type PlaceSpace } from './place-bounds.ts';
import { noteVersion } from './place-versions.ts';
import { expectMayFill, settlePlan } from './planned-places.ts';

interface ManyPlacesParts {
  readonly database: Database;
  readonly played: PlayedMedia;
  readonly space: PlaceSpace;
  readonly clock: Clock;
}

/** Places of a parcours, and the caller's privilege there. */
interface PlacesOfParcours {
  readonly id: ParcoursId;
  readonly privilege: Privilege | null;
  readonly rows: readonly PlaceRow[];
}

/** What the editors of a parcours do with several of its places at once: those that they see, without drafts. */
export function createManyPlaces({ database, played, space, clock }: ManyPlacesParts) {
  /** Deletes places, which can be restored for some days. */
  const remove = async (tx: Transactor, caller: Caller, { id, privilege, rows }: PlacesOfParcours): Promise<void> => {
    for (const { id: place, author_id: account, media_sha256, is_planned } of rows) {
      const detail = `${is_planned ? 'planned, ' : ''}${media_sha256 === null ? 'without audio' : 'with its audio'}`;
      await addToAuditLog(tx, clock, { action: 'place_deleted', by: caller, account, parcours: id, place, detail });
    }
    const [own, others] = [
      rows.filter((row) => row.author_id === caller.id),
      rows.filter((row) => row.author_id !== caller.id),
    ];
    const deleted_at = stamp(clock);
    await changePlaces(
      tx,
      own.map((row) => row.id),
      { deleted_at, deleted_as: null },
    );
    await changePlaces(
      tx,
      others.map((row) => row.id),
      { deleted_at, deleted_as: privilege },
    );
  };

  const rename = async (
    tx: Transactor,
    caller: Caller,
    { rows }: PlacesOfParcours,
    names: ReadonlyMap<PlaceId, string>,
  ): Promise<(string | null)[]> => {
    const released: (string | null)[] = [];
    for (const place of rows) {
      const name = names.get(place.id) || DEFAULT_PLACE_TITLE;
      if (name === place.name) continue;
      if (!place.is_planned) released.push(...(await noteVersion(tx, clock, caller, place, { name })));
      await changePlace(tx, place.id, { name, approval: await approvalAfterChange(tx, caller, place) });
      await settlePlan(tx, clock, place.id);
    }
    return released;
  };

  /**
   * Moves the places whose authors and speakers may drop on the other parcours: nobody's voice gets to a
   * parcours where they can't delete it. Earlier versions that name, or let hear, somebody else go.
   * @returns the moved ones, and the audio of versions that went
   */
  const move = async (
    tx: Transactor,
    caller: Caller,
    { id, rows }: PlacesOfParcours,
    to: ParcoursId,
  ): Promise<{ readonly moved: readonly PlaceRow[]; readonly released: (string | null)[] }> => {
    await editorsPrivilege(tx, caller, to);
    if (to === id) return { moved: [], released: [] };
    const from = await existingParcours(tx, id);
    await expectUndisputed(tx, from);
    const answers = new Map<UserId, Promise<boolean>>();
    const mayFill = async (account: UserId | null): Promise<boolean> => {
      if (account === null) return true;
      const answer = answers.get(account) ?? mayDropOn(tx, to, account);
      answers.set(account, answer);
      return answer;
    };
    const [moved, unasked]: [PlaceRow[], PlaceId[]] = [[], []];
    const parting = new Set<PlaceId>();
    for (const sound of await listTellingSounds(
      tx,
      rows.map((row) => row.id),
    )) {
      if (!(await mayFill(sound.audio_by))) parting.add(sound.place_id);
    }
    for (const row of rows) {
      if (parting.has(row.id) || !(await mayFill(row.author_id)) || !(await mayFill(row.audio_by))) continue;
      moved.push(row);
      if (!(await mayFill(row.asked_id))) unasked.push(row.id);
    }
    const ids = moved.map((row) => row.id);
    // Which telling is the place itself depends on the first language: one would be lost.
    if (from.language !== (await existingParcours(tx, to)).language && (await isAnyTold(tx, ids))) {
      throw new AppError('conflict', `Parcours ${to} has another first language than tellings of places of ${id}`);
    }
    const parted: VersionAudio[] = [];
    for (const version of await listVersionsOfPlaces(tx, ids)) {
      if (!(await mayFill(version.audio_by)) || !(await mayFill(version.replaced_by))) parted.push(version);
    }
    const released = await deleteVersions(tx, parted);
    for (const { id: place, author_id: account } of moved) {
      const detail = `from map ${id}`;
      await addToAuditLog(tx, clock, { action: 'place_moved', by: caller, account, parcours: to, place, detail });
    }
    await detachParted(tx, ids);
    await changePlaces(tx, unasked, { asked_id: null });
    await changePlaces(tx, ids, { parcours_id: to, step: null });
    // Who heard them as members of one parcours isn't counted on another.
    await deleteListensOfPlaces(tx, ids);
    for (const { id: place } of moved) await hideKnownAudio(tx, clock, place);
    if (ids.length > 0) await expectWithinBounds(tx, space, to, caller);
    return { moved, released };
  };

  return {
    /** Lists who made the places of a parcours, and when. @throws AppError `not_found`, `forbidden`. */
    listOrigins: async (caller: Caller, id: ParcoursId): Promise<PlaceOrigin[]> => {
      const { reader } = database;
      await editorsPrivilege(reader, caller, id);
      const seen = await listSeenIds(reader, id);
      return (await listOrigins(reader, id))
        .filter((row) => seen.has(row.id) || isOwn(row, caller))
        .map((row) => ({
          id: row.id,
          author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
          createdAt: row.created_at,
        }));
    },

    /**
     * Deletes, renames or moves places of a parcours, or asks a member for planned ones, all or none; those that are no
     * longer there are left out.
     * @returns the ids of the changed ones
     * @throws AppError `not_found`, also for an asked account that may not drop; `forbidden`, also for the parcours that they are moved to, and for moves out of one that
     * the site's admins have before them; `map_full` there; `conflict` if it has another first language and a moved
     * place has tellings.
     */
    change: (caller: Caller, id: ParcoursId, change: CallParsed<'changeManyPlaces'>['body']): Promise<PlaceId[]> =>
      played.release(async (tx) => {
        const privilege = await editorsPrivilege(tx, caller, id);
        const seen = await listSeenIds(tx, id);
        const names = new Map(change.act === 'rename' ? change.names.map((name) => [name.id, name.appelation]) : []);
        const wanted = change.act === 'rename' ? [...names.keys()] : change.placeIds;
        const rows = (await findAnyPlaces(tx, wanted)).filter(
          (row) => seen.has(row.id) || (row.parcours_id === id && row.deleted_at === null && isOwn(row, caller)),
        );
        const these = { id, privilege, rows };
        if (change.act === 'move') {
          const { moved, released } = await move(tx, caller, these, change.to);
          return { result: moved.map((row) => row.id), released };
        }
        if (change.act === 'ask') {
          await expectMayFill(tx, id, change.asked);
          const planned = rows.filter((row) => row.is_planned && row.hidden_at === null).map((row) => row.id);
          await changePlaces(tx, planned, { asked_id: change.asked });
          return { result: planned, released: [] };
        }
        if (change.act === 'delete') await remove(tx, caller, these);
        const released = change.act === 'rename' ? await rename(tx, caller, these, names) : [];
        return { result: rows.map((row) => row.id), released };
      }),
  };
}

/** The caller's privilege on a parcours that they may edit. @throws AppError `not_found`, `forbidden`. */
async function editorsPrivilege(reader: Reader, caller: Caller, id: ParcoursId): Promise<Privilege | null> {
  const privilege = await privilegeOn(reader, id, caller);
  if (mayEditParcours(caller.role, privilege)) return privilege;
  throw new AppError('forbidden', `You may not manage the places of parcours ${id}`);
}

/** Whether a place is the caller's own, and no draft: they see it even if it is hidden or was refused. */
function isOwn({ author_id, is_draft }: Pick<PlaceRow, 'author_id' | 'is_draft'>, { id }: Caller): boolean {
  return author_id === id && !is_draft;
}

async function mayDropOn(reader: Reader, id: ParcoursId, accountId: UserId): Promise<boolean> {
  const member = await findMember(reader, id, accountId);
  return member !== undefined && mayDrop(member.role, member.privilege);
}
