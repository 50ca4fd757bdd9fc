import type { PackView } from '../../app/state/packs/packs.ts';

/** A pack of which nothing is on the device, unless `given` says otherwise. */
export function packView(given: Partial<PackView> = {}): PackView {
  return {
    phase: 'none',
    isWhole: false,
    hasUpdate: false,
    isDamaged: false,
    bytes: 6_400_000,
    files: 28,
    bytesHere: 0,
    filesHere: 0,
    failure: null,
    ...given,
  };
}
