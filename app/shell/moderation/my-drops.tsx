import { useSnapshot } from 'valtio';
import { MyDropsScreen } from '../../features/drops/list/my-drops-screen.tsx';
import { DeletedList } from '../../features/moderation/deleted/deleted-list.tsx';
import { MessageList } from '../../features/moderation/messages/message-list.tsx';
import { myDrops } from '../../state/drops/my-drops.ts';

/** The person's drops, with messages about them above, and the deleted ones below. */
export function MyDrops() {
  const { leavingIds } = useSnapshot(myDrops);
  return (
    <MyDropsScreen
      above={<MessageList />}
      renderBelow={(reload) => <DeletedList kind="places" version={leavingIds.length} onRestored={reload} />}
    />
  );
}
