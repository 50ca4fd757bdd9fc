import type { Logger } from 'pino';
import type { Sweep } from '../domain/upkeep/sweep.ts';
import type { MediaName } from '../store/files.ts';

/** What the log says of a mail that failed: without its words and the recipient, which are personal data. */
export function describeMailFailure(error: unknown): { readonly name: string; readonly code: unknown } {
  const isError = error instanceof Error;
  return { name: isError ? error.name : typeof error, code: isError && 'code' in error ? error.code : null };
}

/** Logs what the sweep of the stored files found. */
export function reportSweep({ removed, unclaimed, missing }: Sweep, log: Logger): void {
  if (removed.length > 0)
    log.warn({ files: removed.length }, 'deleted files that a crash or a failure had left without a row');
  if (unclaimed.length > 0)
    log.error({ files: unclaimed.length }, 'media files but no accounts: is this the right database?');
  missing.forEach(reportMissing(log));
}

/** Logs which accounts an older database had brought back. */
export function reportErased(ids: readonly number[], log: Logger): void {
  if (ids.length > 0) log.warn({ accounts: ids }, 'erased accounts again that an older database had brought back');
}

/** Returns a function that logs a missing file. */
export function reportMissing(log: Logger): (name: MediaName) => void {
  return ({ sha256, extension }) => log.error({ sha256, extension }, 'a stored file is missing');
}
