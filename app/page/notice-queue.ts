import { proxy } from 'valtio';
import { Scope } from '../platform/scope.ts';

/** How long a notice is shown: enough to read two lines. The time stops while notices are held. */
export const NOTICE_MS = 6000;

/** Minimum time left after the notices were held, for a second look. */
const MIN_LEFT_MS = 2000;

/** A short message that disappears by itself. */
export interface PassingNotice {
  readonly id: number;
  readonly text: string;
  /** Language of the text; undefined for the page's. */
  readonly lang: 'en' | undefined;
  /** `success` for something that the person did; `info` for something that they should know. */
  readonly tone: 'success' | 'info';
  /** A button shown with the text. Running it dismisses the notice. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

/** The notices on screen, oldest first. Rendered by the shell. */
export const notices = proxy<{ shown: PassingNotice[] }>({ shown: [] });

let lastId = 0;

/**
 * Shows a notice for {@link NOTICE_MS}, also after a change of screen, in place of one that says the same and offers
 * nothing. Returns its id for {@link dismissNotice}.
 */
export function showNotice(text: string, options: Partial<Omit<PassingNotice, 'id' | 'text'>> = {}): number {
  lastId += 1;
  const { lang, tone = 'success', action } = options;
  notices.shown = [
    ...notices.shown.filter((shown) => areHeld || shown.text !== text || shown.action !== undefined),
    { id: lastId, text, lang, tone, action },
  ];
  return lastId;
}

/** Shows a notice in place of an earlier one, which stays while notices are held: the person may be about to use it. */
export function replaceNotice(earlier: number | undefined, ...message: Parameters<typeof showNotice>): number {
  if (earlier !== undefined && !areHeld) dismissNotice(earlier);
  return showNotice(...message);
}

/** Removes a notice. */
export function dismissNotice(id: number): void {
  notices.shown = notices.shown.filter((notice) => notice.id !== id);
}

/** A timer of {@link NOTICE_MS} that can be paused. */
interface Countdown {
  leftMs: number;
  /** When it was last started; null while it is paused. */
  sinceMs: number | null;
  scope: Scope;
  readonly run: () => void;
}

const countdowns = new Set<Countdown>();
let areHeld = false;

/**
 * Runs `task` after {@link NOTICE_MS}, the time to read and answer a notice, unless `scope` is disposed first. The time
 * stops while notices are held, so that nobody misses an 'Annuler' that they are reaching for.
 */
export function afterNotice(scope: Scope, task: () => void): void {
  const countdown: Countdown = {
    leftMs: NOTICE_MS,
    sinceMs: null,
    scope: new Scope(),
    run() {
      countdowns.delete(countdown);
      task();
    },
  };
  countdowns.add(countdown);
  scope.add(() => {
    countdowns.delete(countdown);
    countdown.scope.dispose();
  });
  if (!areHeld) start(countdown);
}

/** Holds the notices while a pointer or the focus is on one of them: their time stops. */
export function holdNotices(held: boolean): void {
  if (held === areHeld) return;
  areHeld = held;
  for (const countdown of countdowns) {
    if (held) pause(countdown);
    else start(countdown);
  }
}

function start(countdown: Countdown): void {
  countdown.sinceMs = performance.now();
  countdown.scope = new Scope();
  countdown.scope.timeout(countdown.run, countdown.leftMs);
}

function pause(countdown: Countdown): void {
  countdown.scope.dispose();
  if (countdown.sinceMs !== null)
    countdown.leftMs = Math.max(MIN_LEFT_MS, countdown.leftMs - (performance.now() - countdown.sinceMs));
  countdown.sinceMs = null;
}
