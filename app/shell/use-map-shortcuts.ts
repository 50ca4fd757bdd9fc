import { middleOf } from '../map/layers/shapes.ts';
import { findListed } from '../map/list/list-order.ts';
import type { MapView } from '../map/map-view.ts';
import { PLACE_ZOOM } from '../platform/map/projection.ts';
import { choosePlace, listening, pauseStory, playStory, retryStory, skipStory } from '../walk/listening.ts';
import { SKIP_S } from '../walk/media-controls.ts';
import type { Shortcut } from './shortcut.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface ShortcutTargets {
  readonly isOn: boolean;
  /** False while an editor or the rehearsal replaces the player. */
  readonly hasPlayer: boolean;
  readonly view: MapView | null;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  /** Returns false if nothing was open. */
  readonly onClose: () => boolean;
}

/** The keyboard shortcuts of the map: play, seek, choose, search, help. */
export function useMapShortcuts({ isOn, hasPlayer, view, onSearch, onHelp, onClose }: ShortcutTargets): void {
  useShortcuts(isOn, (shortcut) => {
    if (shortcut === 'help') onHelp();
    else if (shortcut === 'search') onSearch();
    // Escape belongs to the editor, where it discards a shape.
    else if (!hasPlayer) return false;
    else if (shortcut === 'close') return onClose();
    else if (shortcut === 'previous' || shortcut === 'next') return chooseBeside(shortcut, view);
    else return playOrSeek(shortcut);
    return true;
  });
}

function playOrSeek(shortcut: Extract<Shortcut, 'play' | 'back' | 'ahead'>): boolean {
  const { phase, isBuffering } = listening.audio;
  if (listening.walk.selected === null || listening.noAudio || phase === 'empty') return false;
  if (phase === 'loading') return true;
  if (phase === 'failed') {
    if (shortcut === 'play') retryStory();
    return shortcut === 'play';
  }
  if (shortcut === 'back') skipStory(-SKIP_S);
  else if (shortcut === 'ahead') skipStory(SKIP_S);
  else if (phase === 'playing' || isBuffering) pauseStory();
  else void playStory();
  return true;
}

function chooseBeside(shortcut: Extract<Shortcut, 'previous' | 'next'>, view: MapView | null): boolean {
  const place = findListed(shortcut === 'next' ? 1 : -1);
  if (place === undefined) return false;
  choosePlace(place.id);
  view?.flyTo(middleOf(place.feature), PLACE_ZOOM);
  return true;
}
