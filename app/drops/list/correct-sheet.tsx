import { FileAudio, Mic } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { DEFAULT_PLACE_TITLE, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { readDevice } from '../../platform/page/device.ts';
import { location, requestLocation } from '../../position/location.ts';
import { describeProblem } from '../../position/location-words.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { English } from '../../ui/english.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { useNeedsApproval } from '../approval-hint.tsx';
import type { ReplacedDrop } from '../composer/destination.ts';
import { openUpload } from '../composer/uploads.ts';
import { wordsForDropFault, wordsForRecorderFault } from '../drop-fault-words.ts';
import { dropStrings } from '../drop-words.ts';
import { type Correction, correctDrop } from '../my-drops.ts';
import { dismissRecorderFault, recorder } from '../record/recorder.ts';
import { recordAgain } from '../record/takes.ts';
import styles from './my-drops.module.css';
import { myDropsStrings } from './my-drops-words.ts';
import { VersionsPart } from './versions-part.tsx';

const words = myDropsStrings.correction;

interface CorrectSheetProps {
  readonly drop: Place;
  readonly onClose: () => void;
  /** Shows the map, where its audio is recorded or chosen. */
  readonly onShowMap: () => void;
}

/**
 * Renames a drop, moves its point to the person's position, replaces its audio, or restores what it was. A refused one is
 * proposed again.
 */
export function CorrectSheet({ drop, onClose, onShowMap }: CorrectSheetProps) {
  const { appelation, feature } = drop;
  const firstTitle = appelation === DEFAULT_PLACE_TITLE ? '' : appelation;
  const [title, setTitle] = useState(firstTitle);
  const [movedTo, setMovedTo] = useState<[lng: number, lat: number] | null>(null);
  const { busy, failure, run } = useAction(wordsFor);
  const { phase } = useSnapshot(recorder);
  const [unheard, setUnheard] = useState<string | null>(null);
  const consequence = useConsequence(drop);
  const isChanged = title.trim() !== firstTitle || movedTo !== null;
  const isRefused = drop.held === 'refused';
  const whyNot = useId();
  const handleSubmit = async (): Promise<void> => {
    await correct(drop, { title, geometry: movedTo === null ? null : { type: 'Point', coordinates: movedTo } });
    onClose();
  };
  // What is changed here goes with the audio, so that an editor is asked once.
  const replaced: ReplacedDrop = {
    ...drop,
    feature: movedTo === null ? feature : { type: 'Point', coordinates: movedTo },
    newTitle: isChanged ? title.trim() || DEFAULT_PLACE_TITLE : '',
    isMoved: movedTo !== null,
  };
  const leave = (): void => {
    onClose();
    onShowMap();
  };
  const record = async (): Promise<void> => {
    setUnheard(null);
    // What was typed stays here until the recording has it.
    if (await recordAgain(replaced)) return leave();
    const { fault } = recorder;
    setUnheard(fault === null ? words.withoutMicrophone : wordsForRecorderFault(fault));
    dismissRecorderFault();
  };
  const replaceSound = (by: 'microphone' | 'file'): void => {
    if (by === 'microphone') return void record();
    openUpload((why) => showNotice(wordsForDropFault(why)), null, replaced);
    leave();
  };
  const saveAlone = isChanged && (
    <Button variant="secondary" busy={busy} onClick={() => void run(handleSubmit)}>
      {words.withoutSound}
    </Button>
  );
  const sound = (
    <>
      <SoundPart replaced={replaced} isMain={isRefused} onReplace={replaceSound} />
      {unheard === null ? null : <Alert action={saveAlone}>{unheard}</Alert>}
    </>
  );
  return (
    <Sheet
      title={words.title(formatPlaceName(appelation))}
      description={consequence}
      onClose={() => (busy ? undefined : onClose())}
    >
      <form
        className={layout.stack4}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && isChanged && phase !== 'starting') void run(handleSubmit);
        }}
      >
        {isRefused && sound}
        <TextField
          label={<English>{dropStrings.name}</English>}
          placeholder={dropStrings.namePlaceholder}
          maxLength={TEXT_LINE_MAX}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {feature.type === 'Point' ? (
          <MovePart isMoved={movedTo !== null} onMove={setMovedTo} />
        ) : (
          <p className={typography.hint}>{words.isZone}</p>
        )}
        {!isRefused && sound}
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button
          type="submit"
          wide
          busy={busy}
          disabled={!isChanged || phase === 'starting'}
          aria-describedby={isChanged ? undefined : whyNot}
        >
          {isRefused ? words.propose : words.save}
        </Button>
        {!isChanged && (
          <p id={whyNot} className={typography.hint}>
            {isRefused ? words.nothingToPropose : words.nothingToSave}
          </p>
        )}
        {/* A restore would discard what was changed here. */}
        {!isChanged && <VersionsPart drop={drop} onRestored={onClose} />}
      </form>
    </Sheet>
  );
}

/** Returns what follows from a correction: an approval, unless the person approves themselves. */
function useConsequence({ map, held }: Place): string | undefined {
  const waits = useNeedsApproval(map.id);
  if (held === 'refused') return words.proposedAgain;
  return waits ? words.waitsAgain : undefined;
}

interface SoundPartProps {
  readonly replaced: ReplacedDrop;
  readonly isMain: boolean;
  readonly onReplace: (by: 'microphone' | 'file') => void;
}

/** Records the audio of a drop again, or chooses a file in its place. The audio it has stays until the new one is there. */
function SoundPart({ replaced: { newTitle, isMoved }, isMain, onReplace }: SoundPartProps) {
  const { phase } = useSnapshot(recorder);
  return (
    <fieldset className={layout.stack2}>
      <legend className={styles.legend}>{words.replaceSound}</legend>
      <p className={typography.hint}>
        {words.soundHint} {newTitle !== '' && dropStrings.withSound(newTitle, isMoved)}
      </p>
      <div className={styles.sound}>
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          icon={<Mic size={18} aria-hidden />}
          busy={phase === 'starting'}
          disabled={phase !== 'idle' && phase !== 'starting'}
          onClick={() => onReplace('microphone')}
        >
          {words.recordAgain}
        </Button>
        <Button
          variant="secondary"
          icon={<FileAudio size={18} aria-hidden />}
          disabled={phase === 'starting'}
          onClick={() => onReplace('file')}
        >
          {words.otherFile}
        </Button>
      </div>
    </fieldset>
  );
}

interface MovePartProps {
  readonly isMoved: boolean;
  readonly onMove: (to: [lng: number, lat: number] | null) => void;
}

/** Moves the drop to where the person is when they say so; asks for the position if it is unknown. */
function MovePart({ isMoved, onMove }: MovePartProps) {
  const { fix, status, problem, isFalse } = useSnapshot(location);
  const part = useRef<HTMLDivElement>(null);
  const heir = useFocusHeir(() => part.current);
  const isKnown = fix !== null || isMoved;
  // Nobody is there.
  if (isFalse && !isMoved) return <p className={typography.hint}>{words.falsePosition}</p>;
  return (
    <div ref={part} tabIndex={-1} className={layout.stack2} {...heir}>
      {isKnown ? (
        <SwitchRow
          label={words.moveHere}
          hint={fix === null ? undefined : words.moveHint(fix.accuracyM)}
          checked={isMoved}
          onChange={(on) => onMove(on && fix !== null && !isFalse ? [fix.lng, fix.lat] : null)}
        />
      ) : (
        <>
          <p role="status" className={typography.hint}>
            {problem === null ? words.noPosition : describeProblem(problem, readDevice().isMobile)}
          </p>
          <Button variant="secondary" busy={status === 'requesting'} onClick={requestLocation}>
            {words.locate}
          </Button>
        </>
      )}
    </div>
  );
}

/** Corrects a drop, and offers to undo that, unless it waits for an approval since. */
async function correct(before: Place, correction: Correction): Promise<void> {
  const { id, appelation, feature, held } = before;
  const after = await correctDrop(id, correction);
  const name = formatPlaceName(correction.title.trim() || DEFAULT_PLACE_TITLE);
  const undone = { title: appelation, geometry: correction.geometry === null ? null : feature };
  const undo = (): void => {
    correctDrop(id, undone).catch((error: unknown) =>
      showNotice(words.undoFailed(name, wordsFor(error)), { tone: 'info' }),
    );
  };
  const action = after.held === held ? { action: { label: strings.app.undo, run: undo } } : {};
  showNotice(words.done(name, after.held === 'waiting'), action);
}
