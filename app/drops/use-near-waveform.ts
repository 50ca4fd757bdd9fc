import { type RefObject, useEffect, useState } from 'react';
import { readStoredWaveform, type StoredWaveform } from '../../workers/client/stored-waveform.ts';
import { readMedia } from '../platform/audio/read-media.ts';
import { whenNear } from '../platform/page/visibility.ts';
import { Scope } from '../platform/scope.ts';

/** Waveforms are read at this distance below the screen: about four rows. */
const NEAR_PX = 600;

/** Reads a stored waveform once `element` is near the screen. Returns null until then, and if there is none. */
export function useNearWaveform(element: RefObject<HTMLElement | null>, link: string | null): StoredWaveform | null {
  const [waveform, setWaveform] = useState<StoredWaveform | null>(null);
  useEffect(() => {
    if (element.current === null || link === null) return;
    const scope = new Scope();
    const signal = scope.signal();
    whenNear(scope, element.current, NEAR_PX, () => {
      readMedia(link, signal).then(
        (bytes) => setWaveform(readStoredWaveform(bytes)),
        // The audio can be loaded without its waveform.
        () => {},
      );
    });
    return () => scope.dispose();
  }, [element, link]);
  return waveform;
}
