import { proxy } from 'valtio';
import { Scope } from '../../platform/scope.ts';

/** Long enough to read two lines without haste; longer while the person is at the messages. */
export const NOTICE_MS = 6000;

/** Left at least once the person has turned from the messages: to look back once. */
const LEAST_LEFT_MS = 2000;

/** A short message that passes. */
export interface PassingNotice {
  readonly id: number;
  readonly text: string;
  /** Language of the text, where it is not the page's. */
  readonly lang: 'en' | undefined;
  /** Something that can be done about it while it is shown; the message goes with it. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

/** The messages on screen, oldest first. Shown by the shell. */
export const notices = proxy<{ shown: PassingNotice[] }>({ shown: [] });

let lastId = 0;

/**
 * Shows a message that survives a change of screen, and takes itself away after {@link NOTICE_MS}.
 *
 * @returns its id, for {@link dismissNotice}.
 */
export function showNotice(text: string, options: Partial<Pick<PassingNotice, 'lang' | 'action'>> = {}): number {
  lastId += 1;
  notices.shown.push({ id: lastId, text, lang: options.lang, action: options.action });
  return lastId;
}

/**
 * The same in the place of an earlier message. Who is at the messages, by pointer or focus, keeps what they are at.
 *
 * @param earlier its id; undefined where there was none.
 */
export function replaceNotice(earlier: number | undefined, ...message: Parameters<typeof showNotice>): number {
  if (earlier !== undefined && !areHeld) dismissNotice(earlier);
  return showNotice(...message);
}

/** Takes a message away. */
export function dismissNotice(id: number): void {
  notices.shown = notices.shown.filter((notice) => notice.id !== id);
}

/** One wait of {@link NOTICE_MS}. */
interface Wait {
  leftMs: number;
  /** When it last began to run, null while it stands still. */
  sinceMs: number | null;
  scope: Scope;
  readonly run: () => void;
}

const waits = new Set<Wait>();
let areHeld = false;

/**
 * Runs `task` once {@link NOTICE_MS} are over, in which a message can be read and answered, until `scope` is disposed. All
 * such waits stand still while the messages are held: nobody loses an 'Annuler' that they are reaching for.
 */
export function afterNotice(scope: Scope, task: () => void): void {
  const wait: Wait = {
    leftMs: NOTICE_MS,
    sinceMs: null,
    scope: new Scope(),
    run() {
      waits.delete(wait);
      task();
    },
  };
  waits.add(wait);
  scope.add(() => {
    waits.delete(wait);
    wait.scope.dispose();
  });
  if (!areHeld) start(wait);
}

/** Stops the messages' time, while a pointer or the focus is on one of them, and lets it go on. */
export function holdNotices(held: boolean): void {
  if (held === areHeld) return;
  areHeld = held;
  for (const wait of waits) {
    if (held) stop(wait);
    else start(wait);
  }
}

function start(wait: Wait): void {
  wait.sinceMs = performance.now();
  wait.scope = new Scope();
  wait.scope.timeout(wait.run, wait.leftMs);
}

function stop(wait: Wait): void {
  wait.scope.dispose();
  if (wait.sinceMs !== null) wait.leftMs = Math.max(LEAST_LEFT_MS, wait.leftMs - (performance.now() - wait.sinceMs));
  wait.sinceMs = null;
}
