import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import { CorrectRefused } from '../drops/list/drop-rows.tsx';
import { MyDropsScreen } from '../drops/list/my-drops-screen.tsx';
import { myDrops } from '../drops/my-drops.ts';
import { DeletedList } from '../moderation/deleted/deleted-list.tsx';
import { MessageList } from '../moderation/messages/message-list.tsx';
import { OpenTexts } from './place-tools.tsx';
import { useShowOnMap } from './show-on-map.ts';

/** The person's drops, with messages about them above, and the deleted ones below. */
export function MyDrops() {
  const { leavingIds } = useSnapshot(myDrops);
  const showOnMap = useShowOnMap();
  const show = ({ id, map }: Place): void => void showOnMap(map.id, id);
  const [written, setWritten] = useState<Place | null>(null);
  return (
    <>
      <MyDropsScreen
        above={
          <MessageList
            renderAct={({ kind, placeId }) => kind === 'refused' && <CorrectRefused placeId={placeId} onShow={show} />}
          />
        }
        onShow={show}
        onTexts={setWritten}
        renderBelow={(reload) => <DeletedList kind="places" version={leavingIds.length} onRestored={reload} />}
      />
      {written !== null && <OpenTexts place={written} onClose={() => setWritten(null)} />}
    </>
  );
}
