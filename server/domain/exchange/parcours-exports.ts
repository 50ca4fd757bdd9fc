import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ExportFormat } from '../../../contracts/calls/exchange-calls.ts';
import { slugOf } from '../../../contracts/open-parcours.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import type { StoredMedia } from '../../store/files.ts';
import type { ParcoursRow } from '../../store/parcours.ts';
import { findSession } from '../../store/sessions.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { COSTLY_WORK } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { deriveKey, isEqualSecret } from '../keys.ts';
import type { LinkQuery } from '../media/media-links.ts';
import { existingParcours, privilegeOn } from '../parcours/parcours.ts';
import { FORMATS } from './formats.ts';
import { readWholeParcours } from './read-parcours.ts';

/** Path of downloaded parcours on the API's own origin. */
export const EXCHANGE_PATH = '/v1/exchange';

/** How long a link waits for the browser that follows it, in seconds. */
export const LINK_S = 60;
const NONCE_BYTES = 9;

/** Files that one account may be reading at once: each may be in memory until it is read. */
const OPEN_FILES_MAX = 2;

/** A parcours as a file, which is made while it is read. */
export interface ParcoursFile {
  readonly fileName: string;
  readonly type: string;
  readonly content: Readable;
}

interface ParcoursExportsParts {
  readonly database: Database;
  readonly secret: string;
  readonly files: StoredMedia;
  /** The queue of exports. */
  readonly takeTurn: FairQueue;
  /** The site's own, for links in files; null if unknown. */
  readonly origin: string | null;
  readonly clock: Clock;
}

/** Downloads of whole parcours by those who manage them. */
export type ParcoursExports = ReturnType<typeof createParcoursExports>;

/** The exports of the parcours in this database. */
export function createParcoursExports({ database, secret, files, takeTurn, origin, clock }: ParcoursExportsParts) {
  const key = createSecretKey(deriveKey(secret, 'parcours export'));
  /** Signs a link. @param nonce makes each link another one */
  const signatureOf = (file: string, session: string, expires: string, nonce: string): string =>
    `${nonce}.${createHmac('sha256', key).update(`${file}\n${session}\n${expires}\n${nonce}`).digest('base64url')}`;

  const openFiles = new Map<string, number>();

  /** Counts a file among its owner's until it is read or its reader left: each server has its own memory to guard. */
  function countFile(owner: string, content: Readable): void {
    openFiles.set(owner, (openFiles.get(owner) ?? 0) + 1);
    content.once('close', () => {
      const left = (openFiles.get(owner) ?? 1) - 1;
      if (left === 0) openFiles.delete(owner);
      else openFiles.set(owner, left);
    });
  }

  return {
    /**
     * Makes a link to a parcours as a file, because a browser's download sends no token. It is valid for one
     * download within a minute, while the caller's session lasts and they manage the parcours.
     * @throws AppError `not_found`, `forbidden`.
     */
    request: async (caller: SessionCaller, id: ParcoursId, format: ExportFormat): Promise<string> => {
      await database.transact(async (tx) => {
        await managedParcours(tx, caller, id);
        await addToAuditLog(tx, clock, { action: 'map_exported', by: caller, parcours: id, detail: format });
      });
      const file = `${id}.${format}`;
      const expires = String(Math.floor(clock() / 1000) + LINK_S);
      const { sessionId } = caller;
      const query = new URLSearchParams({
        ...{ expires, session: sessionId },
        signature: signatureOf(file, sessionId, expires, randomBytes(NONCE_BYTES).toString('base64url')),
      });
      return `${EXCHANGE_PATH}/${file}?${query}`;
    },

    /**
     * Opens the file of a link.
     * @param file last part of the link's path
     * @param spend notes a link as followed, for {@link LINK_S}; false if it was already
     * @throws AppError `link_expired`, also for a link that was followed or never made; `not_found`, `forbidden`; `busy`, also
     * while the caller reads as many files as they may; `conflict` if the format can't say this parcours.
     */
    open: async (
      file: string,
      { expires, session, signature }: LinkQuery,
      spend: (signature: string) => Promise<boolean>,
    ): Promise<ParcoursFile> => {
      const [nonce = ''] = signature.split('.');
      const isGenuine = isEqualSecret(signature, signatureOf(file, session, expires, nonce));
      const [id, format] = file.split('.');
      const [parsedId, parsedFormat] = [ParcoursId.safeParse(Number(id)), ExportFormat.safeParse(format)];
      if (!isGenuine || !parsedId.success || !parsedFormat.success || Number(expires) <= clock() / 1000)
        throw expired();
      const holder = await findSession(database.reader, session);
      if (holder === undefined || holder.expires_at <= stamp(clock)) throw expired();
      const caller = { id: holder.account_id, role: holder.role };
      const owner = ownerOf(caller);
      // In turn, so that a refusal leaves the link as it was.
      return takeTurn(owner, async () => {
        if ((openFiles.get(owner) ?? 0) >= OPEN_FILES_MAX) {
          const { retryAfterS } = COSTLY_WORK.exports;
          throw new AppError('busy', `You download ${OPEN_FILES_MAX} parcours already; wait for one`, { retryAfterS });
        }
        const row = await managedParcours(database.reader, caller, parsedId.data);
        if (!(await spend(signature))) throw expired();
        const { type, extension, write } = FORMATS[parsedFormat.data];
        const content = await write(await readWholeParcours(database.reader, row, origin), { id: row.id, files });
        countFile(owner, content);
        return { fileName: `${slugOf(row.title) || `parcours-${row.id}`}.${extension}`, type, content };
      });
    },
  };
}

/** @throws AppError `not_found`; `forbidden` for everybody but its admins. */
async function managedParcours(reader: Reader, caller: Caller, id: ParcoursId): Promise<ParcoursRow> {
  const row = await existingParcours(reader, id);
  if (mayManageParcours(caller.role, await privilegeOn(reader, id, caller))) return row;
  throw new AppError('forbidden', `You may not download parcours ${id}`);
}

function expired(): AppError {
  return new AppError('link_expired', 'This link has expired, or was not made by this server');
}
