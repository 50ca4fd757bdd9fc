import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Player, PlayerState } from '../platform/audio/audio-player.ts';
import { choosePlayable, type Listenable, type Playable } from '../platform/audio/playable.ts';
import {
  dropPrefetched,
  isNearlyPrefetched,
  isPrefetched,
  openPrefetched,
} from '../platform/audio/prefetched-files.ts';
import { isStored, openStoredFile } from '../platform/packs/stored-files.ts';
import { Scope } from '../platform/scope.ts';
import { findPicked, refreshSound } from '../tellings/picked.ts';
import { AUDIO_LOAD_DELAY_MS } from './listening-steps.ts';

/** Callbacks of a {@link StoryLoader}. */
export interface StoryLoaderEvents {
  /** The place's link was looked up, before the player gets it. */
  readonly onLinked: (found: { readonly hasAudio: boolean; readonly isRendition: boolean }) => void;
  /** A fresh link was requested, successfully or not; the player is now in this state. */
  readonly onFreshLinkTried: (audio: PlayerState) => void;
}

/** Loads the audio of the selected story into the player. */
export interface StoryLoader {
  /** Owns the timers and requests of the selected story, and ends with its selection. */
  readonly scope: Scope;
  /** Ends the work for the previous story, and calls `load` after the delay; null if none is selected. */
  select(load: (() => void) | null): void;
  /** Loads the place's listed link. @param mastersOnly a rendition failed before */
  load(placeId: PlaceId, mastersOnly: boolean): void;
  /** Requests a link that has not expired, and loads it: the listed one may be hours old. */
  loadFresh(placeId: PlaceId, mastersOnly: boolean): Promise<void>;
  dispose(): void;
}

/** Creates the loader of stories into `player`. */
export function createStoryLoader(player: Player, { onLinked, onFreshLinkTried }: StoryLoaderEvents): StoryLoader {
  let story = new Scope();
  /** Owns the stored file that the player plays, or that is being opened for it. Ends with `story`. */
  let opened = new Scope();
  let isOver = false;

  /** Loads rendition or master, from the device or by its link. Loaded audio stays if a later list has another link. */
  async function loadAudio(source: StorySource | null): Promise<void> {
    opened.dispose();
    const scope = new Scope();
    opened = scope;
    story.add(() => scope.dispose());
    onLinked({ hasAudio: source !== null, isRendition: source?.isRendition === true });
    if (source === null) return;
    const address = source.isHere ? await openSource(scope, source) : source.link;
    // Another story may have been selected meanwhile, or this one loaded again.
    if (!scope.disposed) player.load(address, source.lengthS, source.link);
  }

  return {
    get scope() {
      return story;
    },
    select(load) {
      story.dispose();
      story = new Scope();
      player.unload();
      if (load !== null) story.timeout(load, AUDIO_LOAD_DELAY_MS);
    },
    load: (placeId, mastersOnly) => void loadAudio(listedSource(placeId, mastersOnly)),
    async loadFresh(placeId, mastersOnly) {
      const signal = story.signal();
      try {
        const source = await freshSource(placeId, mastersOnly, signal);
        if (signal.aborted) return;
        await loadAudio(source);
        if (source === null) player.unload();
      } catch {
        // The player's own failure, which led here, stays on screen with its retry button.
      }
      if (!signal.aborted && !isOver) onFreshLinkTried(player.state);
    },
    dispose() {
      isOver = true;
      story.dispose();
    },
  };
}

/** Source of a story's audio. */
export interface StorySource {
  /** The file's signed link, which may have expired. */
  readonly link: string;
  readonly lengthS: number | null;
  readonly isRendition: boolean;
  /** A whole pack holds the file, or its prefetch is almost complete: {@link openSource} is worth calling. */
  readonly isHere: boolean;
}

/** True if the file behind this link plays without a network: a whole pack holds it, or it was prefetched. */
export function playsOffline(link: string): boolean {
  return isStored(link) || isPrefetched(link);
}

/** Chooses the file of a story to play, and therefore to prefetch: a file on the device is preferred. */
export function chooseStoryFile(audio: Listenable): Playable {
  return choosePlayable(audio, { isHere: playsOffline });
}

/** Returns a place's story file by the list of places, or null. @param mastersOnly a rendition failed before */
export function listedSource(placeId: PlaceId, mastersOnly: boolean): StorySource | null {
  return chooseSource(findPicked(placeId)?.media?.data ?? null, mastersOnly);
}

/**
 * Returns the file of a place's story after a failure, with a link that has not expired unless a pack holds the file. A
 * prefetched file has failed, and is fetched again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function freshSource(
  placeId: PlaceId,
  mastersOnly: boolean,
  signal: AbortSignal,
): Promise<StorySource | null> {
  const listed = listedSource(placeId, mastersOnly);
  if (listed !== null && isStored(listed.link)) return listed;
  if (listed !== null) dropPrefetched(listed.link);
  return chooseSource(await refreshSound(placeId, signal), mastersOnly);
}

/** Returns the address of a file on the device, valid until `scope` is disposed; for a damaged file, its link. */
export async function openSource(scope: Scope, { link }: StorySource): Promise<string> {
  const file = (await openStoredFile(link)) ?? (await openPrefetched(link));
  return file === null ? link : scope.objectUrl(file);
}

function chooseSource(audio: Listenable | null, mastersOnly: boolean): StorySource | null {
  if (audio === null) return null;
  const { link, renditionBytes } = mastersOnly
    ? choosePlayable(audio, { canPlay: () => false })
    : chooseStoryFile(audio);
  const isHere = isStored(link) || isNearlyPrefetched(link);
  return { link, lengthS: audio.length, isRendition: renditionBytes !== null, isHere };
}
