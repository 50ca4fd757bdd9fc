import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayAnswerRoleRequests } from '../../../contracts/permissions.ts';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { strings } from '../../ui/common-words.ts';
import { Page } from '../../ui/page.tsx';
import { RequestList } from './request-list.tsx';
import { roleStrings } from './roles-words.ts';
import { useRoleRequests } from './use-role-requests.ts';

/** The open requests for the role editor, for the site's admins; other people are redirected to the maps screen. */
export function RequestsScreen() {
  const { user } = useSnapshot(session);
  const isAnswerer = user !== null && mayAnswerRoleRequests(user.role);
  useRoleRequests(isAnswerer);
  if (!isAnswerer) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={roleStrings.requests.title} back={{ to: paths.home, label: strings.app.back }}>
      <RequestList />
    </Page>
  );
}
