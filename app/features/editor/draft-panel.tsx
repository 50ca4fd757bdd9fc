import { ArrowLeft, Pentagon, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { mayChangePlace } from '../../../contracts/permissions.ts';
import type { Place } from '../../../contracts/place.ts';
import {
  askFirst,
  closeDraft,
  placeEditor,
  redoDraft,
  removeDraft,
  saveDraft,
  shape,
  titleDraft,
} from '../../state/editor/place-editor.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { places } from '../../state/places/places.ts';
import { session } from '../../state/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { editorStrings } from '../../words/editor.ts';
import { AudioPart } from './audio-part.tsx';
import styles from './place-editor.module.css';
import type { AudioProgress } from './use-place-audio.ts';

/** One place, or a shape that waits to become one: title, audio, shape, save. */
export function DraftPanel({
  isCompact,
  progress,
  renderAudio,
  recordingBar,
}: {
  /** Only what is needed while the shape is changed: the map has the room. */
  readonly isCompact: boolean;
  readonly progress: AudioProgress;
  readonly renderAudio: (place: Place) => ReactNode;
  readonly recordingBar: ReactNode;
}) {
  const words = editorStrings;
  const { draft, step, isShaping } = useSnapshot(placeEditor);
  const { list } = useSnapshot(places);
  const { list: maps } = useSnapshot(parcours);
  const { user } = useSnapshot(session);
  const back = useRef<HTMLButtonElement>(null);
  const key = draft?.key;
  const shaper = useRef<HTMLButtonElement>(null);
  const wasCompact = useRef(isCompact);

  // What was pressed in the list is gone, and the focus with it.
  useEffect(() => {
    if (key !== undefined) back.current?.focus();
  }, [key]);

  // The same button, elsewhere.
  useEffect(() => {
    if (wasCompact.current && !isCompact) shaper.current?.focus();
    wasCompact.current = isCompact;
  }, [isCompact]);

  if (draft === null) return null;
  const place = list.find(({ id }) => id === draft.placeId);
  const map = maps.find(({ id }) => id === draft.mapId);
  const isAuthor = draft.placeId === null || (place !== undefined && place.userId === user?.id);
  const mayChange = user !== null && mayChangePlace(user.role, map?.privilege ?? null, isAuthor);
  const isBusy = step !== 'resting' || progress.step !== 'resting';
  const toggle = (
    <Button
      ref={shaper}
      variant="secondary"
      lang="en"
      icon={<Pentagon size={18} aria-hidden />}
      disabled={isBusy}
      onClick={() => shape(!isShaping)}
    >
      {isShaping ? words.stopEditingShape : words.editShape}
    </Button>
  );
  const save = (
    <Button lang="en" busy={step === 'saving'} disabled={isBusy && step !== 'saving'} onClick={() => void saveDraft()}>
      {words.save}
    </Button>
  );
  if (isCompact) {
    return (
      <div className={styles.foot}>
        {toggle}
        {save}
      </div>
    );
  }
  return (
    <div className={styles.draft}>
      <div className={styles.title}>
        <IconButton
          ref={back}
          label={words.backToList}
          icon={<ArrowLeft size={20} aria-hidden />}
          onClick={closeDraft}
        />
        <TextField
          className={styles.field}
          label={<span lang="en">{words.title}</span>}
          placeholder={words.titlePlaceholder(map?.name ?? '')}
          maxLength={TEXT_LINE_MAX}
          value={draft.title}
          disabled={!mayChange || isBusy}
          onChange={(event) => titleDraft(event.currentTarget.value)}
        />
      </div>
      {!mayChange && <p className={styles.help}>{words.mayNotChange}</p>}
      <AudioPart
        place={place as Place | undefined}
        mayChange={mayChange}
        progress={progress}
        renderAudio={renderAudio}
        recordingBar={recordingBar}
      />
      {mayChange && (
        <>
          <div className={styles.foot}>
            {toggle}
            {place?.media != null && (
              <Button
                variant="secondary"
                icon={<RotateCcw size={18} aria-hidden />}
                busy={step === 'removing'}
                disabled={isBusy && step !== 'removing'}
                onClick={() => askFirst('redo', () => void redoDraft())}
              >
                {words.redo}
              </Button>
            )}
            <Button variant="quiet" icon={<Trash2 size={18} aria-hidden />} disabled={isBusy} onClick={removeDraft}>
              {words.remove}
            </Button>
          </div>
          <div className={styles.save}>{save}</div>
        </>
      )}
    </div>
  );
}
