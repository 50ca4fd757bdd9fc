import { Download } from 'lucide-react';
import type { Place } from '../../contracts/place.ts';
import { wordsFor } from '../page/error-words.ts';
import { isRenditionDue } from '../places/await-renditions.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { LINK_TIMEOUT_MS, refreshLink } from '../places/places.ts';
import { nameMaster } from '../platform/audio/audio-files.ts';
import { formatTime } from '../platform/page/time.ts';
import { saveAddress } from '../platform/storage/save-file.ts';
import { DownloadLink } from '../ui/button-link.tsx';
import { Alert } from '../ui/message.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './audio-facts.module.css';
import { audioFacts, myDropsStrings } from './list/my-drops-words.ts';

/** For authors: the audio's length and loudness, whether its rendition is ready, and its master to download. */
export function AudioFacts({ place }: { readonly place: Place }) {
  const words = audioFacts;
  const { busy, failure, setFailure, run } = useAction(wordsFor);
  if (place.media === null) return null;
  const { link, length, loudness, rendition } = place.media.data;
  const fileName = nameMaster(formatPlaceName(place.appelation), link);

  const download = async (): Promise<void> => {
    const fresh = await refreshLink(place.id, AbortSignal.timeout(LINK_TIMEOUT_MS));
    if (fresh === null) setFailure(myDropsStrings.noAudio);
    else saveAddress(fresh.link, fileName);
  };

  return (
    <div className={styles.facts}>
      <ul className={styles.list} aria-label={words.label}>
        {length !== null && (
          <li>
            <span className="visually-hidden">{words.length} </span>
            {formatTime(length)}
          </li>
        )}
        {rendition !== null && <li>{words.renditionReady(rendition.bytes)}</li>}
        {isRenditionDue(place) && <li>{words.renditionDue}</li>}
      </ul>
      <div className={styles.acts}>
        {loudness !== null && (
          <details className={styles.loudness}>
            <summary>
              <span className="visually-hidden">{words.loudnessLabel} </span>
              {words.loudness(loudness)}
            </summary>
            <p>{words.loudnessHelp}</p>
          </details>
        )}
        <DownloadLink
          href={link}
          fileName={fileName}
          busy={busy}
          icon={<Download size={18} aria-hidden />}
          onClick={(event) => {
            // The list may be hours old, and its links may have expired.
            event.preventDefault();
            void run(download);
          }}
        >
          {words.download}
        </DownloadLink>
      </div>
      {failure !== null && <Alert>{failure}</Alert>}
    </div>
  );
}
