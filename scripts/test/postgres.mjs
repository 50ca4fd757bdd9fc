import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian installs the programs of each version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The message of the tests if PostgreSQL is missing. */
export const POSTGRES_MISSING =
  'PostgreSQL is not installed, so nothing was tried on it (Debian: apt-get install postgresql).';

/**
 * Finds the folder of the newest PostgreSQL's programs.
 *
 * @returns {string | null} an absolute path, or null if none is installed
 */
export function findPostgres() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const folders = [
    ...versions.sort((one, other) => Number(other) - Number(one)).map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    '/usr/local/bin',
    '/usr/bin',
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}
