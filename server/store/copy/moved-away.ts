import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, unlessMissing } from '../files.ts';

/** The file in a data folder that records what was moved from it, and where to. */
export const MOVED_FILE = 'moved.json';

/** The movable parts of a data folder. */
export type Moveable = 'database' | 'media';

/** Where a part is now. */
interface Moved {
  /** Address without a user or a password. */
  readonly to: string;
  readonly at: string;
}

/** What a move took from a data folder. */
export type MovedAway = { readonly [Part in Moveable]?: Moved };

/** The requested part of a data folder was moved elsewhere; the message says where, when, and what to do. */
export class MovedAwayError extends Error {
  override readonly name = 'MovedAwayError';
}

/** The parts of a data folder that a process with these settings uses. */
export function usedParts(databaseUrl: string | null, mediaStore: unknown): Moveable[] {
  const parts: Moveable[] = databaseUrl === null ? ['database'] : [];
  return mediaStore === null ? [...parts, 'media'] : parts;
}

/** Refuses the use of parts that a move took from a data folder. @throws MovedAwayError */
export async function refuseMoved(dataDir: string, parts: readonly Moveable[]): Promise<void> {
  const moved = await readMoved(dataDir);
  const gone = parts.filter((part) => moved[part] !== undefined);
  if (gone.length > 0) throw new MovedAwayError(describe(dataDir, moved, gone));
}

/** Refuses to move parts to another target than an earlier move did. @throws MovedAwayError */
export async function refuseMovedElsewhere(
  dataDir: string,
  wanted: Readonly<Partial<Record<Moveable, string>>>,
): Promise<void> {
  const moved = await readMoved(dataDir);
  const gone = PARTS.filter(
    (part) => wanted[part] !== undefined && ![undefined, wanted[part]].includes(moved[part]?.to),
  );
  if (gone.length > 0) throw new MovedAwayError(describe(dataDir, moved, gone));
}

/** Records that parts were moved elsewhere. Returns a function that undoes the record. */
export async function noteMoved(dataDir: string, moved: MovedAway): Promise<() => Promise<void>> {
  const before = await readMoved(dataDir);
  await writeMoved(dataDir, { ...before, ...moved });
  return () => writeMoved(dataDir, before);
}

/** Makes moved parts usable again, as if they had never been moved. */
export async function forgetMoved(dataDir: string, parts: readonly Moveable[]): Promise<void> {
  const moved = await readMoved(dataDir);
  if (parts.every((part) => moved[part] === undefined)) return;
  const rest = Object.entries(moved).filter(([part]) => !parts.some((name) => name === part));
  await writeMoved(dataDir, Object.fromEntries(rest));
}

const PARTS: readonly Moveable[] = ['database', 'media'];
const SETTINGS = { database: 'DATABASE_URL', media: 'MEDIA_STORE' } satisfies Record<Moveable, string>;
const WORDS = { database: 'database', media: 'files' } satisfies Record<Moveable, string>;

function describe(dataDir: string, moved: MovedAway, gone: readonly Moveable[]): string {
  const parts = gone.map((part) => `its ${WORDS[part]} to ${moved[part]?.to} at ${moved[part]?.at}`).join(', and ');
  const settings = gone.map((part) => SETTINGS[part]).join(' and ');
  return (
    `${dataDir} (DATA_DIR) was moved: ${parts}. Set ${settings} to use that. What is left here is old, and what is changed here ` +
    'does not get there. If the old ones are meant all the same, add --after-move, as in npm start -- --after-move'
  );
}

async function readMoved(dataDir: string): Promise<MovedAway> {
  const text = await unlessMissing(readFile(join(dataDir, MOVED_FILE), 'utf8'));
  if (text === undefined) return {};
  try {
    const { database, media } = JSON.parse(text);
    return { ...(database && { database }), ...(media && { media }) };
  } catch (cause) {
    throw new MovedAwayError(
      `Cannot read in ${join(dataDir, MOVED_FILE)} where a move took the data: look at it, and delete it if they are here`,
      { cause },
    );
  }
}

async function writeMoved(dataDir: string, moved: MovedAway): Promise<void> {
  const file = join(dataDir, MOVED_FILE);
  if (Object.keys(moved).length === 0) {
    await rm(file, { force: true });
  } else {
    const draft = `${file}.draft`;
    await writeFile(draft, `${JSON.stringify(moved, undefined, 2)}\n`, { flush: true, mode: 0o600 });
    await rename(draft, file);
  }
  await flush(dataDir);
}
