import { type Clock, stamp } from '../domain/clock.ts';
import { deriveKey } from '../domain/keys.ts';
import type { OperatorCommand } from '../domain/operator-command.ts';
import { type Database, isOfNewerVersion, type Reader, type Transactor } from '../store/database.ts';

/** Half of the shortest time limit that one server sets and another measures: of a lease, or a link to an export. */
const CLOCK_OFF_MAX_MS = 30_000;
/** The owner of the secret's hashing in the queue of password hashes. */
const HASHES_FOR = 'settings';

/** The values to compare. */
export interface ComparedParts {
  readonly database: Pick<Database, 'reader' | 'cluster'>;
  readonly secret: string;
  readonly media: string;
  /** Differs for each map archive; null without one, undefined if it isn't compared. */
  readonly map: string | null | undefined;
  /** Slow, so that a weak secret can't be guessed from its hash. */
  readonly hashes: {
    hash(text: string, owner: string): Promise<string>;
    matches(hash: string, text: string, owner: string): Promise<boolean>;
    isOutdated(hash: string): boolean;
  };
  readonly clock: Clock;
}

/** The dependencies of {@link openAgreement}. */
export interface AgreementParts extends ComparedParts {
  readonly database: Pick<Database, 'reader' | 'transact' | 'cluster'>;
  /** Called with the differences that may be intended, once for as long as they last. */
  readonly onWarning: (words: string) => void;
}

/** Whether a server agrees with its database and the other servers on it. */
export interface Agreement {
  /** Notes this server's values: from then on others compare themselves with them. @throws MismatchError */
  note(): Promise<void>;
  /** @throws MismatchError for differences that can't be intended */
  check(): Promise<'ok' | 'warned'>;
}

/** A difference between this server and the values last noted in its database, or the database itself. */
interface Difference {
  readonly what: FingerprintName | 'tables' | 'clock';
  readonly words: string;
}

/** Differences that may be intended while servers run, because they are restarted one after the other. */
const MAY_BE_MEANT: ReadonlySet<Difference['what']> = new Set(['map', 'tables']);

/** The findings of a start. */
export interface StartFindings {
  /** The errors with which it would end. */
  readonly refused: readonly string[];
  /** The warnings that it would log. While one lasts, `/readyz` warns of it too, but fails for a wrong clock. */
  readonly warned: readonly string[];
}

/** Compares the values that a server would start with, and changes nothing. */
export async function findAtStart(parts: ComparedParts): Promise<StartFindings> {
  return sortFindings(parts, await compare(parts).differences());
}

async function sortFindings({ database }: ComparedParts, found: readonly Difference[]): Promise<StartFindings> {
  const others = (await database.cluster?.countServers()) ?? 0;
  const isRefused = ({ what }: Difference): boolean => what === 'secret' || (what === 'media' && others > 0);
  // A clock may be corrected while the server runs.
  const isWarned = ({ what }: Difference): boolean => what === 'clock' || (what === 'map' && others > 0);
  return { refused: describe(found.filter(isRefused)), warned: describe(found.filter(isWarned)) };
}

function compare(parts: ComparedParts) {
  const { database, secret, media, map, hashes } = parts;
  const keyText = Buffer.from(deriveKey(secret, 'fingerprint')).toString('base64');
  /** A stored hash that has matched our secret. */
  let ours: string | undefined;

  const isOurs = async (hash: string): Promise<boolean> => {
    if (hash !== ours && !(await hashes.matches(hash, keyText, HASHES_FOR))) return false;
    ours = hash;
    return true;
  };

  const own: { readonly name: 'media' | 'map'; readonly value: string }[] = [{ name: 'media', value: media }];
  if (map !== undefined) own.push({ name: 'map', value: map ?? '' });

  async function secretDifference(known: FingerprintRow | undefined): Promise<Difference[]> {
    return known === undefined || (await isOurs(known.value)) ? [] : [{ what: 'secret', words: otherSecret(known) }];
  }

  async function differences(): Promise<Difference[]> {
    const rows = await readFingerprints(database.reader);
    const found = await secretDifference(rows.get('secret'));
    for (const { name, value } of own) {
      const row = rows.get(name);
      if (row !== undefined && row.value !== value) found.push({ what: name, words: OTHER[name](row, value) });
    }
    if (await isOfNewerVersion(database.reader)) found.push({ what: 'tables', words: NEWER_TABLES });
    const offMs = await clockOffMs(parts);
    if (Math.abs(offMs) > CLOCK_OFF_MAX_MS) found.push({ what: 'clock', words: describeClock(offMs) });
    return found;
  }

  return { keyText, own, isOurs, secretDifference, differences };
}

/** Compares this server with the others on its database, now and later. @throws MismatchError for a fault that ends a start */
export async function openAgreement(parts: AgreementParts): Promise<Agreement> {
  const { database, hashes, clock, onWarning } = parts;
  const { keyText, own, isOurs, secretDifference, differences } = compare(parts);
  let warned = '';

  function warn(found: readonly string[]): void {
    const words = found.join('; ');
    if (words !== '' && words !== warned) onWarning(words);
    warned = words;
  }

  const atStart = await sortFindings(parts, await differences());
  refuse(atStart.refused);
  warn(atStart.warned);

  return {
    note: async () => {
      const rows = await readFingerprints(database.reader);
      const last = rows.get('secret');
      const isWanted = last === undefined || (hashes.isOutdated(last.value) && (await isOurs(last.value)));
      const hash = isWanted ? await hashes.hash(keyText, HASHES_FOR) : undefined;
      const changed = own.filter(({ name, value }) => rows.get(name)?.value !== value);
      if (hash === undefined && changed.length === 0) return;
      const noted_at = stamp(clock);
      const known = await database.transact(async (tx) => {
        for (const each of changed) await putFingerprint(tx, { ...each, noted_at });
        // Another server may have started with its own secret meanwhile.
        const now = (await readFingerprints(tx)).get('secret');
        if (hash === undefined || now?.value !== last?.value) return now;
        await putFingerprint(tx, { name: 'secret', value: hash, noted_at });
        return undefined;
      });
      refuse(describe(await secretDifference(known)));
    },
    check: async () => {
      const found = await differences();
      refuse(describe(found.filter(({ what }) => !MAY_BE_MEANT.has(what))));
      warn(describe(found));
      return found.length === 0 ? 'ok' : 'warned';
    },
  };
}

/** Allows another secret at the next start. */
export const allowNewSecret: OperatorCommand = async function* (database) {
  const isDone = await database.transact((tx) => forgetFingerprint(tx, 'secret'));
  yield isDone
    ? 'The next start may bring another SECRET, which all servers need from then on: every session and every link to audio ends with it'
    : 'The next start may bring any SECRET already';
};

const otherSecret = ({ noted_at }: FingerprintRow): string =>
  `SECRET is not the one that this database knows since ${noted_at}: every session and every link to audio would end, and what one ` +
  'server signs, another would refuse. Start with that one; where SECRET was never set, it is the file secret of the data folder or of ' +
  'its back-ups. If another one is meant, stop all servers, run npm run admin -- new-secret, and start again';

const OTHER = {
  media: ({ value, noted_at }: FingerprintRow, own: string): string =>
    `A server keeps the files in ${value} since ${noted_at}, and this one in ${own} (MEDIA_STORE): what one stores, the other would ` +
    'not find. Give all the same. To take the files elsewhere, stop all servers first',
  map: ({ noted_at }: FingerprintRow): string =>
    `A server has another map than this one (MAP_PMTILES) since ${noted_at}: until all have the same file, phones miss the map whenever ` +
    'they ask the other one',
};

const NEWER_TABLES = 'A newer version has changed the tables of the database: give this server the newer version, too';

function describeClock(offMs: number): string {
  const offS = Math.round(Math.abs(offMs) / 1000);
  return (
    `The clock of this server is ${offS} s ${offMs > 0 ? 'ahead of' : 'behind'} the one of the database. Beyond ${CLOCK_OFF_MAX_MS / 1000} s ` +
    'links to exports end before they are used, and servers take over work that others still do: set both clocks by NTP'
  );
}

/** Returns how far this server's clock is ahead of its database's, in milliseconds; 0 if both are on one machine. */
async function clockOffMs({ database, clock }: ComparedParts): Promise<number> {
  if (database.cluster === null) return 0;
  const askedAt = clock();
  const databaseMs = await database.cluster.clockMs();
  return (askedAt + clock()) / 2 - databaseMs;
}

function describe(found: readonly Difference[]): string[] {
  return found.map(({ words }) => words);
}

function refuse(found: readonly string[]): void {
  if (found.length > 0) throw new MismatchError(found.join('\n'));
}

/** Properties that all servers on one database must share: the map archive, the media store, and the secret. */
type FingerprintName = 'map' | 'media' | 'secret';

/** The value of such a property that a server noted last, and when: only a changed value is noted. */
interface FingerprintRow {
  readonly name: FingerprintName;
  readonly value: string;
  readonly noted_at: string;
}

/** This server doesn't match its database or the other servers on it; the message says why, and what to do. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}

async function readFingerprints(reader: Reader): Promise<ReadonlyMap<FingerprintName, FingerprintRow>> {
  const rows = await reader<FingerprintRow>('fingerprints').select('name', 'value', 'noted_at');
  return new Map(rows.map((row) => [row.name, row]));
}

async function putFingerprint(tx: Transactor, row: FingerprintRow): Promise<void> {
  await tx('fingerprints').insert(row).onConflict('name').merge();
}

async function forgetFingerprint(tx: Transactor, name: FingerprintName): Promise<boolean> {
  return (await tx('fingerprints').where({ name }).delete()) > 0;
}
