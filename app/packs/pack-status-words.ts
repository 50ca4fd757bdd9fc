import { isPackWhole, type PackStatus, type PackView, packStatus } from './pack-view.ts';
import { packStrings as words } from './packs-words.ts';

/** The meaning of a pack's icon. */
export type PackSign = 'absent' | 'busy' | 'good' | 'news' | 'bad';

/** A pack described in words. */
export interface PackText {
  readonly sign: PackSign;
  readonly title: string;
  /** Size and number of files; null if they are shown elsewhere. */
  readonly facts: string | null;
  readonly hint: string | null;
}

const SIGNS: Record<PackStatus, PackSign> = {
  absent: 'absent',
  waiting: 'busy',
  downloading: 'busy',
  paused: 'busy',
  failed: 'bad',
  lost: 'bad',
  damaged: 'bad',
  outdated: 'news',
  whole: 'good',
};

/** Describes a pack in words. @param hasLooked the server has returned the pack's size, or failed to */
export function describePack(
  view: Readonly<PackView> | undefined,
  { isOnline, hasLooked }: { readonly isOnline: boolean; readonly hasLooked: boolean },
): PackText {
  const status = packStatus(view);
  return {
    sign: SIGNS[status],
    title: titleOf(status, view, isOnline),
    facts:
      status === 'absent' || status === 'lost' || status === 'whole' || status === 'damaged'
        ? factsOf(view, hasLooked)
        : null,
    hint: hintOf(status, view),
  };
}

function titleOf(status: PackStatus, view: Readonly<PackView> | undefined, isOnline: boolean): string {
  if (status === 'downloading' && view?.isDamaged) return words.status.repairing;
  if (status === 'downloading' && view?.isWhole) return words.status.updating;
  if (status === 'waiting' && (!isOnline || view?.failure === 'offline')) return words.status.waitingForNetwork;
  return words.status[status];
}

function factsOf(view: Readonly<PackView> | undefined, hasLooked: boolean): string {
  if (view !== undefined && view.bytes !== null && view.files !== null) {
    return view.isWhole ? words.sizeAndFiles(view.bytes, view.files) : words.files(view.files);
  }
  return hasLooked ? words.sizeUnknown : words.looking;
}

function hintOf(status: PackStatus, view: Readonly<PackView> | undefined): string | null {
  if (status === 'absent') return words.intro;
  if (status === 'lost') return words.lostHint;
  if (status === 'damaged') return words.damagedHint;
  if (status === 'outdated') return words.outdatedHint;
  if (status === 'whole') return null;
  if (isPackWhole(view)) return words.updatingHint;
  if (status === 'waiting') return words.waitingHint;
  return status === 'paused' ? words.resumeHint : null;
}
