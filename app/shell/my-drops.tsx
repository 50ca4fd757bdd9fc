import { useSnapshot } from 'valtio';
import { MyDropsScreen } from '../drops/list/my-drops-screen.tsx';
import { myDrops } from '../drops/my-drops.ts';
import { DeletedList } from '../moderation/deleted/deleted-list.tsx';
import { MessageList } from '../moderation/messages/message-list.tsx';
import { useShowOnMap } from './show-on-map.ts';

/** The person's drops, with messages about them above, and the deleted ones below. */
export function MyDrops() {
  const { leavingIds } = useSnapshot(myDrops);
  const showOnMap = useShowOnMap();
  return (
    <MyDropsScreen
      above={<MessageList />}
      onShow={({ id, map }) => void showOnMap(map.id, id)}
      renderBelow={(reload) => <DeletedList kind="places" version={leavingIds.length} onRestored={reload} />}
    />
  );
}
