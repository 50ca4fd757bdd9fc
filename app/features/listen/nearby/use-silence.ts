import { useSnapshot } from 'valtio';
import { location } from '../../../state/position/location.ts';
import { listening } from '../../../state/walk/listening.ts';
import { findSilence, type Silence } from '../../../state/walk/nearby/silence.ts';

/** Why nothing plays on a walk; null where something does, and outside a walk. */
export function useSilence(): Silence | null {
  const { walk, audio, lookupFailed } = useSnapshot(listening);
  const { fix, status } = useSnapshot(location);
  return findSilence({ walk, audio, lookupFailed, fix, status });
}
