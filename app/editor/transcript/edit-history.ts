/** The states of something that is edited, with those to go back to. All are shared, none is changed. */
export interface EditHistory<State> {
  readonly present: State;
  readonly past: readonly State[];
  readonly future: readonly State[];
  /** What the last edit changed: a further one of the same is one step with it. Null after a step back or forth. */
  readonly lastEdit: string | null;
}

/** Steps that can be undone: an afternoon's. */
const STEPS_MAX = 500;

/** Begins a history. */
export function startHistory<State>(present: State): EditHistory<State> {
  return { present, past: [], future: [], lastEdit: null };
}

/**
 * Adds a state; the same one again adds nothing.
 * @param edit names what typing changes, such as the text of a cue, so that a word is undone and not a letter; null for
 *   an edit that is a step of its own
 */
export function addState<State>(history: EditHistory<State>, state: State, edit: string | null): EditHistory<State> {
  if (state === history.present) return history;
  const continues = edit !== null && edit === history.lastEdit;
  const past = continues ? history.past : [...history.past, history.present].slice(-STEPS_MAX);
  return { present: state, past, future: [], lastEdit: edit };
}

/** Goes one step back; the same history if there is none. */
export function undo<State>({ present, past, future }: EditHistory<State>): EditHistory<State> {
  const [last] = past.slice(-1);
  if (last === undefined) return { present, past, future, lastEdit: null };
  return { present: last, past: past.slice(0, -1), future: [present, ...future], lastEdit: null };
}

/** Takes one step back again; the same history if there is none. */
export function redo<State>({ present, past, future }: EditHistory<State>): EditHistory<State> {
  const [next, ...later] = future;
  if (next === undefined) return { present, past, future, lastEdit: null };
  return { present: next, past: [...past, present], future: later, lastEdit: null };
}
