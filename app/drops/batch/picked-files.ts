import { proxy, ref } from 'valtio';
import type { Geometry, Position } from '../../../contracts/geo.ts';

/** Several files that were picked at once. The batch, which is loaded then, takes those that wait. */
export const pickedFiles = proxy<{ isOpen: boolean; waiting: readonly File[] }>({ isOpen: false, waiting: ref([]) });

/** Whether a file is named as a recorded walk. */
export const isWalk = ({ name }: File): boolean => name.toLowerCase().endsWith('.gpx');

/** Opens the batch with these files, or adds them to the open one. */
export function pickFiles(files: readonly File[]): void {
  pickedFiles.waiting = ref([...pickedFiles.waiting, ...files]);
  pickedFiles.isOpen = true;
}

/** Returns the waiting files, which no longer wait. */
export function takePicked(): readonly File[] {
  const files = pickedFiles.waiting;
  pickedFiles.waiting = ref([]);
  return files;
}

/** The part of a batch that the map shows and uses while its files are being placed. */
interface Placing {
  readonly placed: readonly { readonly id: string; readonly name: string; readonly geometry: Geometry }[];
  /** The recorded walk; empty without one. */
  readonly walk: readonly Position[];
  readonly onTap: (position: Position) => void;
}

/** The files that are being placed on the map; null while there are none. Changed only by the batch. */
export const placing = proxy<{ now: (Placing & { $$valtioSnapshot: Placing }) | null }>({ now: null });

/** Places the current file at a tapped position. Returns false if no file is being placed. */
export function placeTapped(position: Position): boolean {
  const { now } = placing;
  // The last file's tap ends the placing.
  now?.onTap(position);
  return now !== null;
}
