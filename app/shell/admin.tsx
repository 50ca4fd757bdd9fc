import { AdminScreen } from '../admin/admin-screen.tsx';
import { AccountActs } from '../moderation/queue/moderation-acts.tsx';
import { MapActs } from '../moderation/queue/opened-map-sheet.tsx';
import { QueueSection } from '../moderation/queue/queue-screen.tsx';
import { titles } from '../ui/common-words.ts';
import { HeardPart } from './heard-part.tsx';

/** The screen of the site's admins; other subjects' sections are before its own. */
export function Admin() {
  return (
    <AdminScreen
      sections={[{ id: 'signalements', label: titles.reports, Content: QueueSection }]}
      renderAccountActs={(account) => <AccountActs account={account} />}
      renderMapActs={(map) => (
        <>
          <MapActs map={map} />
          <HeardPart parcoursId={map.id} name={map.name} isAmongOthers />
        </>
      )}
    />
  );
}
