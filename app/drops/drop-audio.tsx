import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { UNKNOWN_DURATION_S } from '../../contracts/limits.ts';
import type { MediaLink } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { readStoredWaveform, type StoredWaveform } from '../../workers/client/peaks-client.ts';
import { wordsFor } from '../page/error-words.ts';
import { LINK_TIMEOUT_MS, refreshLink } from '../places/places.ts';
import { readMedia } from '../platform/audio/audio-files.ts';
import { choosePlayable } from '../platform/audio/playable.ts';
import { WAVEFORM_BAR_WIDTH_WIDE_PX } from '../platform/audio/waveform-look.ts';
import { openStoredFile } from '../platform/packs/stored-files.ts';
import { whenNear } from '../platform/page/element-observers.ts';
import { Scope } from '../platform/scope.ts';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { myDropsStrings } from './list/my-drops-words.ts';
import styles from './waveform.module.css';
import { PlayButton, useSurfer } from './waveform.tsx';

interface DropAudioProps {
  readonly id: PlaceId;
  readonly media: MediaLink | null;
  readonly name: string;
  /** Fetches a fresh link to the audio, null if there is none, if it isn't the place's own. Must stay the same function. */
  readonly readLink?: (signal: AbortSignal) => Promise<MediaLink | null>;
  /** Loads the audio without a request, for screens that show one place only. */
  readonly loadsAtOnce?: boolean;
}

/** The audio of a place: its waveform, and playback on request. If the rendition fails, it plays the master. */
export function DropAudio(props: DropAudioProps) {
  // Another file starts afresh, the same one with a fresh link doesn't.
  return <FileAudio key={props.media?.link.replace(/\?.*/, '')} {...props} />;
}

function FileAudio({ id, media: listed, name, readLink, loadsAtOnce = false }: DropAudioProps) {
  const words = myDropsStrings;
  const bars = useRef<HTMLDivElement>(null);
  const [media, setMedia] = useState<MediaLink | null>(null);
  const [hasRenditionFailed, setRenditionFailed] = useState(false);
  const [loading, setLoading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const waveform = useNearWaveform(bars, listed?.peaks ?? null);
  const lengthS = listed?.length ?? waveform?.durationS ?? UNKNOWN_DURATION_S;

  const link = useMemo(
    () => (media === null || hasRenditionFailed ? (media?.link ?? null) : choosePlayable(media).link),
    [media, hasRenditionFailed],
  );
  const isRendition = media !== null && link !== media.link;

  const sounding = useMemo(() => {
    if (waveform === null && link === null) return null;
    return { sound: link, peaks: waveform?.peaks ?? [], durationS: lengthS, barWidthPx: WAVEFORM_BAR_WIDTH_WIDE_PX };
  }, [waveform, link, lengthS]);
  const { canPlay, isPlaying, isSilenced, failed, toggle } = useSurfer(bars, sounding);
  // The tap that loads it also plays it.
  const isAwaited = useRef(false);
  useEffect(() => {
    // While it loads again, the one that failed is still there for a moment.
    if (!canPlay || loading || !isAwaited.current) return;
    isAwaited.current = false;
    toggle();
  });
  const cannotPlay = failed && !isRendition;
  useEffect(() => {
    if (failed && isRendition) setRenditionFailed(true);
  }, [failed, isRendition]);

  // A ref, not a dependency of `load`: a fresh link would load the audio again.
  const lastListed = useRef(listed);
  useEffect(() => {
    lastListed.current = listed;
  }, [listed]);
  const load = useCallback(async (): Promise<void> => {
    setLoading(true);
    setFault(null);
    setMedia(null);
    setRenditionFailed(false);
    try {
      const here = lastListed.current;
      if (here !== null && (await openStoredFile(choosePlayable(here).link)) !== null) {
        setMedia(here);
        return;
      }
      // The list may be hours old, and its links may have expired.
      const signal = AbortSignal.timeout(LINK_TIMEOUT_MS);
      const fresh = await (readLink === undefined ? refreshLink(id, signal) : readLink(signal));
      if (fresh === null) setFault(myDropsStrings.noAudio);
      else setMedia(fresh);
    } catch (error) {
      setFault(wordsFor(error));
    } finally {
      setLoading(false);
    }
  }, [id, readLink]);
  const loadAndPlay = (): void => {
    isAwaited.current = true;
    void load();
  };
  useEffect(() => {
    if (loadsAtOnce) void load();
  }, [loadsAtOnce, load]);

  return (
    <>
      <div className={layout.row}>
        <PlayButton
          {...(loadsAtOnce ? {} : { name })}
          {...(link === null ? { label: words.load, lang: 'en' } : {})}
          isBusy={loading || (link !== null && !canPlay && !failed)}
          isPlaying={isPlaying}
          disabled={isSilenced}
          onClick={link === null || cannotPlay ? loadAndPlay : toggle}
        />
        <div ref={bars} className={styles.bars} role="img" aria-label={words.waveformOf(name)} />
      </div>
      {fault !== null || cannotPlay ? <Alert>{fault ?? myDropsStrings.failed}</Alert> : null}
    </>
  );
}

/** Waveforms are read at this distance below the screen: about four rows. */
const NEAR_PX = 600;

/** Reads a stored waveform once `element` is near the screen. Returns null until then, and if there is none. */
function useNearWaveform(element: RefObject<HTMLElement | null>, link: string | null): StoredWaveform | null {
  const [waveform, setWaveform] = useState<StoredWaveform | null>(null);
  useEffect(() => {
    if (element.current === null || link === null) return;
    const scope = new Scope();
    const signal = scope.signal();
    whenNear(scope, element.current, NEAR_PX, () => {
      readMedia(link, signal).then(
        (bytes) => setWaveform(readStoredWaveform(bytes)),
        // The audio can be loaded without its waveform.
        () => {},
      );
    });
    return () => scope.dispose();
  }, [element, link]);
  return waveform;
}
