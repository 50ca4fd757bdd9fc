import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createAccountParts } from './context/account-parts.ts';
import { createAsyncScope } from './context/async-scope.ts';
import { createContentParts } from './context/content-parts.ts';
import { openMediaParts } from './context/media-parts.ts';
import { createModerationParts } from './context/moderation-parts.ts';
import { startOperation } from './context/operation-parts.ts';
import { createRightsParts } from './context/rights-parts.ts';
import { openStoredData } from './context/stored-data.ts';
import type { Clock } from './domain/clock.ts';
import { COSTLY_WORK } from './domain/costly-work.ts';
import { createFairQueue } from './domain/fair-queue.ts';

/** The parts of the running server, without those that only other parts need. Routes take the few that they need. */
export type Context = Omit<
  Awaited<ReturnType<typeof openContext>>,
  | 'secret'
  | 'disk'
  | 'agreement'
  | 'leases'
  | 'erased'
  | 'parts'
  | 'challenges'
  | 'tokens'
  | 'quota'
  | 'repeats'
  | 'approvalMails'
>;

/**
 * Opens the data of a configuration and creates all parts. The caller closes the context; on failure nothing stays
 * open.
 *
 * @throws DataDirError, DatabaseAddressError, DatabaseInUseError, MapArchiveError, MediaStoreError, MismatchError,
 * MovedAwayError, StoreOwnerError
 */
export async function openContext(config: Config, log: Logger, clock: Clock) {
  const base = { config, log, clock };
  const scope = createAsyncScope();
  try {
    const data = await openStoredData(base, scope);
    const queues = {
      takeListTurn: createFairQueue(COSTLY_WORK.lists),
      takePictureTurn: createFairQueue(COSTLY_WORK.pictures),
      takeExportTurn: createFairQueue(COSTLY_WORK.exports),
      takeImportTurn: createFairQueue(COSTLY_WORK.imports),
    };
    const accounts = createAccountParts(base, data, scope);
    const media = await openMediaParts(base, data, queues, scope);
    const moderation = createModerationParts(base, data, queues, accounts);
    const { retention, ...rights } = createRightsParts(base, data, accounts, media, queues);
    const content = createContentParts(base, data, accounts, queues);
    const operation = await startOperation(base, data, { accounts, media, moderation, retention }, scope);
    return {
      ...base,
      ...data,
      ...accounts,
      ...content,
      ...media,
      ...moderation,
      ...rights,
      ...operation,
      /** Closes the database and releases the data folder. The context must not be used afterwards. */
      close: scope.close,
    };
  } catch (error) {
    await scope.close();
    throw error;
  }
}
