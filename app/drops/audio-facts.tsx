import { Download } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
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
import styles from './audio-facts.module.css';
import { audioFacts, myDropsStrings } from './list/my-drops-words.ts';

/**
 * Shows authors the length and loudness of a place's audio and whether its rendition is ready, and lets them download
 * the master. Renders nothing for a place without audio.
 */
export function AudioFacts({ place }: { readonly place: Place }) {
  const words = audioFacts;
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (place.media === null) return null;
  const { link, length, loudness, rendition } = place.media.data;
  const fileName = nameMaster(formatPlaceName(place.appelation), link);

  const download = async (event: MouseEvent): Promise<void> => {
    // The list may be hours old, and its links may have expired.
    event.preventDefault();
    setAsking(true);
    setFault(null);
    try {
      const fresh = await refreshLink(place.id, AbortSignal.timeout(LINK_TIMEOUT_MS));
      if (fresh === null) setFault(myDropsStrings.noAudio);
      else saveAddress(fresh.link, fileName);
    } catch (error) {
      setFault(wordsFor(error));
    } finally {
      setAsking(false);
    }
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
          busy={isAsking}
          icon={<Download size={18} aria-hidden />}
          onClick={(event) => void download(event)}
        >
          {words.download}
        </DownloadLink>
      </div>
      {fault !== null && <Alert>{fault}</Alert>}
    </div>
  );
}
