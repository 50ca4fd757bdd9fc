import { X } from 'lucide-react';
import { type FocusEvent, type ReactNode, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import { packStatus } from '../packs/pack-status.ts';
import { packs } from '../packs/packs.ts';
import { places } from '../places/places.ts';
import { printName } from '../places/untitled-words.ts';
import { location } from '../position/location.ts';
import { awayFrom } from '../position/way.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import { choosePlace, listening } from './listening.ts';
import { listenStrings } from './player-words.ts';
import { describeReason } from './reason-words.ts';
import { StoryOrder } from './story-order.tsx';
import { StoryPlayback } from './story-playback.tsx';
import styles from './story-player.module.css';

/**
 * The player of the selected place: its name, why it is selected, its playback. Renders nothing if none is selected.
 *
 * @param renderAct shown beside the name
 */
export function StoryPlayer({ renderAct }: { readonly renderAct?: (place: Place) => ReactNode }) {
  const { walk, audio, noAudio } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  const { byMap } = useSnapshot(packs);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  const focusKeeper = useFocusHeir(() => main.current);
  const place = list.find((candidate) => candidate.id === walk.selected);
  if (place === undefined) return null;

  const handleFocus = (event: FocusEvent): void => {
    focusKeeper.onFocus(event);
    const { currentTarget, relatedTarget } = event;
    if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
    focusedBefore.current = relatedTarget;
  };
  const close = (): void => {
    choosePlace(null);
    focusedBefore.current?.focus();
  };

  return (
    <section
      className={styles.player}
      aria-label={listenStrings.player}
      data-phase={audio.phase}
      onFocus={handleFocus}
      onBlur={focusKeeper.onBlur}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{printName(place.appelation)}</h2>
          <p className={styles.why}>{describeReason(walk, fix === null ? null : awayFrom(fix, place.feature))}</p>
          {place.held === 'waiting' && <p className={styles.why}>{listenStrings.waits}</p>}
        </div>
        {renderAct?.(place)}
        {/* On a walk the position would select the place again. */}
        {!walk.onSite && <IconButton label={listenStrings.close} icon={<X size={20} aria-hidden />} onClick={close} />}
      </div>
      {noAudio ? (
        <p className={styles.silent}>{listenStrings.noAudio}</p>
      ) : (
        <StoryPlayback
          key={place.id}
          audio={audio}
          walk={walk}
          peaksLink={place.media?.data.peaks ?? null}
          isLost={packStatus(byMap[place.map.id]) === 'lost'}
          mainRef={main}
        />
      )}
      <StoryOrder />
    </section>
  );
}
