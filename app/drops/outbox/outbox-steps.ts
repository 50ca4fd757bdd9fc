import { deletedCalls } from '../../../contracts/calls/deleted-calls.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import {
  abandonPlace,
  changePlace,
  createPlace,
  deletePlace,
  findLostPlace,
  refreshPlace,
  setLink,
} from '../../places/places.ts';
import { ApiError, addCalls, call, isRefused, NetworkError } from '../../platform/net/api.ts';
import { abandonUploads, sendAudio } from '../../platform/net/audio-upload.ts';
import { startTimeLimit } from '../../platform/page/time-limit.ts';
import type { OutboxRecord, Refusal } from '../../platform/storage/outbox-store.ts';
import { converterErrorOf, type ReadyAudio } from './outbox-audio.ts';
import {
  begunKeysOf,
  mayBeForgotten,
  mayHavePlace,
  type OutboxEvent,
  type OutboxFailure,
  titleOf,
} from './outbox-machine.ts';

addCalls(deletedCalls);

/** Timeout of a small request. */
const ANSWER_MS = 30_000;
/** Timeout of an upload without progress. */
const STALL_MS = 60_000;
/** Functions that the steps need. */
export interface StepTools {
  readonly signal: AbortSignal;
  /** Reads the drop's audio as 16-bit PCM WAV at 44.1 kHz; null if it is no longer on this device. */
  readWav(): Promise<ReadyAudio | null>;
  /** True while the drop's owner is logged in. Checked right before each request, which carries their token. */
  isOwner(): boolean;
  /** Places of the other drops on this device. */
  placesOfOthers(): readonly PlaceId[];
  /** Called with the current step and its progress, 0 to 1. */
  onPhase(phase: 'creating' | 'converting' | 'sending' | 'titling' | 'removing', share: number | null): void;
  /** Stores an event before the step continues; resolves with the stored record. Rejects if it can't be stored. */
  store(event: OutboxEvent): Promise<OutboxRecord>;
}

/** A step failed. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly step: Refusal['step'] | 'remove';
  readonly failure: OutboxFailure;

  constructor(step: Refusal['step'] | 'remove', failure: OutboxFailure, cause: unknown) {
    super(`Failed to ${step}`, { cause });
    this.step = step;
    this.failure = failure;
  }
}

/** The audio of a drop is no longer on this device. */
class AudioGoneError extends Error {}

/** Runs one step and returns its event. @throws {StepError} if it failed; the signal's reason if it was aborted */
export async function doStep(
  step: 'create' | 'send' | 'title' | 'remove',
  record: OutboxRecord,
  tools: StepTools,
): Promise<OutboxEvent> {
  let at: Refusal['step'] | 'remove' = step;
  try {
    switch (step) {
      case 'create':
        tools.onPhase('creating', null);
        return { type: 'placed', placeId: await askForPlace(record, tools) };
      case 'send': {
        at = 'convert';
        tools.onPhase('converting', null);
        const audio = await tools.readWav();
        if (audio === null) throw new AudioGoneError();
        at = 'send';
        await send(record, audio, tools);
        return { type: 'sent' };
      }
      case 'title': {
        tools.onPhase('titling', null);
        const title = titleOf(record);
        const geometry = record.isMoved ? record.geometry : null;
        await within(ANSWER_MS, tools, (signal) => changePlace(placeOf(record), { title, geometry }, { signal }));
        return { type: 'titled-there', title };
      }
      case 'remove': {
        tools.onPhase('removing', null);
        try {
          // First, so that no running request starts another upload to it.
          if (mayHavePlace(record)) await removePlace(record, tools);
        } finally {
          for (const key of begunKeysOf(record)) await abandon(key, tools);
        }
        return { type: 'removed' };
      }
    }
  } catch (error) {
    tools.signal.throwIfAborted();
    throw new StepError(at, failureOf(error), error);
  }
}

async function removePlace(record: OutboxRecord, tools: StepTools): Promise<void> {
  const placeId = record.placeId ?? (await giveUpAsking(record, tools));
  if (placeId === null) return;
  await within(ANSWER_MS, tools, (signal) => deletePlace(placeId, { signal }));
  // The server deletes an unsaved draft for good at once, so no second request is needed.
  if (record.askedAsDraft && record.isDraft) return;
  // A cancelled drop leaves nothing behind, even if its audio had just arrived, which nobody can tell.
  await within(ANSWER_MS, tools, (signal) => purgePlace(placeId, signal));
}

/** Gives up the request for a place whose response was lost. Returns the place that it made; null if none. */
async function giveUpAsking(record: OutboxRecord, tools: StepTools): Promise<PlaceId | null> {
  const made = await within(ANSWER_MS, tools, (signal) => abandonPlace(record.placeKey, { signal })).catch(
    (error: unknown) => {
      // A server of an earlier version does not have the call yet; the place must not be forgotten for that.
      throw error instanceof ApiError && error.status === 404 ? new NetworkError(error) : error;
    },
  );
  return made ?? (mayBeForgotten(record, Date.now()) ? lookForPlace(record, tools) : null);
}

/** Deletes a deleted place for good. A place that is already gone is fine, and a reported one stays. */
async function purgePlace(placeId: PlaceId, signal: AbortSignal): Promise<void> {
  try {
    await call('purgePlace', { params: { placeId } }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError && ['not_found', 'conflict'].includes(error.code))) throw error;
  }
}

function abandon(key: string, tools: StepTools): Promise<void> {
  return within(ANSWER_MS, tools, (signal) => abandonUploads(key, signal));
}

async function askForPlace(record: OutboxRecord, tools: StepTools): Promise<PlaceId> {
  if (mayBeForgotten(record, Date.now())) {
    const lost = await lookForPlace(record, tools);
    if (lost !== null) return lost;
  }
  const stored = await tools.store({ type: 'asking', nowMs: Date.now() });
  const { geometry, mapId: parcoursId, placeKey, askedTitle, askedAsDraft, plannedId } = stored;
  // The server has never accepted a longer title, and never will.
  const title = titleOf({ title: askedTitle ?? titleOf(record) });
  try {
    // Always the same request, so that the server recognizes a retry.
    return await within(ANSWER_MS, tools, (signal) =>
      createPlace(
        { geometry, title, parcoursId, isDraft: askedAsDraft, plannedId },
        { signal, idempotencyKey: placeKey },
      ),
    );
  } catch (error) {
    // An earlier version sent this key with another body: the place exists, or was deleted.
    const made = isConflict(error) ? await lookForPlace(stored, tools) : null;
    if (made === null) throw error;
    return made;
  }
}

/** Finds the place that an earlier request created, whose response was lost; null if there is none. */
function lookForPlace(record: OutboxRecord, tools: StepTools): Promise<PlaceId | null> {
  const { userId, geometry, mapId: parcoursId, askedTitle } = record;
  const asked = { userId, geometry, parcoursId, title: askedTitle ?? titleOf(record) };
  return within(ANSWER_MS, tools, (signal) => findLostPlace(asked, tools.placesOfOthers(), { signal }));
}

async function send(record: OutboxRecord, { wav, durationS }: ReadyAudio, tools: StepTools): Promise<void> {
  const placeId = placeOf(record);
  const { telling, sessionId, audioKey, resumeUrl } = record;
  tools.onPhase('sending', 0);
  for (const key of record.begunKeys) {
    if (key === audioKey) continue;
    await abandon(key, tools);
    await tools.store({ type: 'abandoned', key });
  }
  const { media_data: link } = await within(STALL_MS, tools, (signal, renew) =>
    sendAudio(
      { placeId, telling, sessionId, wav, lengthS: durationS, key: audioKey, resumeUrl },
      {
        signal,
        onProgress: (share) => {
          renew();
          tools.onPhase('sending', share);
        },
        onBegin: async () => {
          await tools.store({ type: 'begun' });
        },
        onResumeUrl: (url) => void tools.store({ type: 'resumable', resumeUrl: url }).catch(() => {}),
      },
    ),
  );
  if (telling === null) setLink(placeId, link);
  // New audio of a place that exists may have to be approved; one that fills a planned place is listed from now on.
  if (!record.makesPlace || (record.plannedId !== null && !record.askedAsDraft))
    await within(ANSWER_MS, tools, (signal) => refreshPlace(placeId, { signal })).catch(() => undefined);
}

async function within<T>(
  patienceMs: number,
  { signal, isOwner }: StepTools,
  work: (signal: AbortSignal, renew: () => void) => Promise<T>,
): Promise<T> {
  if (!isOwner()) throw new Error('Somebody else has logged in meanwhile');
  const limit = startTimeLimit(signal, patienceMs);
  try {
    return await work(limit.signal, limit.renew);
  } finally {
    limit.end();
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

function placeOf({ placeId }: OutboxRecord): PlaceId {
  if (placeId === null) throw new TypeError('Expected a drop whose place was created');
  return placeId;
}

function failureOf(error: unknown): OutboxFailure {
  if (error instanceof AudioGoneError) return { type: 'refused', why: 'audio-gone' };
  if (error instanceof ApiError) {
    const { status, code, retryAfterS } = error;
    if (!isRefused(error)) return { type: 'passing', retryAfterMs: retryAfterS === null ? null : retryAfterS * 1000 };
    if (status === 404) return { type: 'gone' };
    if (code === 'already_filled') return { type: 'refused', why: code };
    return status === 409 ? { type: 'conflict' } : { type: 'refused', why: code };
  }
  const name = converterErrorOf(error);
  // Unlike all others, a converter that could not be loaded may be loaded later.
  if (name !== null && name !== 'EngineUnavailableError') return { type: 'refused', why: name };
  return { type: 'passing', retryAfterMs: null };
}
