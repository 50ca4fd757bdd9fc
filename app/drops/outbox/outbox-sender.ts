import { ref } from 'valtio';
import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { loadPlaces } from '../../places/places.ts';
import { randomKey } from '../../platform/page/random.ts';
import { inOneTab } from '../../platform/page/tabs.ts';
import type { Scope } from '../../platform/scope.ts';
import type { OutboxRecord } from '../../platform/storage/outbox-store.ts';
import { storage } from '../../platform/storage/storage.ts';
import { countAsPreviewed } from '../../walk/listening.ts';
import type { ConversionProgress, OutboxAudio } from './outbox-audio.ts';
import { isDue, nextStep } from './outbox-machine.ts';
import { discardedError, lockName, type OutboxRecords } from './outbox-records.ts';
import { doStep, StepError, type StepTools } from './outbox-steps.ts';
import { type DropWork, type OutboxView, showRecord, type WaitReason, waitReasonOf } from './outbox-view.ts';

/** Retry delay while another tab works on the drop; that tab may be closed at any time. */
const OTHER_TAB_MS = 5000;
/** Longest timer; setTimeout overflows after 24 days. */
const LONGEST_TIMER_MS = 60 * 60 * 1000;

/** A queue that sends one drop at a time, oldest first. Large uploads have their own, so that small ones don't wait. */
interface Lane {
  readonly isLarge: boolean;
  running: Promise<void> | null;
  /** It must look for due drops again. */
  mustLook: boolean;
  cancelTimer: () => void;
}

interface SenderParts {
  readonly records: OutboxRecords;
  readonly audio: OutboxAudio;
  readonly view: OutboxView;
  readonly onDone: (id: string, placeId: PlaceId | null) => void;
}

/** Sends the drops of one account, and shows them. */
export class OutboxSender {
  readonly #scope: Scope;
  readonly #userId: UserId;
  readonly #records: OutboxRecords;
  readonly #audio: OutboxAudio;
  readonly #view: OutboxView;
  readonly #onDone: SenderParts['onDone'];
  readonly #lanes: readonly Lane[] = [createLane(false), createLane(true)];
  readonly #work = new Map<string, DropWork & { readonly abort: AbortController }>();
  /** Why the last attempts failed. */
  readonly #reasons = new Map<string, WaitReason>();
  /** Recordings' sessions that the server has not answered for yet. */
  readonly #sessions = new Map<string, Promise<void>>();

  /** `scope` ends all work. `onDone` gets the place of a complete drop, null for a discarded one. */
  constructor(scope: Scope, userId: UserId, { records, audio, view, onDone }: SenderParts) {
    this.#scope = scope;
    this.#userId = userId;
    this.#records = records;
    this.#audio = audio;
    this.#view = view;
    this.#onDone = onDone;
    scope.add(() => {
      for (const { abort } of this.#work.values()) abort.abort();
    });
  }

  /** Sends the due drops. A call during a run makes it look again. */
  async sendDue(): Promise<void> {
    if (this.#scope.disposed) return;
    await this.#audio.measure(this.#records.list);
    await Promise.all(this.#lanes.map((lane) => this.#run(lane)));
  }

  /** Reads the records again, and sends the due drops. */
  async refreshAndSend(): Promise<void> {
    await this.#records.refresh();
    await this.sendDue();
  }

  /** Retries all waiting drops now, for example when the network is back. */
  async retryAll(): Promise<void> {
    const nowMs = Date.now();
    for (const { id, nextTryMs } of this.#records.list) {
      if (nextTryMs > nowMs) await this.#records.apply(id, { type: 'hastened', nowMs }).catch(() => null);
    }
    await this.sendDue();
  }

  /** Adds a recording's session to its drop once it is known; the drop's audio is sent after that. */
  awaitSession(id: string, session: Promise<string | null>): void {
    const joined = session.then(async (sessionId) => {
      if (sessionId !== null) await this.#records.apply(id, { type: 'session-known', sessionId }).catch(() => null);
      this.#sessions.delete(id);
    });
    this.#sessions.set(id, joined);
  }

  /** Aborts the work on a drop, unless it is being removed. */
  abort(id: string): void {
    this.#audio.abort(id);
    const work = this.#work.get(id);
    if (work !== undefined && work.phase !== 'removing') work.abort.abort();
  }

  /** Updates the view after a change of the records. */
  show(): void {
    if (this.#scope.disposed) return;
    const view = this.#view;
    const shown = this.#records.list.filter(({ isDiscarded }) => !isDiscarded);
    view.items = ref(
      shown.map((record) => showRecord(record, this.#work.get(record.id), this.#reasons.get(record.id))),
    );
    view.unsent = view.items.filter(({ isUnsent }) => isUnsent).length;
    view.isReady = this.#records.isLoaded;
  }

  /** Shows the progress of a conversion, unless its drop is at another step: its popup may need the audio then. */
  showConversion(id: string, progress: ConversionProgress): void {
    const phase = this.#work.get(id)?.phase;
    if (phase !== 'preparing' && phase !== 'converting') return;
    if (progress.stage === 'conversion') this.#showPhase(id, 'converting', progress.fraction);
    else {
      const { loadedBytes, totalBytes } = progress;
      this.#showPhase(id, 'preparing', totalBytes === null ? null : loadedBytes / totalBytes);
    }
  }

  #showPhase(id: string, phase: DropWork['phase'], share: number | null): void {
    const work = this.#work.get(id);
    const progress = share === null ? null : Math.floor(share * 100) / 100;
    if (work === undefined || (work.phase === phase && work.progress === progress)) return;
    this.#work.set(id, { phase, progress, abort: work.abort });
    this.show();
  }

  async #run(lane: Lane): Promise<void> {
    lane.mustLook = true;
    lane.running ??= this.#sendLane(lane).finally(() => {
      lane.running = null;
      if (lane.mustLook && !this.#scope.disposed) void this.#run(lane);
    });
    await lane.running;
  }

  async #sendLane(lane: Lane): Promise<void> {
    const listOwn = () => this.#records.list.filter(({ id }) => this.#audio.isLarge(id) === lane.isLarge);
    let isElsewhere = false;
    while (lane.mustLook && !this.#scope.disposed) {
      lane.mustLook = false;
      isElsewhere = false;
      for (const { id } of listOwn().filter((record) => isDue(record, Date.now()))) {
        if (this.#scope.disposed) return;
        // A storage error is retried like a lock that another tab holds.
        const worked = await inOneTab(lockName(id), () => this.#sendDrop(id)).catch(() => null);
        if (worked === null) isElsewhere = true;
      }
    }
    if (this.#scope.disposed) return;
    lane.cancelTimer();
    const nexts = listOwn()
      .filter((record) => nextStep(record) !== 'rest')
      .map(({ nextTryMs }) => nextTryMs);
    if (nexts.length === 0) return;
    const delayMs = Math.max(Math.min(...nexts) - Date.now(), isElsewhere ? OTHER_TAB_MS : 0);
    lane.cancelTimer = this.#scope.timeout(() => void this.refreshAndSend(), Math.min(delayMs, LONGEST_TIMER_MS));
  }

  /** Runs the steps of one drop until it is done, waits or fails. Another tab may have run some. */
  async #sendDrop(id: string): Promise<void> {
    for (;;) {
      const record = await this.#records.read(id);
      if (this.#scope.disposed) return;
      if (record === null) return this.#records.refresh();
      const step = nextStep(record);
      if (step === 'rest' || !isDue(record, Date.now())) return this.#records.refresh();
      if (step === 'done') {
        if (await this.#finish(record)) return;
        continue;
      }
      const session = this.#sessions.get(id);
      if (step === 'send' && session !== undefined) {
        await session;
        continue;
      }
      // Before the place is listed with its audio.
      if ((step === 'send' || step === 'title') && record.placeId !== null) countAsPreviewed(record.placeId);
      await this.#doStep(step, record);
      if (this.#scope.disposed) return;
    }
  }

  async #doStep(step: Parameters<typeof doStep>[0], record: OutboxRecord): Promise<void> {
    const { id } = record;
    const abort = new AbortController();
    this.#work.set(id, { phase: 'creating', progress: null, abort });
    try {
      const event = await doStep(step, record, this.#toolsFor(record, abort.signal));
      this.#reasons.delete(id);
      await this.#records.apply(id, event);
    } catch (error) {
      if (this.#scope.disposed) return;
      if (!(error instanceof StepError)) {
        // Aborted: the record says what the person wants now.
        if (abort.signal.aborted) return;
        throw error;
      }
      const { step: at, failure, cause } = error;
      // Somebody else has deleted the place.
      if (failure.type === 'gone') void loadPlaces();
      if (failure.type === 'passing') this.#reasons.set(id, waitReasonOf(cause));
      const chance = { nowMs: Date.now(), random: Math.random(), key: randomKey() };
      await this.#records.apply(id, { type: 'failed', step: at, failure, ...chance });
    } finally {
      this.#work.delete(id);
      this.show();
    }
  }

  #toolsFor(record: OutboxRecord, signal: AbortSignal): StepTools {
    const { id } = record;
    return {
      signal,
      placesOfOthers: () => this.#records.list.flatMap((other) => (other.id === id ? [] : (other.placeId ?? []))),
      isOwner: () => storage.read('currentUser')?.id === this.#userId,
      readWav: () => this.#audio.readConverted(record, signal),
      onPhase: (phase, share) => this.#showPhase(id, phase, share),
      store: async (event) => {
        const stored = await this.#records.apply(id, event);
        if (stored === null) throw discardedError();
        return stored;
      },
    };
  }

  /**
   * Deletes a sent or discarded drop, bytes first: a recording without a record would be found again.
   *
   * @returns false if the person has discarded or renamed it meanwhile, so that a step remains
   */
  async #finish(record: OutboxRecord): Promise<boolean> {
    const { id, isDiscarded, placeId } = record;
    await this.#audio.removeOriginal(record);
    if (!(await this.#records.removeDone(id))) return false;
    this.#audio.removeConverted(id);
    this.#reasons.delete(id);
    await this.#records.refreshAllTabs();
    this.#onDone(id, isDiscarded ? null : placeId);
    return true;
  }
}

function createLane(isLarge: boolean): Lane {
  return { isLarge, running: null, mustLook: false, cancelTimer: () => {} };
}
