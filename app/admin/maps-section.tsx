import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { MapSort } from '../../contracts/overview.ts';
import { formatDay, formatSize } from '../ui/number-words.ts';
import styles from './admin.module.css';
import { readMapsPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { Cell, type Column, PageTable, SearchForm, type SectionActs, type Sorting } from './page-table.tsx';

const words = adminStrings.map;

function listColumns(): readonly Column<MapSort>[] {
  return [
    { label: words.columns.name, sort: 'name', rises: true },
    { label: words.columns.created, sort: 'created' },
    { label: words.columns.members, sort: 'members' },
    { label: words.columns.places, sort: 'places' },
    { label: words.columns.bytes, sort: 'bytes' },
    { label: words.columns.acts },
  ];
}

/** The site's parcours as a table. */
export function MapsSection({ renderMapActs }: SectionActs) {
  const [sorting, setSorting] = useState<Sorting<MapSort>>({ sort: 'created', order: 'desc' });
  return (
    <SearchForm label={words.search}>
      {(search) => (
        <PageTable
          list={JSON.stringify([search, sorting])}
          label={adminStrings.maps}
          columns={listColumns()}
          sorting={sorting}
          onSort={setSorting}
          read={(before) => readMapsPage(search, sorting, before)}
        >
          {(map) => (
            <>
              <th scope="row">
                <span className={styles.name}>{map.name}</span>
              </th>
              <Cell label={words.columns.created}>{formatDay(Date.parse(map.createdAt))}</Cell>
              <Cell label={words.columns.members}>{map.members}</Cell>
              <Cell label={words.columns.places}>{map.places}</Cell>
              <Cell label={words.columns.bytes}>{formatSize(map.bytes)}</Cell>
              <Cell>
                <div className={styles.acts}>
                  <Link
                    to={`?rubrique=journal&parcours=${map.id}`}
                    className={styles.link}
                    aria-label={words.auditLogOf(map.name)}
                  >
                    {words.auditLog}
                  </Link>
                  {renderMapActs?.(map)}
                </div>
              </Cell>
            </>
          )}
        </PageTable>
      )}
    </SearchForm>
  );
}
