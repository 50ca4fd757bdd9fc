import { useSnapshot } from 'valtio';
import { keeping } from '../../state/drops/keeping.ts';
import { Notice } from '../../ui/notice.tsx';
import { memoryStrings } from '../../words/drops/memory.ts';

/** Says, where the browser keeps nothing on the device, what that means for audio that is about to be made a drop. */
export function MemoryNotice() {
  if (useSnapshot(keeping).isLasting) return null;
  return (
    <Notice>
      {memoryStrings.notice} {memoryStrings.limits}
    </Notice>
  );
}
