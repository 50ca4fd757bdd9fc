import { CircleHelp, Pause, Play, Redo2, StepForward, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Transcript } from '../../../contracts/telling.ts';
import { storage } from '../../platform/storage/storage.ts';
import { cueAt } from '../../tellings/cues.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyList } from '../../ui/key-list.tsx';
import { Alert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { type Cues, changeText, changeVoice, shiftAll } from './cue-edits.ts';
import { CueForm } from './cue-form.tsx';
import { CueList } from './cue-list.tsx';
import { CueWaveform, type PlaybackMark } from './cue-waveform.tsx';
import type { DraftMaker } from './draft/draft-makers.ts';
import { DraftPart, type MachineDraft } from './draft/draft-part.tsx';
import { mergeMachineDraft } from './draft/machine-draft.ts';
import { ShiftAllPart } from './shift-all-part.tsx';
import styles from './transcript.module.css';
import { type DrawnSound, exceedsTranscript } from './transcript-file.ts';
import { ExportButton, ImportButton, type ImportResult } from './transcript-files.tsx';
import { findTranscriptAct } from './transcript-keys.ts';
import { transcriptStrings as words } from './transcript-words.ts';
import { useCueEdits } from './use-cue-edits.ts';
import { useCuePlayer } from './use-cue-player.ts';
import { useTranscriptActs } from './use-transcript-acts.ts';

/** Edits the transcript of one sound, by touch, mouse or keys. It saves nothing: each change is reported. */
export function TranscriptEditor({
  first,
  state,
  sound,
  link,
  language,
  fileName,
  makers,
  onChange,
  onState,
}: {
  /** The cues when it is opened; later ones come from here. Give another sound's editor another `key`. */
  readonly first: Cues;
  readonly state: Transcript['state'];
  /** Null while its waveform isn't known. */
  readonly sound: DrawnSound | null;
  /** Signed link to the sound; null for none. */
  readonly link: string | null;
  /** Of what is said. */
  readonly language: string;
  /** Name of the exported file, without its ending. */
  readonly fileName: string;
  /** Gives the machines that may draft it on this device. It must stay the same function. */
  readonly makers: () => Promise<readonly DraftMaker[]>;
  readonly onChange: (cues: Cues) => void;
  readonly onState: (state: Transcript['state']) => void;
}) {
  const edits = useCueEdits(first, onChange);
  const { cues, selected } = edits;
  const cue = cues[selected];
  const [said, setSaid] = useState(-1);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isHelping, setHelping] = useState(false);
  const listId = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const mark = useRef<PlaybackMark>(null);
  const player = useCuePlayer(link, (timeMs) => {
    mark.current?.show(timeMs);
    setSaid(cueAt(cues, timeMs));
  });

  const { acts, select, message, say } = useTranscriptActs({ edits, player, text, onHelp: () => setHelping(true) });
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    // The help is in this element for React, but not on the page.
    if (!(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return;
    const where = target.id === listId ? 'list' : target === text.current ? 'text' : 'elsewhere';
    const wanted = findTranscriptAct(event, where, !storage.read('shortcutsOff'));
    if (wanted === null) return;
    event.preventDefault();
    acts[wanted.act](wanted.by ?? 0);
  };
  const shiftEach = (byMs: number): void => {
    if (edits.take(shiftAll(cues, byMs))) say(words.done.shift);
  };
  const takeImport = (result: ImportResult): void => {
    if ('refusal' in result) {
      setRefusal(result.refusal === 'several' ? words.oneFile : words.refused[result.refusal]);
      return;
    }
    setRefusal(null);
    // Nobody has read these yet.
    if (edits.take(result.cues, 0) && state === 'approved') onState('draft');
    say(words.imported(result.cues.length, result.brokenCount));
  };

  const takeDraft = ({ cues: drafted, untilMs }: MachineDraft): void => {
    const next = mergeMachineDraft(cues, drafted, untilMs);
    const before = new Set(cues);
    const fresh = next.filter((each) => !before.has(each)).length;
    if (fresh === 0) {
      say(words.draft.nothing);
      return;
    }
    edits.take(next, 0);
    // Nobody has read all of it any more.
    if (state === 'approved') onState('draft');
    say(words.draft.added(fresh));
  };

  const unread = cues.reduce((count, { isMachine }) => count + (isMachine === true ? 1 : 0), 0);
  return (
    // The keys of its parts, which are all here.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div className={styles.editor} onKeyDown={handleKey}>
      <div className={styles.tools}>
        <IconButton
          label={words.undo}
          icon={<Undo2 size={20} aria-hidden />}
          disabled={!edits.canUndo}
          onClick={() => acts.undo(0)}
        />
        <IconButton
          label={words.redo}
          icon={<Redo2 size={20} aria-hidden />}
          disabled={!edits.canRedo}
          onClick={() => acts.redo(0)}
        />
        <ImportButton sound={sound} onResult={takeImport} />
        <ExportButton cues={cues} fileName={fileName} />
        <IconButton label={words.keys} icon={<CircleHelp size={20} aria-hidden />} onClick={() => setHelping(true)} />
      </div>
      {refusal === null ? null : <Alert>{refusal}</Alert>}
      {exceedsTranscript(cues) ? <Alert>{words.tooLong}</Alert> : null}
      {player.hasFailed ? <Alert>{words.soundFailed}</Alert> : null}
      {sound === null ? null : (
        <CueWaveform
          peaks={sound.peaks}
          durationMs={sound.durationS * 1000}
          cues={cues}
          selected={selected}
          mark={mark}
          onSeek={player.seek}
        />
      )}
      {link === null ? (
        <Hint>{words.noSound}</Hint>
      ) : (
        <div className={styles.tools}>
          <Button
            variant="secondary"
            icon={player.isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
            disabled={!player.canPlay || cue === undefined}
            onClick={() => acts.play(0)}
          >
            {player.isPlaying ? words.pause : words.play}
          </Button>
          <Button
            variant="quiet"
            icon={<StepForward size={18} aria-hidden />}
            disabled={!player.canPlay || cue === undefined || player.isPlaying}
            onClick={() => acts.playOn(0)}
          >
            {words.playOn}
          </Button>
        </div>
      )}
      {link === null ? null : <DraftPart makers={makers} link={link} language={language} onDraft={takeDraft} />}
      <p role="status" className={styles.status}>
        {message}
      </p>
      {cue === undefined ? (
        <EmptyState
          title={words.empty}
          hint={words.emptyHint}
          action={
            <Button variant="secondary" onClick={() => acts.insert(0)}>
              {words.insert}
            </Button>
          }
        />
      ) : (
        <div className={styles.parts}>
          <CueList
            id={listId}
            cues={cues}
            selected={selected}
            said={player.isPlaying ? said : -1}
            language={language}
            onSelect={select}
          />
          <CueForm
            cue={cue}
            index={selected}
            count={cues.length}
            language={language}
            text={text}
            onText={(typed) => edits.take(changeText(cues, selected, typed), undefined, `text ${selected}`)}
            onVoice={(typed) => edits.take(changeVoice(cues, selected, typed), undefined, `voice ${selected}`)}
            onAct={(act) => acts[act](0)}
          />
        </div>
      )}
      {cue === undefined ? null : <ShiftAllPart onShift={shiftEach} />}
      {unread === 0 ? null : <Hint>{words.unread(unread)}</Hint>}
      <SwitchRow
        label={words.approved}
        hint={state === 'approved' ? words.approvedHint : words.draftHint}
        checked={state === 'approved'}
        disabled={cues.length === 0}
        onChange={(isApproved) => onState(isApproved ? 'approved' : 'draft')}
      />
      {isHelping ? (
        <Sheet title={words.keys} onClose={() => setHelping(false)}>
          <KeyList entries={words.keyEntries} />
          <Hint>{words.keysNote}</Hint>
        </Sheet>
      ) : null}
    </div>
  );
}
