import { CircleCheck } from 'lucide-react';
import type { AdminJob } from '../../contracts/overview.ts';
import { formatMoment } from '../platform/page/time.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './admin.module.css';
import { readJobs } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { Failed, Loading } from './page-list.tsx';
import { useRead } from './use-read.ts';

const words = adminStrings.job;

/** The files that the server still has to make from recordings, and those that failed. */
export function JobsSection() {
  const { value, failure, retry } = useRead(readJobs);
  if (failure !== null) return <Failed failure={failure} onRetry={retry} />;
  if (value === null) return <Loading />;
  const { waveformsWaiting, renditionsWaiting, renditionsFailed, jobs } = value;
  if (jobs.length === 0) {
    return <EmptyState icon={<CircleCheck size={26} />} title={words.none} hint={words.noneHint} />;
  }
  return (
    <>
      <ul className={styles.totals}>
        <li>{words.waveforms(waveformsWaiting)}</li>
        <li>{words.renditions(renditionsWaiting)}</li>
        <li>{words.failed(renditionsFailed)}</li>
      </ul>
      <ul className={styles.cards} aria-label={adminStrings.jobs}>
        {jobs.map((job) => (
          <li key={job.placeId} className={styles.card}>
            <JobCard job={job} />
          </li>
        ))}
      </ul>
    </>
  );
}

function JobCard({ job: { place, map, uploadedAt, waveform, rendition, failures } }: { readonly job: AdminJob }) {
  return (
    <>
      <h2 className={styles.name}>{place}</h2>
      <p className={styles.hint}>{words.on(map, formatMoment(Date.parse(uploadedAt), 'medium'))}</p>
      <p>{words.state(words.waveform, words.states[waveform])}</p>
      <p>{words.state(words.rendition, words.states[rendition])}</p>
      {failures > 0 ? <p className={styles.hint}>{words.failures(failures)}</p> : null}
    </>
  );
}
