import { Mic } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { pickTelling } from '../../contracts/pick-telling.ts';
import type { MediaLink } from '../../contracts/place.ts';
import { readTellingCode } from '../../contracts/telling.ts';
import type { Composition, DropFault } from '../drops/composer/composition.ts';
import { converterStrings, detailOf } from '../drops/composer/converter-words.ts';
import { DropAudio } from '../drops/drop-audio.tsx';
import { wordsForDropFault, wordsForRecorderFault } from '../drops/drop-fault-words.ts';
import { DropProgress } from '../drops/drop-progress.tsx';
import { outbox, whyNotDiscarded } from '../drops/drop-services.ts';
import { dropStrings } from '../drops/drop-words.ts';
import { MemoryNotice } from '../drops/memory-notice.tsx';
import type { OutboxItem } from '../drops/outbox/outbox-view.ts';
import { outboxStrings } from '../drops/outbox/outbox-words.ts';
import { recordStrings } from '../drops/record/record-words.ts';
import { recorder } from '../drops/record/recorder.ts';
import { RecordingBar } from '../drops/record/recording-bar.tsx';
import { AudioFileDrop } from '../editor/audio-file-drop.tsx';
import { editorStrings } from '../editor/editor-words.ts';
import {
  acceptPart,
  cancelSound,
  followSound,
  isAtWork,
  ownSounds,
  recordSound,
  type SoundWork,
  sendSound,
  soundKey,
  waitingSounds,
} from '../editor/tellings/own-sound.ts';
import { findTelling, placeWords } from '../editor/tellings/place-texts.ts';
import { isPlaceItself } from '../editor/tellings/telling-draft.ts';
import styles from '../editor/tellings/tellings.module.css';
import { type RenderSound, type SoundedVersion, TellingsSheet } from '../editor/tellings/tellings-sheet.tsx';
import { tellingsStrings as words } from '../editor/tellings/tellings-words.ts';
import { nameCode, nameVersion } from '../editor/tellings/version-words.ts';
import { VersionsSheet } from '../editor/tellings/versions-sheet.tsx';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { formatTime } from '../platform/page/time.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { WorkProgress } from '../ui/progress-bar.tsx';
import { useFocusHeir } from '../ui/use-focus-heir.ts';

const renderSound: RenderSound = (version) => <VersionSound {...version} />;

/** {@link TellingsSheet} with the own sounds of versions. */
export function TextsSheet(props: Omit<ComponentProps<typeof TellingsSheet>, 'renderSound'>) {
  return <TellingsSheet {...props} renderSound={renderSound} />;
}

/** {@link VersionsSheet} with the own sounds of versions. */
export function VersionsTableSheet(props: Omit<ComponentProps<typeof VersionsSheet>, 'renderSound'>) {
  return <VersionsSheet {...props} renderSound={renderSound} />;
}

/** The own sound of a version, or what is heard instead, and a file to send. The place itself has the place's sound. */
function VersionSound(props: SoundedVersion) {
  const { place, code, first } = props;
  const { items } = useSnapshot(outbox);
  const { recorded, fault } = useSnapshot(ownSounds);
  const { phase } = useSnapshot(recorder);
  const heading = useRef<HTMLHeadingElement>(null);
  // The recorder's controls come and go.
  const heir = useFocusHeir(() => heading.current);
  if (isPlaceItself(readTellingCode(code), first)) return null;
  const [item] = waitingSounds(items, place.id, code);
  return (
    <section className={layout.stack3} {...heir}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {words.sound}
      </h3>
      <PresentSound {...props} />
      {fault?.key === soundKey(place.id, code) && <Alert key={fault.why.why}>{wordsForRecorderFault(fault.why)}</Alert>}
      {phase !== 'idle' && recorded === soundKey(place.id, code) ? (
        <RecordingBar />
      ) : item === undefined ? (
        <NextSound {...props} />
      ) : (
        <WaitingSound key={item.id} item={item} place={place} />
      )}
    </section>
  );
}

/** What walkers hear in this version. */
function PresentSound({ place, code, first }: SoundedVersion) {
  const { words: known } = useSnapshot(placeWords);
  const readLink = useCallback(
    async (): Promise<MediaLink | null> => findTelling(placeWords.words, readTellingCode(code))?.media ?? null,
    [code],
  );
  const key = readTellingCode(code);
  const media = findTelling(known, key)?.media ?? null;
  if (media === null) {
    const { sound } = pickTelling(key, first, place, known);
    return <Hint>{sound === null ? words.silent : words.heard(nameVersion(sound, first))}</Hint>;
  }
  return (
    <>
      <DropAudio
        id={place.id}
        media={media}
        name={words.soundOf(nameCode(code, first))}
        readLink={readLink}
        loadsAtOnce
      />
      {media.length !== null && <Hint>{words.soundLength(formatTime(media.length))}</Hint>}
    </>
  );
}

/** A sound that is on this device until the server has it. */
function WaitingSound({ item, place }: { readonly item: OutboxItem; readonly place: SoundedVersion['place'] }) {
  const [fault, setFault] = useState<DropFault | null>(null);
  const { id } = item;
  useEffect(() => void followSound(id, place), [id, place]);
  return (
    <div className={layout.stack2}>
      <DropProgress item={item} />
      {fault !== null && <Alert>{wordsForDropFault(fault)}</Alert>}
      <Button variant="quiet" onClick={() => void whyNotDiscarded(id).then(setFault)}>
        {outboxStrings.cancel}
      </Button>
    </div>
  );
}

/** Stands for the view of a composer while there is none. */
const NO_VIEW = proxy<{ now: null }>({ now: null });

/** Records a sound or chooses a file, and shows what becomes of it until the outbox has it. */
function NextSound({ place, code, first }: SoundedVersion) {
  const { words: known } = useSnapshot(placeWords);
  const work = useSnapshot(ownSounds).works[soundKey(place.id, code)];
  const composition = useSnapshot(work?.composer.view ?? NO_VIEW).now;
  const [refused, setRefused] = useState<DropFault | null>(null);
  const [chosen, setChosen] = useState<File | 'microphone' | null>(null);
  const { phase } = useSnapshot(recorder);
  if (work !== undefined && composition !== null && isAtWork(composition)) {
    return <FileProgress work={work} composition={composition} />;
  }
  const fault = refused ?? composition?.error ?? null;
  const send = async (file: File): Promise<void> => {
    const skipped = await sendSound(place, code, file);
    if (skipped > 0) showNotice(converterStrings.otherTrack(skipped), { tone: 'info' });
  };
  const take = (source: File | 'microphone'): Promise<void> =>
    source === 'microphone' ? recordSound(place, code) : send(source);
  const choose = (source: File | 'microphone'): void => {
    setRefused(null);
    if ((findTelling(known, readTellingCode(code))?.media ?? null) === null) void take(source);
    else setChosen(source);
  };
  return (
    <div className={layout.stack2}>
      <MemoryNotice />
      {fault !== null && <Alert>{wordsForDropFault(fault)}</Alert>}
      <Button
        variant="secondary"
        icon={<Mic size={18} aria-hidden />}
        disabled={phase !== 'idle'}
        onClick={() => choose('microphone')}
      >
        {recordStrings.start}
      </Button>
      <AudioFileDrop label={dropStrings.chooseFile} onFile={choose} onRefused={setRefused} />
      {chosen !== null && (
        <ConfirmDialog
          words={words.replacing(nameCode(code, first))}
          onConfirm={async () => void take(chosen)}
          onClose={() => setChosen(null)}
          wordsFor={wordsFor}
        />
      )}
    </div>
  );
}

function FileProgress({ work, composition }: { readonly work: SoundWork; readonly composition: Composition }) {
  const { conversion, audio } = composition;
  if (audio?.statedS != null) {
    return (
      <Alert
        action={
          <>
            <Button variant="secondary" onClick={() => void acceptPart(work)}>
              {converterStrings.acceptPart(audio.durationS)}
            </Button>
            <Button variant="quiet" onClick={() => cancelSound(work)}>
              {dropStrings.otherFile}
            </Button>
          </>
        }
      >
        {converterStrings.partRead(audio.durationS, audio.statedS)}
      </Alert>
    );
  }
  const label =
    conversion === null
      ? outboxStrings.queuing
      : conversion.download === null
        ? editorStrings.converting
        : converterStrings.preparing;
  return (
    <WorkProgress
      label={label}
      share={conversion?.share ?? null}
      detail={conversion === null ? null : detailOf(conversion)}
      cancelLabel={editorStrings.cancel}
      onCancel={() => cancelSound(work)}
    />
  );
}
