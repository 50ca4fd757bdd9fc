import { AdminScreen, type AdminSection } from '../admin/admin-screen.tsx';
import { AccountActs } from '../moderation/queue/moderation-acts.tsx';
import { MapActs } from '../moderation/queue/opened-map-sheet.tsx';
import { QueueSection } from '../moderation/queue/queue-screen.tsx';
import { titles } from '../ui/common-words.ts';
import { HeardPart } from './heard-part.tsx';

/** Sections of the admin screen that other subjects provide, placed before its own. */
const SECTIONS: readonly AdminSection[] = [{ id: 'signalements', label: titles.reports, Content: QueueSection }];

/** The screen of the site's admins. */
export function Admin() {
  return (
    <AdminScreen
      sections={SECTIONS}
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
