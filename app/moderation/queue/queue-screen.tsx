import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayAdminister } from '../../../contracts/permissions.ts';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { strings } from '../../ui/common-words.ts';
import { Page } from '../../ui/page.tsx';
import { QueueSection } from './queue-section.tsx';
import { queueStrings } from './queue-words.ts';

/** The reported items, for the site's admins to decide on; other people are redirected to the maps screen. */
export function QueueScreen() {
  const { user } = useSnapshot(session);
  if (user === null || !mayAdminister(user.role)) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={queueStrings.title} back={{ to: paths.home, label: strings.app.back }}>
      <QueueSection />
    </Page>
  );
}
