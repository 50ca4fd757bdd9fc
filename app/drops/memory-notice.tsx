import { useSnapshot } from 'valtio';
import { Notice } from '../ui/message.tsx';
import { deviceStorage } from './device-storage.ts';
import { memoryStrings } from './outbox/outbox-words.ts';

/** If the browser stores nothing on the device, explains what that means for audio about to become a drop. */
export function MemoryNotice() {
  if (useSnapshot(deviceStorage).isLasting) return null;
  return (
    <Notice>
      {memoryStrings.notice} {memoryStrings.limits}
    </Notice>
  );
}
