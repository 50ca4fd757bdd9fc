import { Captions } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { MediaLink } from '../../../contracts/place.ts';
import { readTellingCode, type TellingKey } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { readWebVtt, writeWebVtt } from '../../../contracts/web-vtt.ts';
import { readStoredWaveform, type StoredWaveform } from '../../../workers/client/peaks-client.ts';
import { wordsFor } from '../../page/error-words.ts';
import { LINK_TIMEOUT_MS, refreshLink } from '../../places/places.ts';
import { readMedia } from '../../platform/audio/audio-files.ts';
import { choosePlayable } from '../../platform/audio/playable.ts';
import { runInSlices } from '../../platform/page/time-slices.ts';
import { inScope } from '../../platform/scope.ts';
import { refreshTellingLink } from '../../tellings/words.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../ui/use-action.ts';
import type { Cues } from '../transcript/cue-edits.ts';
import { deviceMakers } from '../transcript/draft/draft-makers.ts';
import { TranscriptEditor } from '../transcript/transcript-editor.tsx';
import { useLateWrite } from '../transcript/use-late-write.ts';
import { findTelling, placeWords, writeText } from './place-texts.ts';
import { isPlaceItself, type Texts, textsOf, transcriptOf } from './telling-draft.ts';
import styles from './tellings.module.css';
import { tellingsStrings as words } from './tellings-words.ts';
import { nameCode } from './version-words.ts';

interface TranscriptPartProps {
  readonly placeId: PlaceId;
  readonly code: string;
  /** The parcours' first language. */
  readonly first: string;
  readonly placeName: string;
}

/** What is said in the sound of a version, which is saved with its texts. */
export function TranscriptPart(props: TranscriptPartProps) {
  const { code } = props;
  const [isOpen, setOpen] = useState(false);
  const said = transcriptOf(useTexts(code));
  const state = said === null ? words.noTranscript : said.state === 'draft' ? words.draftTranscript : words.transcribed;
  return (
    <section className={layout.stack2}>
      <h3 className={styles.heading}>{words.transcript}</h3>
      <Hint>{state}</Hint>
      <Button
        variant="secondary"
        icon={<Captions size={18} aria-hidden />}
        aria-haspopup="dialog"
        // A fault of the transcript leads here.
        name="transcript"
        onClick={() => setOpen(true)}
      >
        {words.editTranscript}
      </Button>
      {isOpen && <TranscriptSheet {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}

function useTexts(code: string): Texts {
  const { words: known, drafts } = useSnapshot(placeWords);
  return drafts[code]?.now ?? textsOf(findTelling(known, readTellingCode(code)));
}

function TranscriptSheet({
  placeId,
  code,
  first,
  placeName,
  onClose,
}: TranscriptPartProps & { readonly onClose: () => void }) {
  const read = useCallback(() => readSound(placeId, code, first), [placeId, code, first]);
  const { value: sound, failure, retry } = useLoad(read);
  const now = useTexts(code);
  const cues = useFirstCues(now.transcript ?? '');
  const isLoading = cues === null || (sound === undefined && failure === undefined);
  // The editor stays while the sound is loaded again.
  const wasOpened = useRef(false);
  if (!isLoading) wasOpened.current = true;
  // There may be thousands, and what is unsaved is stored on the device.
  const writeCues = useLateWrite((edited: Cues) =>
    writeText(code, 'transcript', edited.length === 0 ? '' : writeWebVtt(edited)),
  );
  const { language } = readTellingCode(code);
  return (
    <Sheet
      isFull
      isWide
      title={words.transcriptTitle(nameCode(code, first))}
      onClose={onClose}
      foot={
        <Button wide variant="secondary" onClick={onClose}>
          {words.closeTranscript}
        </Button>
      }
    >
      {failure !== undefined && <RetryAlert onRetry={retry}>{words.soundFailed(wordsFor(failure))}</RetryAlert>}
      {cues === null || (isLoading && !wasOpened.current) ? (
        <div className={layout.loading}>
          <Spinner size={28} label={strings.app.loading} />
        </div>
      ) : (
        // Without its sound, a transcript can still be corrected.
        <TranscriptEditor
          first={cues}
          state={now.approval === 'approved' ? 'approved' : 'draft'}
          sound={sound?.drawn ?? null}
          link={sound?.link ?? null}
          language={language}
          fileName={`${placeName} (${language})`}
          makers={deviceMakers}
          onChange={writeCues}
          onState={(state) => writeText(code, 'approval', state)}
        />
      )}
    </Sheet>
  );
}

/** The cues of the file with which the component was first shown; null until all of them are read. */
function useFirstCues(vtt: string): Cues | null {
  const [first] = useState(vtt);
  const [cues, setCues] = useState<Cues | null>(null);
  useEffect(
    () =>
      inScope((scope) => {
        runInSlices(readWebVtt(first), scope.signal()).then(
          (read) => setCues(read.cues),
          // The sheet is closed.
          () => {},
        );
      }),
    [first],
  );
  return cues;
}

/** Reads the sound of a version, and its waveform if that is there; null without a sound. @throws as `call` does */
async function readSound(
  placeId: PlaceId,
  code: string,
  first: string,
): Promise<{ readonly link: string; readonly drawn: StoredWaveform | null } | null> {
  const key = readTellingCode(code);
  const signal = AbortSignal.timeout(LINK_TIMEOUT_MS);
  const media: MediaLink | null = isPlaceItself(key, first)
    ? await refreshLink(placeId, signal)
    : await refreshOwnLink(placeId, key, signal);
  if (media === null) return null;
  const { peaks } = media;
  const bytes = peaks === null ? null : await readMedia(peaks, signal).catch(() => null);
  return { link: choosePlayable(media).link, drawn: bytes === null ? null : readStoredWaveform(bytes) };
}

/** Links to sounds end after hours, and a sheet may be open for longer. */
async function refreshOwnLink(placeId: PlaceId, key: TellingKey, signal: AbortSignal): Promise<MediaLink | null> {
  const { place, words: known } = placeWords;
  if (place === null || !findTelling(known, key)?.media) return null;
  return refreshTellingLink(place.map.id, placeId, key, signal);
}
