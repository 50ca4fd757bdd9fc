import { useEffect, useState } from 'react';
import { linkPath } from '../../contracts/link.ts';
import { readStoredWaveform, type StoredWaveform } from '../../workers/client/peaks-client.ts';
import { readMedia } from '../platform/audio/audio-files.ts';
import { Scope } from '../platform/scope.ts';

/**
 * Reads the stored waveform of a recording; null until it is loaded, and if there is none.
 *
 * @param link signed URL of the waveform. URLs that differ only in their signature refer to the same waveform.
 */
export function useWaveform(link: string | null): StoredWaveform | null {
  const [loaded, setLoaded] = useState<{ readonly path: string; readonly waveform: StoredWaveform | null } | null>(
    null,
  );
  const path = link === null ? null : linkPath(link);
  const isLoaded = loaded !== null && loaded.path === path;

  useEffect(() => {
    if (link === null || path === null || isLoaded) return;
    const scope = new Scope();
    readMedia(link, scope.signal()).then(
      (bytes) => {
        if (!scope.disposed) setLoaded({ path, waveform: readStoredWaveform(bytes) });
      },
      // The story plays and seeks without its waveform.
      () => {},
    );
    return () => scope.dispose();
  }, [link, path, isLoaded]);

  return isLoaded ? loaded.waveform : null;
}
