import type { ReactNode } from 'react';
import { formatMoment } from '../platform/page/time.ts';
import styles from './admin.module.css';
import { readServer } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { Failed, Loading } from './page-list.tsx';
import { useRead } from './use-read.ts';

const words = adminStrings.host;

/** The server's version, disk, content and settings. */
export function ServerSection() {
  const { value, failure, retry } = useRead(readServer);
  if (failure !== null) return <Failed failure={failure} onRetry={retry} />;
  if (value === null) return <Loading />;
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
        <h2 className={styles.heading}>{words.settings}</h2>
        <p className={styles.hint}>{words.settingsHint}</p>
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
