import type { BrowserContext, Page } from 'playwright';
import type { Delivery } from '../walk-simulator/receiver.ts';

/** A story that began to play, and when on the walk. */
export interface Start {
  /** SHA-256 in its audio's file name, or of the audio itself where it is played from the device. */
  readonly sound: string;
  readonly atMs: number;
}

/** How many times as fast as they are told stories play, by the audio element's own rate. Chromium allows 16. */
const STORY_SPEED = 8;

/**
 * The app gets a new position each time that a story has gone on by this much. The browser's own reports are too rare: at
 * eight times the speed they are 2 s of a story apart, and the app takes a step of 3 s for sound that was skipped.
 */
const TOLD_EACH_S = 0.5;

/** One fix as it travels into the page. */
type ReplayedFix = readonly [atMs: number, lng: number, lat: number, accuracyM: number, takenMs: number];

interface Replay {
  /** Walks on until this time of the walk. */
  walk(fixes: readonly ReplayedFix[], fromMs: number, untilMs: number): Promise<void>;
  readonly starts: Promise<Start>[];
  /** Audio elements that were made. */
  audioMade: number;
}

declare global {
  interface Window {
    replay: Replay;
  }
}

/**
 * Lets the pages of a context be walked with faster than life. Time is compressed in the browser, not in the app, which
 * is the built one, whole:
 *
 * - the page's timers and clocks (`setTimeout`, `setInterval`, `performance.now`, `Date.now`) show the walk's time, which
 *   stands still but for {@link replayWalk}. Playwright's own fake clock was not taken: it keeps every step for the next
 *   document, so that a reload after an hour of steps takes minutes, and needs a call from outside for each of them;
 * - `navigator.geolocation` is an object that replays the fixes, with the times at which they were taken;
 * - the audio element is the browser's own, on a clock of its own. It plays at 8 times its speed, and while it sounds the
 *   walk's time is what it says: for each second of a story told the walker walks one second, however slow the machine;
 * - while the nearest worker computes, a kept file is read, or a story is loaded, time stands still. Frames, network and workers are real.
 */
export async function prepareReplay(phone: BrowserContext): Promise<void> {
  await phone.addInitScript(installReplay, { storySpeed: STORY_SPEED, toldEachS: TOLD_EACH_S });
}

/** Walks on from `fromMs` to `untilMs` of the walk; the page must have been loaded after {@link prepareReplay}. */
export async function replayWalk(
  page: Page,
  deliveries: readonly Delivery[],
  fromMs: number,
  untilMs: number,
): Promise<void> {
  const fixes = deliveries
    .filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
    .map(({ atMs, fix }): ReplayedFix => [atMs, ...fix.position, fix.accuracyM, fix.timestampMs]);
  await page.evaluate(([list, from, until]) => window.replay.walk(list, from, until), [
    fixes,
    fromMs,
    untilMs,
  ] as const);
}

/** The stories that began to play in this document, in order, and how many audio elements it made. */
export function readStarts(page: Page): Promise<{ readonly starts: readonly Start[]; readonly audioMade: number }> {
  return page.evaluate(async () => ({
    starts: await Promise.all(window.replay.starts),
    audioMade: window.replay.audioMade,
  }));
}

/** In the page, before its own scripts. */
function installReplay({ storySpeed, toldEachS }: { storySpeed: number; toldEachS: number }): void {
  const nextTask = (() => {
    const { port1, port2 } = new MessageChannel();
    let waiting: (() => void)[] = [];
    port1.onmessage = () => {
      const ready = waiting;
      waiting = [];
      for (const resolve of ready) resolve();
    };
    return () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        port2.postMessage(null);
      });
  })();
  const nativeTimeout = window.setTimeout.bind(window);
  const pause = (ms: number): Promise<void> => new Promise((resolve) => nativeTimeout(resolve, ms));

  // --- The walk's clock -------------------------------------------------------------------------------------------
  const KEPT = 'replayed-ms';
  const startMs = Date.now() + Number(sessionStorage.getItem(KEPT) ?? 0);
  let nowMs = 0;
  let lastTimer = 0;
  const timers = new Map<number, { dueMs: number; readonly everyMs: number | null; readonly run: () => void }>();
  const begin =
    (repeats: boolean) =>
    (task: TimerHandler, delayMs = 0, ...rest: unknown[]): number => {
      if (typeof task !== 'function') throw new TypeError('Expected a function to run later, got text');
      const waitMs = Math.max(repeats ? 1 : 0, delayMs);
      lastTimer += 1;
      timers.set(lastTimer, { dueMs: nowMs + waitMs, everyMs: repeats ? waitMs : null, run: () => task(...rest) });
      return lastTimer;
    };
  const end = (timer?: number): void => {
    if (timer !== undefined) timers.delete(timer);
  };
  Object.assign(window, {
    setTimeout: begin(false),
    setInterval: begin(true),
    clearTimeout: end,
    clearInterval: end,
  });

  function nextTimer(): [number, { dueMs: number; readonly everyMs: number | null; readonly run: () => void }] | null {
    let next: ReturnType<typeof nextTimer> = null;
    for (const entry of timers) if (next === null || entry[1].dueMs < next[1].dueMs) next = entry;
    return next;
  }

  // Until the walk begins, and so again after a reload, it passes as everywhere.
  let isLive = true;
  const liveSinceMs = performance.timeOrigin;
  const nativeNow = Date.now.bind(Date);
  void (async () => {
    while (isLive) {
      await pause(10);
      if (isLive) await passTo(nativeNow() - liveSinceMs);
    }
  })();

  performance.now = () => nowMs;
  Date.now = () => startMs + nowMs;

  /** Lets time pass, and what is due happen in its order. */
  async function passTo(untilMs: number): Promise<void> {
    for (let due = nextTimer(); due !== null && due[1].dueMs <= untilMs; due = nextTimer()) {
      const [timer, entry] = due;
      nowMs = Math.max(nowMs, entry.dueMs);
      if (entry.everyMs === null) timers.delete(timer);
      else entry.dueMs += entry.everyMs;
      entry.run();
      await settle();
    }
    nowMs = Math.max(nowMs, untilMs);
  }

  // --- Positions --------------------------------------------------------------------------------------------------
  let lastWatch = 0;
  const watches = new Map<number, PositionCallback>();
  /** Who wants the next position and no other. */
  let asked: PositionCallback[] = [];
  const geolocation = {
    watchPosition(onPosition: PositionCallback): number {
      lastWatch += 1;
      watches.set(lastWatch, onPosition);
      return lastWatch;
    },
    clearWatch: (watch: number): void => void watches.delete(watch),
    getCurrentPosition: (onPosition: PositionCallback): void => void asked.push(onPosition),
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation });

  // --- The nearest worker: it has answered when as many messages came back as were sent ---------------------------
  let unanswered = 0;
  const NativeWorker = window.Worker;
  window.Worker = class extends NativeWorker {
    readonly #isNearest: boolean;

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.#isNearest = String(url).includes('nearest');
      if (this.#isNearest) {
        this.addEventListener('message', () => {
          unanswered -= 1;
        });
      }
    }

    override postMessage(message: unknown, options?: Transferable[] | StructuredSerializeOptions): void {
      if (this.#isNearest) unanswered += 1;
      super.postMessage(message, options as StructuredSerializeOptions);
    }
  };

  // --- Kept files: what is read of them and hashed, before a story has an address -------------------------------------
  function countReads(owner: object, name: string): void {
    const read = Reflect.get(owner, name) as (...parts: unknown[]) => Promise<unknown>;
    const counted = function (this: unknown, ...parts: unknown[]): Promise<unknown> {
      unanswered += 1;
      return Reflect.apply(read, this, parts).finally(() => {
        unanswered -= 1;
      });
    };
    Object.assign(owner, { [name]: counted });
  }
  countReads(CacheStorage.prototype, 'open');
  countReads(Cache.prototype, 'match');
  countReads(Response.prototype, 'blob');
  countReads(Blob.prototype, 'arrayBuffer');
  countReads(SubtleCrypto.prototype, 'digest');

  // --- Sound ------------------------------------------------------------------------------------------------------
  const starts: Promise<Start>[] = [];
  /** What object URLs lead to: fetching a Blob by its address is not allowed to the page. */
  const blobs = new Map<string, Blob>();
  const makeAddress = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (source) => {
    const address = makeAddress(source);
    if (source instanceof Blob) blobs.set(address, source);
    return address;
  };
  async function soundOf(address: string): Promise<string> {
    const blob = blobs.get(address);
    if (blob === undefined) return new URL(address).pathname.replace(/^.*\/|\.\w+$/g, '');
    const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  // Others are made to ask what the browser can play, and are in no page.
  const player = (): HTMLAudioElement | null => document.querySelector('audio');
  let walkMs = 0;
  const makeElement = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = makeElement(name, options);
    if (element instanceof HTMLAudioElement) {
      replay.audioMade += 1;
      element.defaultPlaybackRate = storySpeed;
      element.playbackRate = storySpeed;
    }
    return element;
  }) as typeof document.createElement;
  document.addEventListener(
    'play',
    ({ target }) => {
      const { currentSrc, dataset } = target as HTMLAudioElement;
      if (dataset.link === undefined) return;
      const atMs = walkMs + nowMs;
      starts.push(soundOf(currentSrc).then((sound) => ({ sound, atMs })));
    },
    { capture: true },
  );
  let lastToldS = 0;
  document.addEventListener(
    'timeupdate',
    ({ target }) => {
      lastToldS = (target as HTMLAudioElement).currentTime;
    },
    { capture: true },
  );
  const isStory = (audio: HTMLAudioElement): boolean => audio.dataset.link !== undefined;
  const isLoading = (): boolean => {
    const audio = player();
    return (
      audio !== null && isStory(audio) && audio.error === null && audio.readyState < HTMLMediaElement.HAVE_METADATA
    );
  };
  const isSounding = (): boolean => {
    const audio = player();
    return audio !== null && isStory(audio) && !audio.paused && !audio.ended && audio.error === null;
  };

  /** Waits for whatever does not depend on the walk's time. */
  async function settle(): Promise<void> {
    await nextTask();
    while (unanswered > 0 || isLoading()) await pause(1);
    // What the last answer set going.
    await nextTask();
    if (unanswered > 0) await settle();
  }

  /** Lets time pass, at most to the end of a story that plays. */
  async function passSounding(untilMs: number): Promise<void> {
    let heardS = player()?.currentTime ?? 0;
    while (nowMs < untilMs) {
      if (!isSounding()) {
        const due = nextTimer();
        const stepMs = due === null ? untilMs : Math.min(untilMs, Math.max(due[1].dueMs, nowMs));
        await passTo(stepMs);
        heardS = player()?.currentTime ?? 0;
        continue;
      }
      await pause(4);
      const toldS = player()?.currentTime ?? 0;
      const stepS = Math.max(0, toldS - heardS);
      heardS = toldS;
      if (Math.abs(toldS - lastToldS) >= toldEachS) player()?.dispatchEvent(new Event('timeupdate'));
      if (stepS > 0) await passTo(Math.min(untilMs, nowMs + 1000 * stepS));
    }
  }

  const replay: Replay = {
    starts,
    audioMade: 0,
    async walk(fixes, fromMs, untilMs) {
      isLive = false;
      walkMs = fromMs - nowMs;
      for (const [atMs, longitude, latitude, accuracy, takenMs] of fixes) {
        await passSounding(atMs - walkMs);
        const coords = {
          ...{ longitude, latitude, accuracy, heading: null, speed: null, altitude: null, altitudeAccuracy: null },
          toJSON: () => null,
        };
        const timestamp = startMs + takenMs - walkMs;
        const hearers = [...watches.values(), ...asked];
        asked = [];
        for (const hear of hearers) hear({ coords, timestamp, toJSON: () => null });
        await settle();
      }
      await passSounding(untilMs - walkMs);
      sessionStorage.setItem(KEPT, String(untilMs));
    },
  };
  window.replay = replay;
}
