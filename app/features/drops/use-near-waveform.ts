import { type RefObject, useEffect, useState } from 'react';
import { readStoredWaveform, type StoredWaveform } from '../../../workers/client/stored-waveform.ts';
import { fetchMedia } from '../../platform/audio/fetch-media.ts';
import { whenNear } from '../../platform/page/visibility.ts';
import { Scope } from '../../platform/scope.ts';

/** Waveforms are fetched when they are this far below the screen: about four rows. */
const NEAR_PX = 600;

/** Fetches a stored waveform once `element` is near the screen. Returns null before, and where there is none. */
export function useNearWaveform(element: RefObject<HTMLElement | null>, link: string | null): StoredWaveform | null {
  const [waveform, setWaveform] = useState<StoredWaveform | null>(null);
  useEffect(() => {
    if (element.current === null || link === null) return;
    const scope = new Scope();
    const signal = scope.signal();
    whenNear(scope, element.current, NEAR_PX, () => {
      fetchMedia(link, signal).then(
        (bytes) => setWaveform(readStoredWaveform(bytes)),
        // The audio can be loaded without its waveform.
        () => {},
      );
    });
    return () => scope.dispose();
  }, [element, link]);
  return waveform;
}
