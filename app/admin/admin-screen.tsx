import { type ComponentType, Suspense } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayAdminister } from '../../contracts/permissions.ts';
import { paths } from '../paths.ts';
import { session } from '../session/session.ts';
import { strings } from '../ui/common-words.ts';
import { Page } from '../ui/page.tsx';
import { AccountsSection } from './accounts-section.tsx';
import styles from './admin.module.css';
import { adminStrings } from './admin-words.ts';
import { AuditLogSection } from './audit-log-section.tsx';
import { MapsSection } from './maps-section.tsx';
import { Loading, type SectionActs } from './page-table.tsx';
import { JobsSection, ServerSection } from './server-section.tsx';

/** The site's admin screen, in sections of which one is shown. Other people are redirected to the maps screen. */
export function AdminScreen({ sections, ...acts }: { readonly sections: readonly AdminSection[] } & SectionActs) {
  const { user } = useSnapshot(session);
  const [search] = useSearchParams();
  if (user === null || !mayAdminister(user.role)) return <Navigate to={paths.parcours} replace />;
  const all = [...sections, ...ownSections()];
  const shown = all.find(({ id }) => id === search.get('rubrique')) ?? all[0];
  return (
    <Page title={adminStrings.title} back={{ to: paths.home, label: strings.app.back }}>
      <nav aria-label={adminStrings.sections}>
        <ul className={styles.sections}>
          {all.map(({ id, label }) => (
            <li key={id}>
              <Link
                to={`?rubrique=${id}`}
                replace
                className={styles.section}
                aria-current={id === shown?.id ? 'page' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.stack}>
        <Suspense fallback={<Loading />}>{shown === undefined ? null : <shown.Content {...acts} />}</Suspense>
      </div>
    </Page>
  );
}

/** A section of the admin screen. */
export interface AdminSection {
  /** Its name in the URL. */
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType<SectionActs>;
}

function ownSections(): readonly AdminSection[] {
  return [
    { id: 'journal', label: adminStrings.auditLog, Content: AuditLogSection },
    { id: 'comptes', label: adminStrings.accounts, Content: AccountsSection },
    { id: 'parcours', label: adminStrings.maps, Content: MapsSection },
    { id: 'travaux', label: adminStrings.jobs, Content: JobsSection },
    { id: 'serveur', label: adminStrings.server, Content: ServerSection },
  ];
}
