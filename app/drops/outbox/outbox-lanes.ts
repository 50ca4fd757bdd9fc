import { createTranscoder, discardConverted } from '../../../workers/client/transcode-client.ts';
import { loadPlaces } from '../../places/places.ts';
import { randomKey } from '../../platform/page/random.ts';
import { inOneTab } from '../../platform/page/tabs.ts';
import type { Scope } from '../../platform/scope.ts';
import type { OutboxRecord } from '../../platform/storage/outbox-store.ts';
import { storage } from '../../platform/storage/storage.ts';
import { countAsPreviewed } from '../../walk/listening.ts';
import { readAudio, readReady } from './outbox-audio.ts';
import { changeRecord, lockOf, type OutboxBox, type OutboxLane, refreshBox, showBox, showPhase } from './outbox-box.ts';
import { isDue, nextStep } from './outbox-machine.ts';
import { gone } from './outbox-settled.ts';
import { doStep, StepError, type StepTools } from './outbox-steps.ts';
import { wordsForWaiting } from './outbox-view.ts';

/** Retry delay while another tab works on the drop; that tab may be closed at any time. */
const OTHER_TAB_MS = 5000;
/** Longest timer; setTimeout overflows after 24 days. */
const LOOK_AGAIN_MS = 60 * 60 * 1000;
/** Larger uploads use the second lane. At 1 Mbit/s this much takes two minutes (90 s of stereo). */
const LIGHT_MAX_BYTES = 16 * 1024 * 1024;
/** Estimated growth of a file by its conversion: a WAV is eleven times the size of an mp3 at 128 kbit/s. */
const GROWTH = 11;

/** Creates the lanes of an outbox, which end with `scope`. */
export function createLanes(scope: Scope): OutboxLane[] {
  const createLane = (takes: OutboxLane['takes']): OutboxLane => {
    const transcoder = createTranscoder();
    scope.add(() => transcoder.dispose());
    return { takes, transcoder, sending: null, isAskedAgain: false, cancelTimer: () => {} };
  };
  return [createLane((bytes) => bytes <= LIGHT_MAX_BYTES), createLane((bytes) => bytes > LIGHT_MAX_BYTES)];
}

/** Retries all waiting drops now, for example when the network is back. */
export async function hasten(box: OutboxBox): Promise<void> {
  const nowMs = Date.now();
  for (const { id, nextTryMs } of box.records) {
    if (nextTryMs > nowMs) await changeRecord(box, id, { type: 'hastened', nowMs }).catch(() => null);
  }
  await pump(box);
}

/** Sends the due drops. A call during a run makes it check again. */
export async function pump(box: OutboxBox): Promise<void> {
  if (box.scope.disposed) return;
  await weigh(box);
  await Promise.all(box.lanes.map((lane) => drive(box, lane)));
}

/** Estimates the upload size of each drop. */
async function weigh(box: OutboxBox): Promise<void> {
  for (const record of box.records) {
    const { id, fileName, isSent } = record;
    if (isSent || box.weights.has(id)) continue;
    const made = box.prepared.get(id);
    // Unreadable audio counts as small; sending it reports the error.
    const bytes = made?.wav.size ?? (await readAudio(box, record).catch(() => null))?.size ?? 0;
    const isAsItIs = made !== undefined || fileName === null || fileName.toLowerCase().endsWith('.wav');
    box.weights.set(id, isAsItIs ? bytes : bytes * GROWTH);
  }
}

async function drive(box: OutboxBox, lane: OutboxLane): Promise<void> {
  lane.isAskedAgain = true;
  lane.sending ??= sendDue(box, lane).finally(() => {
    lane.sending = null;
    if (lane.isAskedAgain && !box.scope.disposed) void drive(box, lane);
  });
  await lane.sending;
}

async function sendDue(box: OutboxBox, lane: OutboxLane): Promise<void> {
  const own = (): OutboxRecord[] => box.records.filter(({ id }) => lane.takes(box.weights.get(id) ?? 0));
  let isElsewhere = false;
  while (lane.isAskedAgain && !box.scope.disposed) {
    lane.isAskedAgain = false;
    isElsewhere = false;
    for (const { id } of own().filter((record) => isDue(record, Date.now()))) {
      if (box.scope.disposed) return;
      // A storage error is retried like a lock that another tab holds.
      const worked = await inOneTab(lockOf(id), () => work(box, id)).catch(() => null);
      if (worked === null) isElsewhere = true;
    }
  }
  if (box.scope.disposed) return;
  lane.cancelTimer();
  const nexts = own()
    .filter((record) => nextStep(record) !== 'rest')
    .map(({ nextTryMs }) => nextTryMs);
  if (nexts.length === 0) return;
  const delayMs = Math.max(Math.min(...nexts) - Date.now(), isElsewhere ? OTHER_TAB_MS : 0);
  lane.cancelTimer = box.scope.timeout(
    () => void refreshBox(box).then(() => pump(box)),
    Math.min(delayMs, LOOK_AGAIN_MS),
  );
}

/** Runs the steps of one drop until it is done, waits or fails. Another tab may have run some. */
async function work(box: OutboxBox, id: string): Promise<void> {
  for (;;) {
    const record = await box.store.read(id);
    if (box.scope.disposed) return;
    if (record === null) return void (await refreshBox(box));
    const step = nextStep(record);
    if (step === 'rest' || !isDue(record, Date.now())) return void (await refreshBox(box));
    if (step === 'done') {
      if (await finish(box, record)) return;
      continue;
    }
    const session = box.sessions.get(id);
    if (step === 'send' && session !== undefined) {
      await session;
      continue;
    }
    // Before the place is listed with its audio.
    if ((step === 'send' || step === 'title') && record.placeId !== null) countAsPreviewed(record.placeId);
    const breaking = new AbortController();
    box.live.set(id, { phase: 'creating', progress: null, breaking });
    try {
      const event = await doStep(step, record, toolsFor(box, record, breaking.signal));
      box.faults.delete(id);
      await changeRecord(box, id, event);
    } catch (error) {
      if (box.scope.disposed) return;
      if (!(error instanceof StepError)) {
        // Aborted: the record says what the person wants now.
        if (breaking.signal.aborted) continue;
        throw error;
      }
      const { step: at, failure, cause } = error;
      // Somebody else has deleted the place.
      if (failure.type === 'gone') void loadPlaces();
      if (failure.type === 'passing') box.faults.set(id, wordsForWaiting(cause));
      const key = randomKey();
      await changeRecord(box, id, { type: 'failed', step: at, failure, nowMs: Date.now(), random: Math.random(), key });
    } finally {
      box.live.delete(id);
      showBox(box);
    }
  }
}

function toolsFor(box: OutboxBox, record: OutboxRecord, signal: AbortSignal): StepTools {
  const { id } = record;
  return {
    signal,
    placesOfOthers: () => box.records.flatMap((other) => (other.id === id ? [] : (other.placeId ?? []))),
    isOwner: () => storage.read('currentUser')?.id === box.userId,
    readWav: () => readReady(box, record, signal),
    onPhase: (phase, share) => showPhase(box, id, phase, share),
    async keep(event) {
      const kept = await changeRecord(box, id, event);
      if (kept === null) throw gone();
      return kept;
    },
  };
}

/**
 * Deletes a drop that was sent or discarded. The bytes go first, because a recording without a record would be found
 * again.
 *
 * @returns false if the person has discarded or renamed it meanwhile, so that a step remains
 */
async function finish(box: OutboxBox, record: OutboxRecord): Promise<boolean> {
  const { id, recordingId, isDiscarded, placeId } = record;
  if (recordingId === null) await box.files.removeFile(id);
  else await box.files.remove(recordingId);
  const left = await box.store.change(id, (now) => (nextStep(now) === 'done' ? null : now));
  if (left !== null) return false;
  const made = box.prepared.get(id);
  if (made !== undefined) discardConverted(made.wav);
  box.prepared.delete(id);
  box.faults.delete(id);
  await refreshBox(box);
  box.tellTabs();
  box.settle(id, isDiscarded ? null : placeId);
  return true;
}
