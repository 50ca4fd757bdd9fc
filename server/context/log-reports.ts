import type { Logger } from 'pino';
import type { Sweep } from '../domain/upkeep/sweep.ts';
import type { MediaName } from '../store/files.ts';

/** Describes a failed mail for the log, without its text and recipient, which are personal data. */
export function describeMailFailure(error: unknown): { readonly name: string; readonly code: unknown } {
  const isError = error instanceof Error;
  return { name: isError ? error.name : typeof error, code: isError && 'code' in error ? error.code : null };
}

/** Logs the results of the sweep of the stored files. */
export function reportSweep({ setAside, broughtBack, unclaimed, missing }: Sweep, log: Logger): void {
  if (setAside.length > 0)
    log.warn({ files: setAside.length }, 'set files aside that a crash or a failure had left without a row a day ago');
  if (broughtBack.length > 0)
    log.error({ files: broughtBack.length }, 'brought files back that had been set aside although rows refer to them');
  if (unclaimed.length > 0)
    log.error(
      { files: unclaimed.length },
      'files without a row, which stay: is this the right database? If so, npm run admin -- sweep lets the next sweep take them',
    );
  missing.forEach(reportMissing(log));
}

/** Logs accounts that a restored database had brought back and that were erased again. */
export function reportErased(ids: readonly number[], log: Logger): void {
  if (ids.length > 0) log.warn({ accounts: ids }, 'erased accounts again that an older database had brought back');
}

/** Returns a function that logs a missing file. */
export function reportMissing(log: Logger): (name: MediaName) => void {
  return ({ sha256, extension }) => log.error({ sha256, extension }, 'a stored file is missing');
}
