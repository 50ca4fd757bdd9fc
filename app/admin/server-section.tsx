import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminJob } from '../../contracts/overview.ts';
import { wordsFor } from '../page/error-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { RetryAlert } from '../ui/message.tsx';
import { formatMoment } from '../ui/number-words.ts';
import typography from '../ui/typography.module.css';
import { useLoad } from '../ui/use-action.ts';
import styles from './admin.module.css';
import { readJobs, readServer } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { Loading } from './page-table.tsx';

const words = adminStrings.host;
const jobWords = adminStrings.job;

/** The server's version, disk, content and settings. */
export function ServerSection() {
  const { value, failure, retry } = useLoad(readServer);
  if (failure !== undefined) {
    return <RetryAlert onRetry={retry}>{adminStrings.failed(wordsFor(failure))}</RetryAlert>;
  }
  if (value === undefined) return <Loading />;
  const { version, node, startedAt, disk, stored, settings } = value;
  const { audio, renditions, images } = stored.bytes;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={words.version}>{`${version} (Node ${node})`}</Fact>
        <Fact name={words.started}>{formatMoment(Date.parse(startedAt), 'medium')}</Fact>
        <Fact name={words.disk}>{words.free(disk.freeBytes, disk.totalBytes)}</Fact>
        <Fact name={words.stored}>{words.counts(stored.accounts, stored.maps, stored.places)}</Fact>
        <Fact name={words.files}>{words.bytes(audio, renditions, images)}</Fact>
      </dl>
      <section>
        <h2>{words.settings}</h2>
        <p className={typography.hint}>{words.settingsHint}</p>
        <dl className={styles.facts}>
          {settings.map(({ name, value: set }) => (
            <Fact key={name} name={<code>{name}</code>}>
              {set}
            </Fact>
          ))}
        </dl>
      </section>
    </>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The files that the server still has to make from recordings, and those that failed. */
export function JobsSection() {
  const { value, failure, retry } = useLoad(readJobs);
  if (failure !== undefined) {
    return <RetryAlert onRetry={retry}>{adminStrings.failed(wordsFor(failure))}</RetryAlert>;
  }
  if (value === undefined) return <Loading />;
  const { waveformsWaiting, renditionsWaiting, renditionsFailed, jobs } = value;
  if (jobs.length === 0) {
    return <EmptyState icon={<CircleCheck size={26} />} title={jobWords.none} hint={jobWords.noneHint} />;
  }
  return (
    <>
      <ul className={styles.totals}>
        <li>{jobWords.waveforms(waveformsWaiting)}</li>
        <li>{jobWords.renditions(renditionsWaiting)}</li>
        <li>{jobWords.failed(renditionsFailed)}</li>
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
      <p className={typography.hint}>{jobWords.on(map, formatMoment(Date.parse(uploadedAt), 'medium'))}</p>
      <p>{jobWords.state(jobWords.waveform, jobWords.states[waveform])}</p>
      <p>{jobWords.state(jobWords.rendition, jobWords.states[rendition])}</p>
      {failures > 0 ? <p className={typography.hint}>{jobWords.failures(failures)}</p> : null}
    </>
  );
}
