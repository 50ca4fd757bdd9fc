import { ArrowLeft, CalendarClock, Circle, Hexagon, Pentagon, RotateCcw, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { mayChangePlace, mayPlan } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
import { parcours } from '../parcours/parcours.ts';
import { places } from '../places/places.ts';
import { plan } from '../places/plan.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { AudioPart, type AudioProgress } from './audio-part.tsx';
import { planDraft, redoDraft, removeDraft, saveDraft } from './draft-changes.ts';
import { isUnsaved, storedIdOf } from './editor-draft.ts';
import type { EditorSlots } from './editor-surface.ts';
import { editorStrings } from './editor-words.ts';
import styles from './place-editor.module.css';
import { askFirst, closeDraft, placeEditor, shape, showDraft, startDrawing, titleDraft } from './place-editor.ts';
import { PlannedPart } from './planned-part.tsx';

interface DraftPanelProps {
  /** Shows only the buttons needed while the shape is edited, to leave space for the map. */
  readonly isCompact: boolean;
  readonly progress: AudioProgress;
  readonly slots: EditorSlots;
  /** The list beside it, which retains the focus; empty where the list has made way for it. */
  readonly listBeside: RefObject<HTMLElement | null>;
}

/** One place, or a shape that waits to become one: title, audio, shape, save. */
export function DraftPanel({ isCompact, progress, slots, listBeside }: DraftPanelProps) {
  const words = editorStrings;
  const open = useOpenDraft();
  const back = useRef<HTMLButtonElement>(null);
  const key = open?.draft.key;
  const shaper = useRef<HTMLButtonElement>(null);
  const wasCompact = useRef(isCompact);

  // Without a list beside, the pressed row, which had the focus, no longer exists.
  useEffect(() => {
    if (key !== undefined && !listBeside.current?.contains(document.activeElement)) back.current?.focus();
  }, [key, listBeside]);

  // The button that ends 'Edit Shape' is now in another position; it retains the focus.
  useEffect(() => {
    if (wasCompact.current && !isCompact) shaper.current?.focus();
    wasCompact.current = isCompact;
  }, [isCompact]);

  if (open === null) return null;
  const { draft, step, isShaping, isStored, place, planned, mapName, mayChange, mayBePlanned } = open;
  const isBusy = step !== 'resting' || progress.step !== 'resting';
  // With audio it is a redo.
  const isRemoving = step === 'removing' && place?.media == null;
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
  const hint =
    draft.plannedId !== null ? words.planned.noAudio : place === undefined ? words.noAudioYet : words.placeNoAudio;
  const save = (
    <Button
      lang="en"
      busy={step === 'saving'}
      disabled={step !== 'saving' && (isBusy || isStored)}
      onClick={() => void saveDraft()}
    >
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
    <div className={layout.stack3}>
      <div className={styles.title}>
        <IconButton
          ref={back}
          label={words.backToList}
          icon={<ArrowLeft size={20} aria-hidden />}
          onClick={closeDraft}
        />
        <TextField
          className={layout.grow}
          label={<span lang="en">{words.title}</span>}
          placeholder={words.titlePlaceholder(mapName)}
          maxLength={TEXT_LINE_MAX}
          value={draft.title}
          disabled={!mayChange || isBusy}
          onChange={(event) => titleDraft(event.currentTarget.value)}
        />
      </div>
      {!mayChange && <p className={typography.hint}>{words.mayNotChange}</p>}
      {planned !== undefined && (
        <PlannedPart key={planned.id} planned={planned} mayChange={mayChange} onInvite={slots.onInvite} />
      )}
      {/* Work in progress stays: another map may be chosen meanwhile, whose plan lacks this place. */}
      {(draft.plannedId === null || planned?.state === 'planned' || progress.step !== 'resting') && (
        <AudioPart place={place} hint={hint} mayChange={mayChange} progress={progress} {...slots} />
      )}
      {mayBePlanned && progress.step === 'resting' && (
        <>
          <p className={typography.hint}>{words.planned.hint}</p>
          <Button
            variant="secondary"
            icon={<CalendarClock size={18} aria-hidden />}
            busy={step === 'saving'}
            disabled={isBusy && step !== 'saving'}
            onClick={() => void planDraft()}
          >
            {words.planned.plan}
          </Button>
        </>
      )}
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
            <Button
              variant="quiet"
              icon={<Trash2 size={18} aria-hidden />}
              busy={isRemoving}
              disabled={isBusy && !isRemoving}
              onClick={removeDraft}
            >
              {words.remove}
            </Button>
          </div>
          {place !== undefined && slots.renderTexts?.(place)}
          {/* Restoring would lose changes that are not saved. */}
          {place !== undefined && !isUnsaved(draft) && slots.renderVersions?.(place, () => showDraft(null))}
          <div className={classNames(styles.foot, styles.save)}>
            {isStored && !isBusy ? (
              <>
                {planned !== undefined && <NextButton isPoint={draft.geometry.type === 'Point'} />}
                <Button variant={planned === undefined ? 'primary' : 'secondary'} onClick={closeDraft}>
                  {words.done}
                </Button>
              </>
            ) : (
              save
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Begins the next place of a plan, of the same kind: an author draws one after the other. */
function NextButton({ isPoint }: { readonly isPoint: boolean }) {
  const { nextPoint, nextZone } = editorStrings.planned;
  const Icon = isPoint ? Circle : Hexagon;
  return (
    <Button icon={<Icon size={18} aria-hidden />} onClick={() => startDrawing(isPoint ? 'draw_point' : 'draw_polygon')}>
      {isPoint ? nextPoint : nextZone}
    </Button>
  );
}

/** Returns the open draft with the step in progress, its place and map, and what this person may do with it. */
function useOpenDraft() {
  const { draft, step, isShaping, error } = useSnapshot(placeEditor);
  const { list } = useSnapshot(places);
  const { list: plannedPlaces } = useSnapshot(plan);
  const { list: maps } = useSnapshot(parcours);
  const { user } = useSnapshot(session);
  if (draft === null) return null;
  const place = list.find(({ id }) => id === draft.placeId) as Place | undefined;
  const map = maps.find(({ id }) => id === draft.parcoursId);
  const isAuthor = draft.placeId === null || (place !== undefined && place.userId === user?.id);
  const planned = plannedPlaces.find(({ id }) => id === draft.plannedId);
  const privilege = map?.privilege ?? null;
  const isPlanner = user !== null && mayPlan(user.role, privilege);
  const mayChange =
    draft.plannedId === null ? user !== null && mayChangePlace(user.role, privilege, isAuthor) : isPlanner;
  const mayBePlanned = isPlanner && storedIdOf(draft) === null;
  // A save also publishes a draft, and undoes what an attempt without an answer has prepared.
  const isStored = storedIdOf(draft) !== null && !isUnsaved(draft) && place?.draft !== true && error === null;
  return { draft, step, isShaping, isStored, place, planned, mapName: map?.name ?? '', mayChange, mayBePlanned };
}
