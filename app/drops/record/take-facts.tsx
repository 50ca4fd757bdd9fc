import { useSnapshot } from 'valtio';
import { formatMoment } from '../../platform/page/time.ts';
import { deviceStorage } from '../device-storage.ts';
import { MemoryNotice } from '../memory-notice.tsx';
import { memoryStrings } from '../memory-words.ts';
import { recordStrings } from './record-words.ts';

/** When a recording was made (null: just now), and whether it is stored on this device. */
export function TakeFacts({ foundAtMs }: { readonly foundAtMs: number | null }) {
  const { foundText } = useSnapshot(deviceStorage).isLasting ? recordStrings : memoryStrings;
  return (
    <>
      {foundAtMs !== null && <p>{foundText(formatMoment(foundAtMs, 'long'))}</p>}
      <MemoryNotice />
    </>
  );
}
