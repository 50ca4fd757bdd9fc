import type { ReactNode } from 'react';
import type { LicensedPackage } from '../platform/net/licences.ts';
import { readFacts } from './fill-in.ts';
import { FilledText } from './filled-text.tsx';
import legal from './legal.module.css';
import styles from './licences.module.css';
import { licencesStrings } from './licences-words.ts';
import { useConfig } from './use-config.ts';

/** A part of the screen with its heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={legal.part}>
      <h2 className={legal.partTitle}>{title}</h2>
      <div className={legal.section}>{children}</div>
    </section>
  );
}

/** Every package with its version and licence: first those of the app, then those of the server. */
export function PackageLists({ list }: { readonly list: readonly LicensedPackage[] }) {
  const inApp = list.filter(({ inBrowsers }) => inBrowsers);
  const onServer = list.filter(({ inBrowsers }) => !inBrowsers);
  return (
    <>
      <Part title={licencesStrings.inApp(inApp.length)}>
        <PackageList list={inApp} />
      </Part>
      <Part title={licencesStrings.onServer(onServer.length)}>
        <PackageList list={onServer} />
      </Part>
    </>
  );
}

function PackageList({ list }: { readonly list: readonly LicensedPackage[] }) {
  return (
    <ul className={styles.packages}>
      {list.map(({ name, version, licence }) => (
        <li key={`${name} ${version}`} className={styles.package}>
          <span>
            {name} <span className={styles.version}>{version}</span>
          </span>
          <span className={styles.licence}>{licence}</span>
        </li>
      ))}
    </ul>
  );
}

/** The written offer of the converter's source, which the GPL requires. */
export function SourceOffer() {
  const config = useConfig();
  if (config === undefined) return null;
  return (
    <p>
      <FilledText text={licencesStrings.converter.offer} facts={readFacts(config)} />
    </p>
  );
}
