import { useRef, useState } from 'react';
import type { Cues } from './cue-edits.ts';
import { addState, type EditHistory, redo, startHistory, undo } from './edit-history.ts';

/** The cues that are edited, with the selected one. */
export interface CueEdits {
  readonly cues: Cues;
  /** Index of the selected cue; 0 if there is none. */
  readonly selected: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  select(index: number): void;
  /**
   * Takes the cues that an edit returned. @returns whether it changed them
   * @param typed names what typing changes, whose letters are one step
   */
  take(cues: Cues, selected?: number, typed?: string): boolean;
  /** Goes one step back, to the cue that changes. @returns whether there was one */
  undo(): boolean;
  redo(): boolean;
}

/** Edits cues with a history. `onChange` gets each new state. */
export function useCueEdits(first: Cues, onChange: (cues: Cues) => void): CueEdits {
  const [history, setHistory] = useState(() => startHistory(first));
  const [selected, setSelected] = useState(0);
  // Two edits may come before the next render.
  const latest = useRef(history);
  const move = (next: EditHistory<Cues>): boolean => {
    const { present } = latest.current;
    latest.current = next;
    setHistory(next);
    if (next.present === present) return false;
    onChange(next.present);
    return true;
  };
  const step = (next: EditHistory<Cues>): boolean => {
    const { present } = latest.current;
    if (!move(next)) return false;
    const changed = next.present.findIndex((cue, index) => cue !== present[index]);
    setSelected(Math.max(0, changed === -1 ? next.present.length - 1 : changed));
    return true;
  };
  const { present: cues, past, future } = history;
  return {
    cues,
    selected: Math.max(0, Math.min(selected, cues.length - 1)),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    select: setSelected,
    take: (next, at, typed) => {
      const isNew = move(addState(latest.current, next, typed ?? null));
      if (isNew && at !== undefined) setSelected(at);
      return isNew;
    },
    undo: () => step(undo(latest.current)),
    redo: () => step(redo(latest.current)),
  };
}
