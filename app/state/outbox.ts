import { proxy, ref } from 'valtio';
import type { PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { createRecordingClient, type RecordingClient } from '../../workers/client/recording-client.ts';
import { createTranscoder, discardConverted, type Transcoder } from '../../workers/client/transcode-client.ts';
import { type OutboxRecord, type OutboxStore, openOutboxStore } from '../platform/outbox-store.ts';
import { onOnline, onVisible } from '../platform/page.ts';
import { randomHex } from '../platform/random.ts';
import { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage.ts';
import { outboxStrings } from '../platform/strings/outbox.ts';
import { askToKeepStorage, inOneTab, joinTabs } from '../platform/tabs.ts';
import { type DropDraft, KeepError, recordOf, wordsForKeeping } from './drop-draft.ts';
import { holdWhileUnsent } from './outbox-hold.ts';
import { advance, isDue, nextStep, type OutboxEvent } from './outbox-machine.ts';
import { doStep, type ReadyAudio, StepError, type StepTools } from './outbox-steps.ts';
import { type LiveWork, type OutboxItem, showRecord, wordsForWaiting } from './outbox-view.ts';
import { loadPlaces } from './places.ts';
import {
  claimRecordings,
  letGoOfRecording,
  readRecording,
  removeRecordingFile,
  sessionSettled,
  takeRecording,
} from './recorder.ts';

/** Of a drop's id and of its keys: nobody draws the same twice. */
const KEY_BYTES = 16;
/** Another tab is at it, and may be closed without a word. */
const OTHER_TAB_MS = 5000;
/** The longest that nothing is looked at; a timer can't be set for some weeks. */
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/** The drops that wait on this device. */
export interface OutboxView {
  /** What waits is known. */
  isReady: boolean;
  /** Oldest first; this account's alone. Replaced as a whole, never changed in place. */
  items: OutboxItem[] & { $$valtioSnapshot: OutboxItem[] };
}

/** The drops that wait on this device. Changed by the functions of this file alone. */
export const outbox = proxy<OutboxView>({ isReady: false, items: ref([]) });

interface Running {
  readonly userId: UserId;
  readonly scope: Scope;
  readonly store: OutboxStore;
  readonly files: RecordingClient;
  readonly transcoder: Transcoder;
  readonly tellTabs: () => void;
  records: OutboxRecord[];
  /** What is being worked on, and can be broken off. */
  readonly live: Map<string, LiveWork & { readonly breaking: AbortController }>;
  /** Why the last try failed, in words. */
  readonly faults: Map<string, string>;
  readonly prepared: Map<string, ReadyAudio>;
  /** Recordings whose session is not known yet. */
  readonly sessions: Map<string, Promise<void>>;
  sending: Promise<void> | null;
  isAskedAgain: boolean;
  cancelTimer: () => void;
}

let running: Running | null = null;
const sentPlaces = new Map<string, PlaceId>();
const waiters = new Map<string, { resolve: (placeId: PlaceId) => void; reject: (reason: unknown) => void }[]>();

/** Sends what this person keeps on this device, until `scope` is disposed. The recorder must have been started. */
export function startOutbox(scope: Scope, userId: UserId): void {
  const own = new Scope();
  scope.add(() => own.dispose());
  const started: Running = {
    ...{ userId, scope: own, store: openOutboxStore(), files: createRecordingClient(), transcoder: createTranscoder() },
    tellTabs: joinTabs(own, 'outbox', () => void refresh().then(pump)),
    ...{ records: [], live: new Map(), faults: new Map(), prepared: new Map(), sessions: new Map() },
    ...{ sending: null, isAskedAgain: false, cancelTimer: () => {} },
  };
  running = started;
  own.add(() => {
    for (const { breaking } of started.live.values()) breaking.abort();
    started.transcoder.dispose();
    started.files.dispose();
    started.store.close();
    if (running === started) running = null;
    Object.assign(outbox, { isReady: false, items: ref([]) });
    for (const waiting of waiters.values()) for (const { reject } of waiting) reject(gone());
    waiters.clear();
    sentPlaces.clear();
    holdWhileUnsent(false);
  });
  onOnline(own, () => void hasten());
  onVisible(own, () => void hasten());
  void refresh().then(sweep).then(hasten);
}

/**
 * Keeps a drop on this device, and sends it as soon as that works. When this resolves, its record and its audio are on the
 * disk.
 *
 * @returns its id
 * @throws {KeepError} with words for the person where it can't be kept; nothing has changed then.
 */
export async function keepDrop(draft: DropDraft): Promise<string> {
  const own = running;
  if (own === null) throw new KeepError(outboxStrings.keepFailed);
  const { audio } = draft;
  const drawn = randomHex(KEY_BYTES);
  const recordingId = audio instanceof Blob ? null : audio.recordingId;
  let id = drawn;
  try {
    // The lock keeps another tab from sweeping away a file whose record is not there yet.
    await inOneTab(lockOf(drawn), async () => {
      if (audio instanceof Blob) await own.files.keepFile(drawn, audio);
      else await takeRecording(audio.recordingId);
      try {
        id = await own.store.add(recordOf(draft, drawn, own.userId));
      } catch (error) {
        if (recordingId === null) await own.files.removeFile(drawn).catch(() => {});
        throw error;
      }
    });
  } catch (error) {
    throw new KeepError(wordsForKeeping(error), { cause: error });
  }
  if (draft.prepared !== undefined) own.prepared.set(id, draft.prepared);
  if (recordingId !== null) {
    void letGoOfRecording(recordingId);
    own.sessions.set(id, joinSession(id, recordingId));
  }
  void askToKeepStorage();
  await refresh();
  own.tellTabs();
  void pump();
  return id;
}

/**
 * Resolves with the place once the server has all of the drop.
 *
 * @throws the reason, an AbortError, where it is discarded or the person logs out first.
 */
export function whenSent(id: string): Promise<PlaceId> {
  const placeId = sentPlaces.get(id);
  if (placeId !== undefined) return Promise.resolve(placeId);
  return new Promise((resolve, reject) => {
    if (running === null) return reject(gone());
    waiters.set(id, [...(waiters.get(id) ?? []), { resolve, reject }]);
  });
}

/** Tries a drop now; one that was refused, again. */
export async function retryDrop(id: string): Promise<void> {
  await change(id, { type: 'retried', nowMs: Date.now(), key: randomHex(KEY_BYTES) });
  void pump();
}

/** Gives a drop another name, and says that the person wants it. The server is told in its turn. */
export async function retitleDrop(id: string, title: string): Promise<void> {
  await change(id, { type: 'retitled', title });
  void pump();
}

/** Notes the title of a drop that the person has not saved yet, so that a crash does not lose it. */
export async function titleDraft(id: string, title: string): Promise<void> {
  await change(id, { type: 'draft-titled', title });
}

/** Removes a drop from this device for good, and in its turn the place that was made for it. */
export async function discardDrop(id: string): Promise<void> {
  await change(id, { type: 'discarded', nowMs: Date.now() });
  running?.live.get(id)?.breaking.abort();
  settle(id, null);
  void pump();
}

/**
 * The audio of a drop as a file of the person's: as it was chosen, or recorded.
 *
 * @throws {KeepError} where it is not on this device any more.
 */
export async function exportDrop(id: string): Promise<File> {
  const record = (await running?.store.read(id)) ?? null;
  const audio = record === null ? null : await readAudio(record);
  if (record === null || audio === null) throw new KeepError(outboxStrings.audioGone);
  const { fileName, title } = record;
  return new File([audio], fileName ?? `${title.trim() || outboxStrings.fileName}.wav`, { type: audio.type });
}

/** What the person should hear of before they leave or log out. */
export function countUnsent(items: readonly { readonly isUnsent: boolean }[]): number {
  return items.filter(({ isUnsent: is }) => is).length;
}

async function refresh(): Promise<void> {
  const own = running;
  if (own === null) return;
  // Where there is no database nothing was kept in one; keeping itself says so.
  const records = await own.store.listOf(own.userId).catch(() => own.records);
  if (own !== running) return;
  own.records = records;
  claimRecordings(records.flatMap(({ recordingId }) => recordingId ?? []));
  show();
  outbox.isReady = true;
}

async function change(id: string, event: OutboxEvent): Promise<OutboxRecord | null> {
  const own = running;
  if (own === null) return null;
  const changed = await own.store.change(id, (record) => advance(record, event));
  if (own !== running) return changed;
  own.records = own.records.flatMap((record) => (record.id === id ? (changed ?? []) : record));
  show();
  own.tellTabs();
  return changed;
}

async function hasten(): Promise<void> {
  const nowMs = Date.now();
  for (const { id, nextTryMs } of running?.records ?? []) {
    if (nextTryMs > nowMs) await change(id, { type: 'hastened', nowMs });
  }
  await pump();
}

/** Sends what is due, one drop after the other. Asked again meanwhile, it looks again. */
async function pump(): Promise<void> {
  const own = running;
  if (own === null) return;
  own.isAskedAgain = true;
  own.sending ??= sendDue(own).finally(() => {
    own.sending = null;
    if (own.isAskedAgain) void pump();
  });
  await own.sending;
}

async function sendDue(own: Running): Promise<void> {
  let isElsewhere = false;
  while (own.isAskedAgain && !own.scope.disposed) {
    own.isAskedAgain = false;
    isElsewhere = false;
    for (const { id } of own.records.filter((record) => isDue(record, Date.now()))) {
      if (own.scope.disposed) return;
      // What the device itself refuses is tried again as what another tab is at.
      const worked = await inOneTab(lockOf(id), () => work(own, id)).catch(() => null);
      if (worked === null) isElsewhere = true;
    }
  }
  if (own.scope.disposed) return;
  own.cancelTimer();
  const nexts = own.records.filter((record) => nextStep(record) !== 'rest').map(({ nextTryMs }) => nextTryMs);
  if (nexts.length === 0) return;
  const delayMs = Math.max(Math.min(...nexts) - Date.now(), isElsewhere ? OTHER_TAB_MS : 0);
  own.cancelTimer = own.scope.timeout(() => void refresh().then(pump), Math.min(delayMs, LOOK_AGAIN_MS));
}

/** Brings one drop as far as it goes now. Another tab may have done so before. */
async function work(own: Running, id: string): Promise<void> {
  for (;;) {
    const record = await own.store.read(id);
    if (own.scope.disposed) return;
    if (record === null) return void (await refresh());
    const step = nextStep(record);
    if (step === 'rest' || record.nextTryMs > Date.now()) return void (await refresh());
    if (step === 'done') return finish(own, record);
    const session = own.sessions.get(id);
    if (step === 'send' && session !== undefined) {
      await session;
      continue;
    }
    const breaking = new AbortController();
    own.live.set(id, { phase: 'creating', progress: null, breaking });
    try {
      const event = await doStep(step, record, toolsFor(own, record, breaking.signal));
      own.faults.delete(id);
      await change(id, event);
    } catch (error) {
      if (own.scope.disposed) return;
      if (!(error instanceof StepError)) {
        // Broken off: what the person wants now is in the record.
        if (breaking.signal.aborted) continue;
        throw error;
      }
      const { step: at, failure, cause } = error;
      // Somebody has changed what is on the map.
      if (failure.type === 'gone') void loadPlaces();
      if (failure.type === 'passing') own.faults.set(id, wordsForWaiting(cause));
      const key = randomHex(KEY_BYTES);
      await change(id, { type: 'failed', step: at, failure, nowMs: Date.now(), random: Math.random(), key });
    } finally {
      own.live.delete(id);
      show();
    }
  }
}

function toolsFor(own: Running, record: OutboxRecord, signal: AbortSignal): StepTools {
  const { id } = record;
  return {
    signal,
    isOwner: () => storage.read('currentUser')?.id === own.userId,
    async readWav() {
      const made = own.prepared.get(id);
      if (made !== undefined) return made;
      const audio = await readAudio(record);
      if (audio === null) return null;
      const ready = await own.transcoder.transcode(audio, {
        signal,
        onProgress: ({ fraction }) => showPhase(own, id, 'converting', fraction),
      });
      // Converting an hour takes a minute: not again for each try.
      own.prepared.set(id, ready);
      return ready;
    },
    onPhase: (phase, share) => showPhase(own, id, phase, share),
    async keep(event) {
      const kept = await change(id, event);
      if (kept === null) throw gone();
      return kept;
    },
  };
}

/** The server has all of it, or it was discarded: nothing of it has to stay. The bytes first: what has a record is not found. */
async function finish(own: Running, record: OutboxRecord): Promise<void> {
  const { id, recordingId, isDiscarded, placeId } = record;
  if (recordingId === null) await own.files.removeFile(id);
  else await removeRecordingFile(recordingId);
  await own.store.change(id, () => null);
  const made = own.prepared.get(id);
  if (made !== undefined) discardConverted(made.wav);
  own.prepared.delete(id);
  own.faults.delete(id);
  await refresh();
  own.tellTabs();
  settle(id, isDiscarded ? null : placeId);
}

/** Removes the audio of drops that were being kept when the page died. */
async function sweep(): Promise<void> {
  const own = running;
  if (own === null) return;
  try {
    for (const id of await own.files.listFiles()) {
      await inOneTab(lockOf(id), async () => {
        if (!(await own.store.listIds()).includes(id)) await own.files.removeFile(id);
      });
    }
  } catch {
    // It is only tidying up: the next start does it.
  }
}

function readAudio({ id, recordingId }: OutboxRecord): Promise<Blob | null> {
  if (recordingId !== null) return readRecording(recordingId);
  return running?.files.readFile(id) ?? Promise.resolve(null);
}

function settle(id: string, placeId: PlaceId | null): void {
  if (placeId !== null) sentPlaces.set(id, placeId);
  for (const { resolve, reject } of waiters.get(id) ?? []) {
    if (placeId === null) reject(gone());
    else resolve(placeId);
  }
  waiters.delete(id);
}

async function joinSession(id: string, recordingId: string): Promise<void> {
  const sessionId = await sessionSettled(recordingId);
  if (sessionId !== null) await change(id, { type: 'session-known', sessionId }).catch(() => null);
  running?.sessions.delete(id);
}

function showPhase(own: Running, id: string, phase: LiveWork['phase'], share: number | null): void {
  const live = own.live.get(id);
  const progress = share === null ? null : Math.floor(share * 100) / 100;
  if (live === undefined || (live.phase === phase && live.progress === progress)) return;
  own.live.set(id, { phase, progress, breaking: live.breaking });
  if (own === running) show();
}

function show(): void {
  const own = running;
  if (own === null) return;
  const shown = own.records.filter(({ isDiscarded }) => !isDiscarded);
  outbox.items = ref(shown.map((record) => showRecord(record, own.live.get(record.id), own.faults.get(record.id))));
  holdWhileUnsent(countUnsent(outbox.items) > 0);
}

function lockOf(id: string): string {
  return `outbox-${id}`;
}

function gone(): DOMException {
  return new DOMException('The drop was discarded, or its owner has logged out', 'AbortError');
}
