import { type GpxLine, ImportError, type ImportedFile, type ParcoursInZip } from '../../contracts/imported-file.ts';
import type { ImportApi, Outcome } from '../import/import.api.ts';
import { createLane } from './lane.ts';

/** The next file often follows soon. */
const IDLE_MS = 10_000;
/** The parsers don't yield their thread: the largest file takes a slow phone half a minute. */
const ANSWER_MAX_MS = 60_000;

const lane = createLane<ImportApi>({
  name: 'import',
  spawn: () => new Worker(new URL('../import/import.worker.ts', import.meta.url), { type: 'module', name: 'import' }),
  idleMs: IDLE_MS,
  answerMaxMs: ANSWER_MAX_MS,
});

/**
 * Reads a file of places in a worker. @param isSwapped whether it has latitudes before longitudes
 * @throws {ImportError}; what a lane's `run` throws
 */
export async function readImport(file: Blob, isSwapped: boolean, signal: AbortSignal): Promise<ImportedFile> {
  return unwrap(await lane.run(async (remote) => await remote.read(file, isSwapped), { signal }));
}

/** Reads what the ZIP of a whole parcours says of itself, in a worker. @throws {ImportError}; what a lane's `run` throws */
export async function readParcours(zip: Blob, signal: AbortSignal): Promise<ParcoursInZip> {
  return unwrap(await lane.run(async (remote) => await remote.readParcours(zip), { signal }));
}

/** Reads the tracks and routes of a GPX file in a worker. @throws {ImportError}; what a lane's `run` throws */
export async function readTracks(file: Blob, signal: AbortSignal): Promise<readonly GpxLine[]> {
  return unwrap(await lane.run(async (remote) => await remote.readTracks(file), { signal }));
}

/** Unpacks a sound of a ZIP in a worker, by its path there. @throws {ImportError}; what a lane's `run` throws */
export async function unpackSound(zip: Blob, path: string, bytesMax: number, signal: AbortSignal): Promise<Blob> {
  return unwrap(await lane.run(async (remote) => await remote.unpackSound(zip, path, bytesMax), { signal }));
}

function unwrap<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value;
  throw new ImportError(outcome.fault, outcome.message, outcome.fileLine);
}
