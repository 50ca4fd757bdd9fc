import { type RefObject, useState } from 'react';
import { CUES_MAX } from '../../../contracts/limits.ts';
import {
  type Cues,
  confirmCue,
  deleteCue,
  insertCue,
  joinWithNext,
  setEnd,
  setStart,
  shiftCue,
  splitCue,
} from './cue-edits.ts';
import type { TranscriptActName } from './transcript-keys.ts';
import { transcriptStrings as words } from './transcript-words.ts';
import type { CueEdits } from './use-cue-edits.ts';
import type { CuePlayer } from './use-cue-player.ts';

/** A playback that stopped this near to the end of its cue has played it. */
const PLAYED_MS = 50;

/** What can be done, and what is said of it. */
export interface TranscriptActs {
  /** `by` as in {@link TranscriptAct}; others ignore it. */
  readonly acts: Readonly<Record<TranscriptActName, (by: number) => void>>;
  /** Selects a cue and puts the playback at its start. */
  select(index: number): void;
  /** What was done last, for people who don't see it. */
  readonly message: string;
  say(message: string): void;
}

/** The acts of the editor, on the selected cue and at the time of the playback. */
export function useTranscriptActs({
  edits,
  player,
  text,
  onHelp,
}: {
  readonly edits: CueEdits;
  readonly player: CuePlayer;
  /** The field of the selected cue's text. */
  readonly text: RefObject<HTMLTextAreaElement | null>;
  readonly onHelp: () => void;
}): TranscriptActs {
  const [message, say] = useState('');
  const { cues, selected } = edits;
  const cue = cues[selected];

  const select = (index: number): void => {
    const next = Math.max(0, Math.min(index, cues.length - 1));
    const chosen = cues[next];
    if (chosen === undefined) return;
    edits.select(next);
    if (player.isPlaying) player.play(chosen.startMs, chosen.endMs);
    else player.seek(chosen.startMs);
  };
  const togglePlay = (untilMs: number): void => {
    if (player.isPlaying) player.pause();
    else if (cue !== undefined) {
      const atMs = player.timeMs();
      // From where it was put within the cue, else from the cue's start.
      player.play(atMs > cue.startMs && atMs < cue.endMs - PLAYED_MS ? atMs : cue.startMs, untilMs);
    }
  };
  const take = (next: Cues, done: string, at?: number): void => {
    if (edits.take(next, at)) say(done);
  };
  const takeOneMore = (more: () => void): void => {
    if (cues.length < CUES_MAX) more();
    else say(words.done.tooMany(CUES_MAX));
  };
  const split = (at: Parameters<typeof splitCue>[2]): void =>
    takeOneMore(() => {
      const next = splitCue(cues, selected, at);
      if (next === cues) say(words.done.notInside);
      else take(next, words.done.split);
    });
  const insert = (): void =>
    takeOneMore(() => {
      const { cues: next, index } = insertCue(cues, player.timeMs());
      if (index === null) say(words.done.noRoom);
      else take(next, words.done.insert, index);
    });

  return {
    select,
    message,
    say,
    acts: {
      choose: (by) => select(selected + by),
      nudge: (byMs) => player.seek(player.timeMs() + byMs),
      shift: (byMs) => take(shiftCue(cues, selected, byMs), words.done.shift),
      play: () => togglePlay(cue?.endMs ?? 0),
      playOn: () => togglePlay(Number.POSITIVE_INFINITY),
      setStart: () => take(setStart(cues, selected, player.timeMs()), words.done.start),
      setEnd: () => take(setEnd(cues, selected, player.timeMs()), words.done.end),
      split: () => split({ timeMs: player.timeMs() }),
      splitText: () => split({ char: text.current?.selectionStart ?? 0 }),
      join: () => take(joinWithNext(cues, selected), words.done.join),
      insert,
      confirm: () => take(confirmCue(cues, selected), words.done.confirm),
      remove: () => take(deleteCue(cues, selected), words.done.remove),
      write: () => text.current?.focus(),
      undo: () => say(edits.undo() ? words.done.undo : ''),
      redo: () => say(edits.redo() ? words.done.redo : ''),
      help: onHelp,
    },
  };
}
