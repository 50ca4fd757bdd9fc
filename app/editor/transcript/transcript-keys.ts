/** What can be done with the keyboard. */
export type TranscriptActName =
  | 'choose'
  | 'nudge'
  | 'shift'
  | 'play'
  | 'playOn'
  | 'setStart'
  | 'setEnd'
  | 'split'
  | 'splitText'
  | 'join'
  | 'insert'
  | 'confirm'
  | 'remove'
  | 'write'
  | 'undo'
  | 'redo'
  | 'help';

/** What a key does; `by` is how many cues are passed, or how many milliseconds something moves. */
export interface TranscriptAct {
  readonly act: TranscriptActName;
  readonly by?: number;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Steps of the arrow keys: of the playback, and of a cue. */
const [NUDGE_MS, SHIFT_MS] = [500, 100];
/** Cues of a page key, about a screen. */
const PAGE_CUES = 8;

/** By the first letters of the French words, as the help lists them. */
const LETTERS: Readonly<Record<string, TranscriptAct>> = {
  d: { act: 'setStart' },
  f: { act: 'setEnd' },
  c: { act: 'split' },
  j: { act: 'join' },
  a: { act: 'insert' },
  r: { act: 'confirm' },
  '?': { act: 'help' },
};

const OTHERS: Readonly<Record<string, TranscriptAct>> = {
  ArrowUp: { act: 'choose', by: -1 },
  ArrowDown: { act: 'choose', by: 1 },
  PageUp: { act: 'choose', by: -PAGE_CUES },
  PageDown: { act: 'choose', by: PAGE_CUES },
  Home: { act: 'choose', by: Number.NEGATIVE_INFINITY },
  End: { act: 'choose', by: Number.POSITIVE_INFINITY },
  ' ': { act: 'play' },
  ArrowLeft: { act: 'nudge', by: -NUDGE_MS },
  ArrowRight: { act: 'nudge', by: NUDGE_MS },
  Delete: { act: 'remove' },
  Enter: { act: 'write' },
};

const WITH_SHIFT: Readonly<Record<string, TranscriptAct>> = {
  ' ': { act: 'playOn' },
  ArrowLeft: { act: 'shift', by: -SHIFT_MS },
  ArrowRight: { act: 'shift', by: SHIFT_MS },
};

/**
 * Finds what a key press does; null if it belongs to the focused element.
 *
 * @param where the list of cues, a text field, or another element of the editor
 * @param hasLetters false if the person has switched shortcuts of single characters off
 */
export function findTranscriptAct(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
  where: 'list' | 'text' | 'elsewhere',
  hasLetters: boolean,
): TranscriptAct | null {
  const small = key.toLowerCase();
  if ((ctrlKey || metaKey) && !altKey) {
    if (small === 'z') return { act: shiftKey ? 'redo' : 'undo' };
    if (small === 'y' && !shiftKey) return { act: 'redo' };
    if (key !== 'Enter' || where !== 'text') return null;
    return { act: shiftKey ? 'splitText' : 'play' };
  }
  if (ctrlKey || metaKey) return null;
  if (altKey) return where === 'text' && /^Arrow(Up|Down)$/.test(key) ? (OTHERS[key] ?? null) : null;
  if (where !== 'list') return null;
  const letter = LETTERS[small];
  if (letter !== undefined) return hasLetters ? letter : null;
  return (shiftKey ? WITH_SHIFT[key] : OTHERS[key]) ?? null;
}
