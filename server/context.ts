import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type AccountParts, createAccountParts } from './context/account-parts.ts';
import { createAsyncScope } from './context/async-scope.ts';
import { type ContentParts, createContentParts } from './context/content-parts.ts';
import { type MediaParts, openMediaParts } from './context/media-parts.ts';
import { createModerationParts, type ModerationParts } from './context/moderation-parts.ts';
import { type OperationParts, startOperation } from './context/operation-parts.ts';
import { createRightsParts, type RightsParts } from './context/rights-parts.ts';
import { type ContextBase, openStoredData, type StoredData } from './context/stored-data.ts';
import type { Clock } from './domain/clock.ts';
import { COSTLY_WORK } from './domain/costly-work.ts';
import { createFairQueue } from './domain/fair-queue.ts';

/** All parts of the running server, wired together once. Routes take the few that they need. */
export interface Context
  extends ContextBase,
    StoredData,
    AccountParts,
    ContentParts,
    MediaParts,
    ModerationParts,
    RightsParts,
    OperationParts {
  /** Closes the database and releases the data folder. The context must not be used afterwards. */
  close(): Promise<void>;
}

/**
 * Opens the data of a configuration and creates all parts. The caller closes the context; on failure nothing stays
 * open.
 *
 * @throws DataDirError, DatabaseAddressError, DatabaseInUseError, MapArchiveError, MediaStoreError, MismatchError,
 * MovedAwayError, StoreOwnerError
 */
export async function openContext(config: Config, log: Logger, clock: Clock): Promise<Context> {
  const base = { config, log, clock };
  const scope = createAsyncScope();
  try {
    const data = await openStoredData(base, scope);
    const queues = {
      takeListTurn: createFairQueue(COSTLY_WORK.lists),
      takePictureTurn: createFairQueue(COSTLY_WORK.pictures),
    };
    const accounts = createAccountParts(base, data, scope);
    const media = await openMediaParts(base, data, queues, scope);
    const moderation = createModerationParts(base, data, queues);
    const { retention, ...rights } = createRightsParts(base, data, accounts, media);
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
      close: scope.close,
    };
  } catch (error) {
    await scope.close();
    throw error;
  }
}
