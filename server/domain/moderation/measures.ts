import type { MeasureKind } from '../../../contracts/moderation.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { updateAccount } from '../../store/accounts.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  closeAnswers,
  closeReports,
  columnsOf,
  forgetHiddenAudio,
  insertMeasure,
  listReportedAudio,
  noteHiddenAudio,
} from '../../store/moderation.ts';
import { updateParcours } from '../../store/parcours.ts';
import { changePlace, listShownThatPlay } from '../../store/places.ts';
import { deleteSessionsOf } from '../../store/sessions.ts';
import { listTellingSounds } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Caller, existingAccount, expectAdmin } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { releaseUnused } from '../media/played-media.ts';
import { hideKnownAudio } from '../places/known-audio.ts';
import { settlePlan } from '../places/planned-places.ts';
import { type FoundItem, findItem, stateOf } from './reports.ts';

/** Measures on the content of this database. */
export function createMeasures(database: Database, clock: Clock) {
  async function change(tx: Transactor, found: FoundItem, columns: Partial<FoundItem['row']>): Promise<void> {
    const { item } = found;
    if (item.kind === 'place') await changePlace(tx, item.id, columns);
    else await updateParcours(tx, item.id, columns);
  }

  async function apply(
    tx: Transactor,
    by: Caller | null,
    found: FoundItem,
    kind: CallParsed<'takeMeasure'>['body']['kind'],
  ): Promise<void> {
    const state = stateOf(found.row);
    const act = { by: by ?? {}, account: found.authorId, ...found.subject };
    const isGone = state === 'deleted' || state === 'removed';
    if (isGone && (kind === 'hide' || kind === 'delete')) throw conflict(found, state);
    const isHeld = state === 'removed' || found.row.hidden_at !== null;
    if (kind === 'restore' && !isHeld) throw conflict(found, state);
    switch (kind) {
      case 'hide':
        await addToAuditLog(tx, clock, { action: 'hidden', ...act, detail: detailOf(by) });
        await change(tx, found, { hidden_at: stamp(clock) });
        await hideAudio(tx, clock, found);
        break;
      case 'delete':
        await addToAuditLog(tx, clock, {
          action: found.item.kind === 'place' ? 'place_deleted' : 'map_deleted',
          ...act,
          detail: detailOf(by, 'moderation'),
        });
        await change(tx, found, { deleted_at: stamp(clock), is_removed: true });
        await hideAudio(tx, clock, found);
        break;
      case 'restore':
        await addToAuditLog(tx, clock, { action: 'restored', ...act, detail: detailOf(by, 'moderation') });
        // An item that its owner deleted meanwhile is no longer held, and stays deleted.
        if (state !== 'deleted') await change(tx, found, { deleted_at: null });
        await change(tx, found, { is_removed: false, hidden_at: null });
        for (const media_sha256 of await audioOf(tx, found)) {
          await forgetHiddenAudio(tx, { parcours_id: found.subject.parcours, media_sha256 });
        }
        if (found.item.kind === 'place') await settlePlan(tx, clock, found.item.id);
        break;
      case 'warn':
        await addToAuditLog(tx, clock, { action: 'warned', ...act, detail: detailOf(by) });
        break;
      case 'dismiss':
        break;
    }
  }

  return {
    /**
     * Hides a place or a parcours, restores it, deletes it, warns its author, or only closes its reports. With a place,
     * its audio is hidden, and the audio that it had when it was reported, wherever that appears again on its parcours.
     * All but a warning close its reports and mark its author's answers as read; all but closing reports tell the author.
     * @throws AppError `forbidden`, `not_found`; `conflict` if there is nothing to restore, or it is already deleted.
     */
    take: async (by: Caller | null, { thing: item, kind, words }: CallParsed<'takeMeasure'>['body']) => {
      if (by !== null) expectAdmin(by);
      await database.transact(async (tx) => {
        const found = await findItem(tx, item);
        await apply(tx, by, found, kind);
        if (kind !== 'warn') {
          const released = await audioOf(tx, found, { isOpen: true });
          const hidesAudio = kind === 'hide' || kind === 'delete';
          const closed = await closeReports(tx, item, { at: stamp(clock), hidesAudio });
          // Reported audio that its author has replaced is no longer retained.
          await releaseUnused(tx, { released });
          await closeAnswers(tx, item, stamp(clock));
          if (closed > 0) {
            const detail = detailOf(by, kind);
            await addToAuditLog(tx, clock, { action: 'report_closed', by: by ?? {}, ...found.subject, detail });
          }
        }
        if (kind !== 'dismiss') await tell(tx, clock, by, { kind, words, ...found });
      });
    },

    /**
     * Suspends an account, whose sessions end and which can't log in, or lifts its suspension. What it made stays. A
     * repetition changes nothing.
     * @throws AppError `forbidden`, `not_found`; `conflict` for an admin of the site, whose role must be removed first.
     */
    setSuspension: async (by: Caller | null, id: UserId, { suspended, words }: CallParsed<'setSuspension'>['body']) => {
      if (by !== null) expectAdmin(by);
      await database.transact(async (tx) => {
        const account = await existingAccount(tx, id);
        if (suspended && account.role === 'admin') {
          throw new AppError('conflict', `Account ${id} is an admin of the site`);
        }
        if (suspended === (account.suspended_at !== null)) return;
        await updateAccount(tx, id, { suspended_at: suspended ? stamp(clock) : null });
        if (suspended) await deleteSessionsOf(tx, id);
        const kind = suspended ? 'suspend' : 'unsuspend';
        await addToAuditLog(tx, clock, { action: `${kind}ed`, by: by ?? {}, account: id, detail: detailOf(by) });
        await insertMeasure(tx, {
          kind,
          account_id: id,
          place_id: null,
          parcours_id: null,
          name: null,
          words: words || null,
          taken_at: stamp(clock),
          taken_by: by?.id ?? null,
        });
      });
    },
  };
}

/** Tells the author of a place or a parcours which measure was taken. */
export async function tell(
  tx: Transactor,
  clock: Clock,
  by: Caller | null,
  {
    kind,
    words,
    item,
    name,
    authorId,
  }: Pick<FoundItem, 'item' | 'name' | 'authorId'> & {
    readonly kind: MeasureKind;
    readonly words?: string | undefined;
  },
): Promise<void> {
  await insertMeasure(tx, {
    ...columnsOf(item),
    kind,
    account_id: authorId,
    name,
    words: words || null,
    taken_at: stamp(clock),
    taken_by: by?.id ?? null,
  });
}

/**
 * Hides on its parcours the audio of a place, and the audio that it had when it was reported. If its author has put
 * that audio into another place meanwhile, that place is hidden, too.
 */
async function hideAudio(tx: Transactor, clock: Clock, found: FoundItem): Promise<void> {
  const parcours_id = found.subject.parcours;
  const hashes = await audioOf(tx, found, { isOpen: true });
  for (const media_sha256 of hashes) await noteHiddenAudio(tx, { parcours_id, media_sha256 });
  if (found.authorId === null) return;
  const current = await currentAudioOf(tx, found);
  const replaced = hashes.filter((sha256) => !current.includes(sha256));
  const moved = await listShownThatPlay(tx, { parcours_id, author_id: found.authorId }, replaced);
  for (const id of moved) await hideKnownAudio(tx, clock, id);
}

/** Returns also the audio that a place had when it was reported, which its author may have replaced. */
async function audioOf(reader: Reader, found: FoundItem, of?: { readonly isOpen: boolean }) {
  if (found.item.kind !== 'place') return [];
  const reported = await listReportedAudio(reader, found.item.id, of);
  return [...new Set([...(await currentAudioOf(reader, found)), ...reported])];
}

/** Returns the audio of a place and its tellings. */
async function currentAudioOf(reader: Reader, { item, audio }: FoundItem): Promise<string[]> {
  if (item.kind !== 'place') return [];
  const told = (await listTellingSounds(reader, [item.id])).map(({ media_sha256 }) => media_sha256);
  return audio === null ? told : [audio.media_sha256, ...told];
}

/** Returns a detail for the audit log, which marks the operator's acts, because no account did them. */
function detailOf(by: Caller | null, ...words: readonly string[]): string {
  return [...words, ...(by === null ? ['by npm run admin'] : [])].join(', ');
}

function conflict({ item }: FoundItem, state: string): AppError {
  return new AppError('conflict', `Expected ${item.kind} ${item.id} in another state, got ${state}`);
}
