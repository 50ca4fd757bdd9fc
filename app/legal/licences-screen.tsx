import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { type LicensedPackage, loadLicences, NOTICES_PATH } from '../platform/net/licences.ts';
import { strings } from '../ui/common-words.ts';
import { Hint } from '../ui/hint.tsx';
import { RetryAlert } from '../ui/message.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import typography from '../ui/typography.module.css';
import { useLoad } from '../ui/use-action.ts';
import { isAfterAbout } from './after-about.ts';
import { FilledText, readFacts } from './filled-text.tsx';
import legal from './legal.module.css';
import { licencesStrings } from './legal-words.ts';
import styles from './licences.module.css';
import { useConfig } from './use-config.ts';

const SOURCE_URL = 'https://github.com/ffmpegwasm/ffmpeg.wasm';
const CONVERTER = '@ffmpeg/core';

/** The licences of the app's parts: converter (with its source), fonts, map data, and every package of the build. */
export function LicencesScreen() {
  const words = licencesStrings;
  const isBefore = isAfterAbout(useLocation().state);
  const { value: list, failure, retry } = useLoad(loadLicences);
  const version = list?.find(({ name }) => name === CONVERTER)?.version ?? '';
  return (
    <Page title={words.title} back={{ to: paths.about, label: strings.app.back, isBefore, replace: true }}>
      <div className={legal.text}>
        <p>{words.lead}</p>
        <OutsideLink className={styles.outside} href={NOTICES_PATH} icon={<ExternalLink size={20} aria-hidden />}>
          {words.notices}
        </OutsideLink>
        <Hint>{words.noticesHint}</Hint>
        <Part title={words.converter.title}>
          <p>{words.converter.what(version)}</p>
          <SourceOffer />
          <OutsideLink className={styles.outside} href={SOURCE_URL} icon={<ExternalLink size={20} aria-hidden />}>
            {words.converter.source}
          </OutsideLink>
        </Part>
        <Part title={words.fonts.title}>
          <p>{words.fonts.text}</p>
        </Part>
        <Part title={words.maps.title}>
          <p>{words.maps.streets}</p>
          <p>{words.maps.land}</p>
        </Part>
        {failure !== undefined ? (
          <div className={legal.part}>
            <RetryAlert variant="primary" onRetry={retry}>
              {words.failed}
            </RetryAlert>
          </div>
        ) : null}
        {list === undefined && failure === undefined ? <Spinner label={strings.app.loading} /> : null}
        {list ? <PackageLists list={list} /> : null}
      </div>
    </Page>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={legal.part}>
      <h2 className={legal.partTitle}>{title}</h2>
      <div className={legal.section}>{children}</div>
    </section>
  );
}

/** Every package with its version and licence: first those of the app, then those of the server. */
function PackageLists({ list }: { readonly list: readonly LicensedPackage[] }) {
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
    <ul>
      {list.map(({ name, version, licence }) => (
        <li key={`${name} ${version}`} className={styles.package}>
          <span>
            {name} <span className={typography.hint}>{version}</span>
          </span>
          <span className={typography.hint}>{licence}</span>
        </li>
      ))}
    </ul>
  );
}

/** The written offer of the converter's source, which the GPL requires. */
function SourceOffer() {
  const config = useConfig();
  if (config === undefined) return null;
  return (
    <p>
      <FilledText text={licencesStrings.converter.offer} facts={readFacts(config)} />
    </p>
  );
}
