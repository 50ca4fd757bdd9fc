import { ExternalLink } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { NOTICES_PATH } from '../platform/net/licences.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { isAfterAbout } from './after-about.ts';
import legal from './legal.module.css';
import styles from './licences.module.css';
import { PackageLists, Part, SourceOffer } from './licences-parts.tsx';
import { licencesStrings } from './licences-words.ts';
import { useLicences } from './use-licences.ts';

const SOURCE_URL = 'https://github.com/ffmpegwasm/ffmpeg.wasm';
const CONVERTER = '@ffmpeg/core';

/**
 * The licences of the app's parts: the converter with the offer of its source, fonts, map data, and every package of
 * the build. The arrow leads to About.
 */
export function LicencesScreen() {
  const words = licencesStrings;
  const isBefore = isAfterAbout(useLocation().state);
  const [list, retry] = useLicences();
  const version = list?.find(({ name }) => name === CONVERTER)?.version ?? '';
  return (
    <Page title={words.title} back={{ to: paths.about, label: strings.app.back, isBefore, replace: true }}>
      <div className={legal.text}>
        <p>{words.lead}</p>
        <OutsideLink url={NOTICES_PATH} label={words.notices} />
        <p className={styles.hint}>{words.noticesHint}</p>
        <Part title={words.converter.title}>
          <p>{words.converter.what(version)}</p>
          <SourceOffer />
          <OutsideLink url={SOURCE_URL} label={words.converter.source} />
        </Part>
        <Part title={words.fonts.title}>
          <p>{words.fonts.text}</p>
        </Part>
        <Part title={words.maps.title}>
          <p>{words.maps.streets}</p>
          <p>{words.maps.land}</p>
        </Part>
        {list === null ? (
          <div className={legal.part}>
            <Alert action={<Button onClick={retry}>{strings.app.retry}</Button>}>{words.failed}</Alert>
          </div>
        ) : null}
        {list === undefined ? <Spinner label={strings.app.loading} /> : null}
        {list ? <PackageLists list={list} /> : null}
      </div>
    </Page>
  );
}

function OutsideLink({ url, label }: { readonly url: string; readonly label: string }) {
  return (
    <a className={styles.outside} href={url} target="_blank" rel="noreferrer">
      <ExternalLink size={20} aria-hidden />
      <span>
        {label}
        <span className="visually-hidden"> {strings.app.newTab}</span>
      </span>
    </a>
  );
}
