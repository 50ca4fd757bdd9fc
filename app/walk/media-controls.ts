import { subscribe } from 'valtio';
import { findPicture } from '../parcours/information/parcours-picture.ts';
import { parcours } from '../parcours/parcours.ts';
import { createMediaControls, type MediaActions } from '../platform/audio/media-session.ts';
import { Scope } from '../platform/scope.ts';
import { findPicked, picked } from '../tellings/picked.ts';
import { nextInOrder, previousInOrder } from './guide/walk-state.ts';
import {
  choosePlace,
  listening,
  pauseStory,
  playListed,
  playPlace,
  playStory,
  seekStory,
  skipStory,
} from './listening.ts';
import { listStories } from './walk-progress.ts';

/** How far a player's skip buttons jump. */
export const SKIP_S = 10;

/** Beyond this position the button for the previous story returns to the beginning, as in other players. */
const RESTART_S = 3;

const APP_ICON = `${import.meta.env.BASE_URL}icons/icon-512.png`;

/** The words of the lock screen. */
export interface MediaTitles {
  /** The title of a story whose place has no name. */
  readonly untitled: string;
  readonly album: string;
}

/**
 * Lets the lock screen, headphones and a car show the selected story and control it, until `scope` is disposed. The
 * next and the previous story follow the parcours' order, on a walk too: a choice by hand, like one from the list.
 */
export function startMediaControls(scope: Scope, { untitled, album }: MediaTitles): void {
  const controls = createMediaControls(scope);
  let picture: { readonly url: string | null; readonly scope: Scope; address: string | null } | null = null;
  scope.add(() => picture?.scope.dispose());

  function artworkOf(url: string | null): string {
    if (picture?.url === url) return picture.address ?? APP_ICON;
    picture?.scope.dispose();
    const shown = { url, scope: new Scope(), address: null as string | null };
    picture = shown;
    let isAtOnce = true;
    if (url !== null) {
      findPicture(shown.scope, url, (address) => {
        shown.address = address;
        if (!isAtOnce) follow();
      });
    }
    isAtOnce = false;
    return shown.address ?? APP_ICON;
  }

  function follow(): void {
    const { walk, audio, noAudio, speed } = listening;
    const place = findPicked(walk.selected);
    if (place === undefined || noAudio || audio.phase === 'failed') {
      controls.clear();
      return;
    }
    const map = parcours.list.find(({ id }) => id === place.map.id);
    const stories = listStories(picked.list);
    // The story that the player names.
    const nextId = nextInOrder(walk, stories);
    const isBegun = audio.positionS > RESTART_S;
    const previousId = isBegun ? null : previousInOrder(walk, stories);
    controls.show(
      {
        title: place.appelation.trim() || untitled,
        artist: map?.name ?? '',
        album,
        artwork: artworkOf(map?.image_url ?? null),
        // The button has to stop a start that waits for its first bytes.
        isPlaying: audio.phase === 'playing' || audio.isBuffering,
        positionS: audio.positionS,
        durationS: audio.durationS,
        speed,
      },
      {
        ...ACTIONS,
        next: nextId === null ? null : () => playListed(nextId),
        previous: isBegun ? () => seekStory(0) : previousId === null ? null : () => playPlace(previousId),
      },
    );
  }

  scope.add(subscribe(listening, follow));
  scope.add(subscribe(picked, follow));
  scope.add(subscribe(parcours, follow));
  follow();
}

const ACTIONS: Omit<MediaActions, 'next' | 'previous'> = {
  play: () => void playStory(),
  pause: pauseStory,
  stop: () => {
    pauseStory();
    // On a walk the position would select the place again at once.
    if (!listening.walk.onSite) choosePlace(null);
  },
  seekBy: (direction, byS) => skipStory((byS ?? SKIP_S) * (direction === 'forward' ? 1 : -1)),
  seekTo: seekStory,
};
