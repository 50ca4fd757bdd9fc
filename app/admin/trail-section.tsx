import { useSearchParams } from 'react-router-dom';
import { readTrailPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { PageList } from './page-list.tsx';
import { TrailEntryCard } from './trail-entry-card.tsx';
import { readFilter } from './trail-filter.ts';
import { TrailFilterForm } from './trail-filter-form.tsx';

/** The audit log, filtered by the URL. */
export function TrailSection() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const key = JSON.stringify(filter);
  return (
    <>
      <TrailFilterForm key={`form ${key}`} search={search} filter={filter} />
      <PageList key={key} label={adminStrings.trail} read={(before) => readTrailPage(filter, before)}>
        {(entry) => <TrailEntryCard entry={entry} />}
      </PageList>
    </>
  );
}
