import type { Pack, PackFile } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import type { LoadingPack } from '../platform/packs/stored-files.ts';
import type { TryEnd } from './pack-tries.ts';
import type { PacksState } from './packs-state.ts';

/** Failure of a try; null if it has succeeded. */
export type TryResult = Pick<TryEnd, 'fault' | 'retryAfterMs'> & {
  /** Jitter, 0 to 1, so that many devices don't retry at once. */
  readonly random: number;
};

/** A request of the person, a change on the device or in another tab, or the end of an effect. */
export type PacksEvent =
  /** The device's packs have changed: nothing to do but to show them. */
  | { readonly type: 'device-changed' }
  | { readonly type: 'download-asked'; readonly parcoursId: ParcoursId }
  | { readonly type: 'pause-asked'; readonly parcoursId: ParcoursId }
  | { readonly type: 'removal-asked'; readonly parcoursIds: readonly ParcoursId[] }
  /** Unfinished downloads may continue. */
  | { readonly type: 'resume-due' }
  | { readonly type: 'offline-switched'; readonly isOn: boolean }
  /** Another tab has changed the packs. */
  | { readonly type: 'tabs-changed' }
  /** The changes of another tab have been read; `noted` as in the effect `read-device`. */
  | { readonly type: 'device-read'; readonly noted: ReadonlyMap<ParcoursId, number> }
  /** No other tab downloads this pack. */
  | { readonly type: 'turn-come'; readonly parcoursId: ParcoursId }
  | { readonly type: 'manifest-read'; readonly parcoursId: ParcoursId; readonly pack: Pack; readonly atMs: number }
  /** The record was written, unless another tab has removed or paused the download. */
  | { readonly type: 'noted'; readonly parcoursId: ParcoursId; readonly isNoted: boolean }
  | { readonly type: 'pause-noted'; readonly parcoursId: ParcoursId; readonly isNoted: boolean }
  | { readonly type: 'progressed'; readonly parcoursId: ParcoursId; readonly looseBytes: number }
  | ({ readonly type: 'fetched'; readonly parcoursId: ParcoursId; readonly stored: number } & TryResult)
  | ({ readonly type: 'try-ended'; readonly parcoursId: ParcoursId } & TryResult)
  | { readonly type: 'wait-over'; readonly parcoursId: ParcoursId }
  /** An aborted effect has ended. */
  | { readonly type: 'stopped'; readonly parcoursId: ParcoursId }
  /** The download was refused because the server no longer lists the parcours. */
  | { readonly type: 'membership-over'; readonly parcoursId: ParcoursId }
  | { readonly type: 'removed'; readonly parcoursIds: readonly ParcoursId[] }
  | { readonly type: 'swept'; readonly parcoursId: ParcoursId }
  | { readonly type: 'look-up-asked'; readonly parcoursId: ParcoursId }
  | { readonly type: 'looked-up'; readonly parcoursId: ParcoursId; readonly pack: Pack; readonly atMs: number }
  /** Looks up a whole pack that was not looked up for an hour. */
  | { readonly type: 'look-up-due'; readonly parcoursId: ParcoursId; readonly nowMs: number }
  /** The server has listed the person's parcours. */
  | { readonly type: 'listed'; readonly parcoursIds: ReadonlySet<ParcoursId> }
  /** The server no longer lists these parcours. */
  | { readonly type: 'former-found'; readonly parcoursIds: readonly ParcoursId[] };

/** An effect for the caller to run; each reports its end by an event. */
export type PacksEffect =
  /** Reads the device, and reports the noted downloads of before, by their run: a later one has no record yet. */
  | { readonly type: 'read-device'; readonly noted: ReadonlyMap<ParcoursId, number> }
  /** Waits until no other tab downloads this pack. The turn lasts until all that follows from it has ended. */
  | { readonly type: 'take-turn'; readonly parcoursId: ParcoursId }
  /** Aborts the effect of a running download. */
  | { readonly type: 'abort'; readonly parcoursId: ParcoursId }
  | { readonly type: 'read-manifest'; readonly parcoursId: ParcoursId; readonly known: Pack | null }
  /** Writes the record of a download, even if there is none so far if `isNew`. */
  | { readonly type: 'note'; readonly parcoursId: ParcoursId; readonly record: LoadingPack; readonly isNew: boolean }
  | { readonly type: 'note-pause'; readonly parcoursId: ParcoursId; readonly record: LoadingPack }
  | { readonly type: 'fetch'; readonly parcoursId: ParcoursId; readonly files: readonly PackFile[] }
  /** Makes a pack whose files are here the whole one. */
  | { readonly type: 'complete'; readonly parcoursId: ParcoursId; readonly pack: Pack }
  | { readonly type: 'wait'; readonly parcoursId: ParcoursId; readonly forMs: number }
  | { readonly type: 'remove'; readonly parcoursIds: readonly ParcoursId[] }
  /** Deletes files that a download stored after another tab had removed its pack. */
  | { readonly type: 'sweep'; readonly parcoursId: ParcoursId }
  | { readonly type: 'look-up'; readonly parcoursId: ParcoursId; readonly known: Pack | null }
  /** Asks the server which of these parcours it no longer lists. */
  | { readonly type: 'find-former'; readonly parcoursIds: readonly ParcoursId[] }
  /** Loads the list of parcours again if it has one of these. */
  | { readonly type: 'reload-list'; readonly parcoursIds: readonly ParcoursId[] }
  | { readonly type: 'tell-tabs' }
  /** Reads how much the browser lets this site store. */
  | { readonly type: 'read-grant' };

/** The next state, and the effects to run. */
export type PacksStep = readonly [next: PacksState, effects: readonly PacksEffect[]];
