import type { Release, Scope } from '../scope.ts';

/** Key in `history.state`: how many overlays were open when the entry was added. Missing on the entries of screens. */
const DEPTH = 'overlays';

/** Functions that close the open overlays, in the order of their opening. */
let overlays: readonly (() => void)[] = [];
/** How many overlay entries lie above the screen's entry, up to the current one. */
let depth = 0;
/** The running step of the page itself through the history: its length, and what happens when it arrives. */
let step: { readonly delta: number; readonly arrive: () => void } | null = null;
let isSettling = false;

/**
 * Makes the browser's back button close an overlay of the screen (menu, sheet, dialog), by an entry in the history for
 * each. A screen that is opened from an overlay takes its entry's place. Until `scope` is disposed.
 */
export function watchBack(scope: Scope): void {
  // Before the router's own listener, which must not see the page's own steps.
  scope.listen<PopStateEvent>(window, 'popstate', handleStep, { capture: true });
  // A reload keeps the entries, but no open overlays.
  depth = depthOf(history.state);
  settle();
}

/** Calls `close` each time that the person goes back, until the returned function is called. */
export function closeOnBack(close: () => void): Release {
  const own = (): void => close();
  overlays = [...overlays, own];
  settleSoon();
  return () => {
    overlays = overlays.filter((other) => other !== own);
    settleSoon();
  };
}

/** Once for all overlays that open and close in the same render. */
function settleSoon(): void {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(() => {
    isSettling = false;
    settle();
  });
}

/** Adds the missing entries, or leaves the surplus ones. */
function settle(): void {
  if (step !== null) return;
  // The router's blockers need its larger version (32 kB instead of 15), and CloseWatcher covers Android's gesture alone.
  while (depth < overlays.length) {
    depth += 1;
    History.prototype.pushState.call(history, { ...history.state, [DEPTH]: depth }, '');
  }
  if (depth > overlays.length) stepBy(overlays.length - depth, () => {});
  if (depth > 0) takeOverScreens();
  else giveBackScreens();
}

function stepBy(delta: number, arrive: () => void): void {
  step = { delta, arrive };
  history.go(delta);
}

function handleStep(event: PopStateEvent): void {
  const before = depth;
  depth = depthOf(event.state);
  if (step !== null) {
    event.stopImmediatePropagation();
    const { arrive } = step;
    step = null;
    arrive();
  } else {
    for (const close of overlays.slice(depth, before).reverse()) close();
  }
  settleSoon();
}

function depthOf(state: unknown): number {
  const stored = typeof state === 'object' && state !== null && DEPTH in state ? state[DEPTH] : 0;
  return typeof stored === 'number' ? stored : 0;
}

/** While the present entry is an overlay's: a screen that the router opens takes its place. */
function takeOverScreens(): void {
  history.pushState = (...entry) => {
    if (step !== null && step.delta > 0) {
      // A screen that opens now ends a step forward.
      step = null;
      History.prototype.pushState.call(history, ...entry);
      return;
    }
    History.prototype.replaceState.call(history, ...entry);
    if (step === null) {
      depth = 0;
      settleSoon();
      return;
    }
    // The running step back would leave the new screen again.
    const ahead = -step.delta;
    step = { ...step, arrive: () => stepBy(ahead, () => {}) };
  };
  history.replaceState = (...entry) => {
    const replace = (): void => History.prototype.replaceState.call(history, ...entry);
    replace();
    // The entry to replace is the screen's own, below the overlays'.
    if (step === null) stepBy(-depth, replace);
    else step = { ...step, arrive: replace };
  };
}

function giveBackScreens(): void {
  Reflect.deleteProperty(history, 'pushState');
  Reflect.deleteProperty(history, 'replaceState');
}

/**
 * True if going back stays in the app. Reads the router's count in the history's state, because a screen that replaces
 * another keeps its number there: the router's API can't tell a first screen that was redirected from a later one.
 */
export function hasEarlierScreen(): boolean {
  const state: unknown = history.state;
  return (
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
  );
}
