import { useEffect, useState } from 'react';
import { readStoredWaveform, type StoredWaveform } from '../../../workers/client/stored-waveform.ts';
import { fetchMedia } from '../../platform/audio/media.ts';
import { Scope } from '../../platform/scope.ts';

/**
 * The waveform that the server stored beside a recording; null until it is there, and where there is none.
 *
 * @param link signed address of the waveform. One that differs in its signature alone means the same waveform.
 */
export function useWaveform(link: string | null): StoredWaveform | null {
  const [kept, setKept] = useState<{ readonly path: string; readonly waveform: StoredWaveform | null } | null>(null);
  const path = link?.split('?')[0] ?? null;
  const isKept = kept !== null && kept.path === path;

  useEffect(() => {
    if (link === null || path === null || isKept) return;
    const scope = new Scope();
    fetchMedia(link, scope.signal()).then(
      (bytes) => {
        if (!scope.disposed) setKept({ path, waveform: readStoredWaveform(bytes) });
      },
      // A waveform is a picture: without it a story is heard and moved within all the same.
      () => {},
    );
    return () => scope.dispose();
  }, [link, path, isKept]);

  return isKept ? kept.waveform : null;
}
