import { resolve } from 'node:path';
import { ExportFormat } from '../../../contracts/calls/exchange-calls.ts';
import { Email } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { type AccountRow, listAccountsWithRole } from '../../store/accounts.ts';
import { claimDataDir, DataDirError } from '../../store/data-dir.ts';
import type { Database, Reader } from '../../store/database.ts';
import { checkStore } from '../../store/media-owner.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { createDiskReserve } from '../disk-reserve.ts';
import { createPlayedMedia } from '../media/played-media.ts';
import { openQuota, type QuotaLimits } from '../media/quota.ts';
import { accountWithEmail, type OperatorCommand, parseId, writeNewFile } from '../operator-command.ts';
import { existingParcours } from '../parcours/parcours.ts';
import type { PlaceBounds } from '../places/place-bounds.ts';
import { FORMATS } from './formats.ts';
import { createParcoursImports } from './parcours-imports.ts';
import { readWholeParcours } from './read-parcours.ts';

/** The settings of the server that bound an import. */
export interface ImportSettings {
  readonly bounds: PlaceBounds;
  readonly limits: QuotaLimits;
  readonly diskReserveBytes: number;
}

const NOTED = { by: {}, detail: 'by npm run parcours' } as const;

/**
 * Parses `export ID FILE` and `import FILE [--owner EMAIL]`; returns an error message for other arguments.
 * @param origin of the site; null if unknown
 * @param readSettings called by an import, because only it needs them
 */
export function parseExchange(
  [command, ...rest]: readonly string[],
  origin: string | null,
  readSettings: () => ImportSettings,
): OperatorCommand | string {
  if (command === 'export') return parseExport(rest, origin);
  if (command === 'import') return parseImport(rest, readSettings);
  return `Expected export or import, got: ${[command, ...rest].join(' ')}`;
}

function parseExport(rest: readonly string[], origin: string | null): OperatorCommand | string {
  const [text, file] = rest;
  const id = ParcoursId.safeParse(parseId(text));
  if (!id.success || file === undefined || rest.length > 2)
    return `Expected export ID FILE, got export ${rest.join(' ')}`;
  const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase();
  const format = ExportFormat.safeParse(extension);
  if (!format.success) {
    return `Expected a FILE that ends in one of ${ExportFormat.options.map((one) => `.${one}`).join(', ')}, got ${file}`;
  }
  return async function* (database, stores) {
    const path = resolve(file);
    const parcours = await existingParcours(database.reader, id.data);
    await writeNewFile(path, async () => {
      await database.transact((tx) =>
        addToAuditLog(tx, Date.now, { action: 'map_exported', ...NOTED, parcours: parcours.id }),
      );
      const whole = await readWholeParcours(database.reader, parcours, origin);
      return FORMATS[format.data].write(whole, { id: parcours.id, files: stores.readMedia() });
    });
    yield `${path} has the whole of '${parcours.title}' (id ${parcours.id}), with everybody's voices`;
  };
}

function parseImport(rest: readonly string[], readSettings: () => ImportSettings): OperatorCommand | string {
  const [file, flag, text] = rest;
  const email = text === undefined ? null : Email.safeParse(text);
  const isWhole = rest.length === 1 || (rest.length === 3 && flag === '--owner' && email?.success === true);
  if (file === undefined || !isWhole) return `Expected import FILE [--owner EMAIL], got import ${rest.join(' ')}`;
  return async function* (database, stores) {
    const settings = readSettings();
    const owner = await ownerOf(database.reader, email?.data ?? null);
    // A running server's memory has the locks of files that are just arriving or being deleted.
    const release = await claimDataDir(stores.dataDir).catch((cause: unknown) => {
      if (!(cause instanceof DataDirError)) throw cause;
      const otherwise = 'Nothing was imported: that takes a stopped server, or the screen of the running one';
      throw new AppError('conflict', `${cause.message}. ${otherwise}`, { cause });
    });
    try {
      const files = await stores.openMedia();
      await checkStore({ database, files });
      yield* importForOperator({ database, files, dataDir: stores.dataDir, settings }, owner, resolve(file));
    } finally {
      await release();
    }
  };
}

interface ImportParts {
  readonly database: Database;
  readonly files: Parameters<typeof createParcoursImports>[0]['files'];
  readonly dataDir: string;
  readonly settings: ImportSettings;
}

async function* importForOperator(
  { database, files, dataDir, settings }: ImportParts,
  owner: AccountRow,
  path: string,
): AsyncIterable<string> {
  const disk = createDiskReserve(dataDir, settings.diskReserveBytes);
  const clock = Date.now;
  const failures: unknown[] = [];
  const quota = await openQuota({
    ...{ database, limits: settings.limits, disk, clock },
    hasPartsOnDisk: false,
    onFailure: (error) => failures.push(error),
  });
  try {
    const imports = createParcoursImports({
      ...{ database, files, quota, clock },
      played: createPlayedMedia(database, files, (_, error) => failures.push(error)),
      space: { ...settings.bounds, disk },
      // There is nobody else to wait for.
      takeTurn: (_owner, work) => work(),
      takePictureTurn: (_owner, work) => work(),
      // The next server that starts makes the waveforms and renditions.
      onSounds: () => undefined,
    });
    const { newParcours } = await imports.importZip(owner, path, { noted: NOTED });
    yield `'${newParcours.title}' is the map ${newParcours.id} now, of ${owner.name} <${owner.email}>; its sounds play once the server has started`;
    if (failures.length > 0) yield `The next sweep deletes ${failures.length} file(s) that could not be deleted now`;
  } finally {
    await quota.close();
  }
}

/** @throws AppError `not_found`; `conflict` without an email unless there is one admin; `suspended` */
async function ownerOf(reader: Reader, email: string | null): Promise<AccountRow> {
  const admins = email === null ? await listAccountsWithRole(reader, ['admin']) : [];
  const [only, ...others] = email === null ? admins : [await accountWithEmail(reader, email)];
  if (only === undefined || others.length > 0) {
    throw new AppError('conflict', `Expected --owner EMAIL where the site has not one admin but ${admins.length}`);
  }
  if (only.suspended_at !== null) throw new AppError('suspended', `The account of ${only.email} is suspended`);
  return only;
}
