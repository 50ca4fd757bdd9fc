import { storage } from '../../platform/storage/storage.ts';
import { keepWalkNote, readWalkNote, type WalkNote } from '../../platform/storage/walk-note.ts';
import type { WalkState } from './guide/walk-state.ts';

/** The walk that this person began in this tab; null if there is none. */
export function recallWalk(): Omit<WalkNote, 'userId'> | null {
  const note = readWalkNote();
  if (note === null || note.userId !== storage.read('currentUser')?.id) return null;
  const { onSite, autoplay, begun, heard, cut } = note;
  return { onSite, autoplay, begun, heard, cut };
}

/** Stores of a walk what must survive a reload, if that changed. */
export function rememberWalk(before: WalkState, { onSite, autoplay, begun, heard, cut }: WalkState): void {
  const isSame =
    onSite === before.onSite &&
    autoplay === before.autoplay &&
    begun === before.begun &&
    heard === before.heard &&
    cut === before.cut;
  const userId = storage.read('currentUser')?.id;
  if (!isSame && userId !== undefined) {
    keepWalkNote({ userId, onSite, autoplay, begun: [...begun], heard: [...heard], cut });
  }
}
