import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminMap } from '../../contracts/overview.ts';
import { formatDay } from '../platform/page/time.ts';
import typography from '../ui/typography.module.css';
import styles from './admin.module.css';
import { readMapsPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { PageList, SearchForm, type SectionActs } from './page-list.tsx';

const words = adminStrings.map;

/** The site's parcours, newest first, with their details. */
export function MapsSection({ renderMapActs }: SectionActs) {
  return (
    <SearchForm label={words.search}>
      {(search) => (
        <PageList key={search} label={adminStrings.maps} read={(before) => readMapsPage(search, before)}>
          {(map) => <MapCard map={map} acts={renderMapActs?.(map)} />}
        </PageList>
      )}
    </SearchForm>
  );
}

function MapCard({ map, acts }: { readonly map: AdminMap; readonly acts: ReactNode }) {
  const { id, name, createdAt, members, places, bytes } = map;
  return (
    <>
      <h2 className={styles.name}>{name}</h2>
      <p>{words.stored(members, places, bytes)}</p>
      <p className={typography.hint}>{words.facts(id, formatDay(Date.parse(createdAt)))}</p>
      <Link
        to={`?rubrique=journal&parcours=${id}`}
        className={styles.link}
        aria-label={adminStrings.account.auditLogOf(name)}
      >
        {adminStrings.account.auditLog}
      </Link>
      {acts}
    </>
  );
}
