import { Mic } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { readTellingCode } from '../../../contracts/telling.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { nameTelling } from '../../tellings/tellings-words.ts';
import { Button } from '../../ui/button.tsx';
import { English } from '../../ui/english.tsx';
import { Alert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Composition, type LossQuestion, maySave, mayTitle } from '../composer/composition.ts';
import styles from '../composer/upload-sheet.module.css';
import { deviceStorage } from '../device-storage.ts';
import { wordsForDropFault, wordsForRecorderFault } from '../drop-fault-words.ts';
import { DropProgress } from '../drop-progress.tsx';
import { outbox } from '../drop-services.ts';
import { dropStrings, wordsForReplaced } from '../drop-words.ts';
import { MemoryNotice } from '../memory-notice.tsx';
import { memoryStrings } from '../outbox/outbox-words.ts';
import { announceDrop } from '../outbox/published-chip.tsx';
import { Waveform } from '../waveform.tsx';
import { recordStrings } from './record-words.ts';
import { recorder } from './recorder.ts';
import { closeTake, confirmLoss, type OpenTake, retryTake, saveTake, titleTake } from './takes.ts';

/** The popup of a finished recording: title, waveform, play, redo, save; closing it asks first. */
export function TakeSheet({ open }: { readonly open: OpenTake }) {
  const words = recordStrings;
  const { now: state } = useSnapshot(open.composer.view);
  const { replaced, stays } = useGoal(open, state);
  const heading = replaced === null ? words.title : dropStrings.replaceTitle;
  const title = state.origin === 'fresh' ? heading : words.found;
  const question = state.asks === 'redo' ? words.redoTitle : words.closeTitle;
  return (
    <Sheet
      open={!state.isClosed}
      onClose={() => {
        if (!state.isClosed) open.composer.change({ type: 'asked', about: 'close' });
      }}
      title={state.asks === null ? title : question}
    >
      {state.asks === null ? (
        <TakeForm open={open} state={state} replaced={replaced} />
      ) : (
        <Question open={open} about={state.asks} stays={stays} />
      )}
    </Sheet>
  );
}

/**
 * Says which drop gets a recording or has its audio replaced, null for a new one; and what stays of an existing place if the
 * recording is deleted, null for a place that goes with it.
 */
function useGoal(
  { take }: OpenTake,
  { itemId, title }: Composition,
): { replaced: string | null; stays: string | null } {
  const { soundStays, placeStays } = recordStrings;
  const { items } = useSnapshot(outbox);
  const { list } = useSnapshot(places);
  const item = items.find(({ id }) => id === itemId);
  const placeId = take.note?.pinned?.placeId ?? (item?.makesPlace === false ? item.placeId : null);
  const plannedId = take.note?.pinned?.plannedId ?? item?.plannedId ?? null;
  if (placeId === null) return { replaced: null, stays: plannedId === null ? null : placeStays };
  const place = list.find(({ id }) => id === placeId);
  const telling = take.note?.pinned?.telling ?? item?.telling ?? null;
  if (telling !== null) {
    const version = nameTelling(readTellingCode(telling));
    const replaced =
      place === undefined
        ? dropStrings.completesUnknown
        : dropStrings.completesVersion(formatPlaceName(place.appelation), version);
    return { replaced, stays: placeStays };
  }
  if (place === undefined) return { replaced: dropStrings.completesUnknown, stays: placeStays };
  const { appelation, media } = place;
  const isMoved = take.note?.pinned?.isMoved ?? item?.isMoved ?? false;
  const replaced = wordsForReplaced({ appelation, newTitle: title, isMoved }, media !== null);
  return { replaced, stays: media !== null && title === '' ? soundStays : placeStays };
}

interface TakeFormProps {
  readonly open: OpenTake;
  readonly state: Composition;
  readonly replaced: string | null;
}

function TakeForm({ open, state, replaced }: TakeFormProps) {
  const words = recordStrings;
  const { atMs } = open.take;
  const { fault, phase } = useSnapshot(recorder);
  const { items } = useSnapshot(outbox);
  const item = items.find(({ id }) => id === state.itemId);
  return (
    <div className={styles.form}>
      {state.origin === 'fresh' && fault !== null && <Alert>{wordsForRecorderFault(fault)}</Alert>}
      <TakeFacts foundAtMs={state.origin === 'fresh' ? null : atMs} />
      {replaced === null ? (
        <TextField
          label={<English>{dropStrings.name}</English>}
          placeholder={dropStrings.namePlaceholder}
          maxLength={TEXT_LINE_MAX}
          value={state.title}
          disabled={!mayTitle(state)}
          onChange={(event) => titleTake(open, event.currentTarget.value)}
        />
      ) : (
        <p>{replaced}</p>
      )}
      <div className={styles.work}>
        {state.audio === null ? (
          <p role="status">{state.error === null ? words.preparing : ''}</p>
        ) : (
          <Waveform audio={state.audio} />
        )}
        {item !== undefined && <DropProgress item={item} />}
        {state.origin === 'fresh' && (
          <Button
            variant="secondary"
            icon={<Mic size={18} aria-hidden />}
            disabled={state.audio === null || state.step !== 'resting'}
            onClick={() => open.composer.change({ type: 'asked', about: 'redo' })}
          >
            {words.redo}
          </Button>
        )}
      </div>
      {state.error !== null && (
        <Alert
          key={state.error}
          action={
            state.origin === 'fresh' &&
            state.itemId === null && (
              <Button variant="danger" onClick={() => retryTake(open)}>
                {dropStrings.retry}
              </Button>
            )
          }
        >
          {wordsForDropFault(state.error)}
        </Alert>
      )}
      <Button
        wide
        lang={phase !== 'starting' && saveLabel(state) === dropStrings.save ? 'en' : undefined}
        busy={state.step === 'saving' || state.step === 'removing'}
        disabled={!maySave(state) && state.step !== 'saving' && state.step !== 'removing'}
        onClick={async () => {
          const itemId = await saveTake(open);
          if (itemId !== null) announceDrop(itemId);
        }}
      >
        {phase === 'starting' ? words.starting : saveLabel(state)}
      </Button>
    </div>
  );
}

interface QuestionProps {
  readonly open: OpenTake;
  readonly about: LossQuestion;
  readonly stays: string | null;
}

function Question({ open, about, stays }: QuestionProps) {
  const words = recordStrings;
  const isRedo = about === 'redo';
  const text = isRedo ? words.redoText : words.closeText;
  return (
    <div className={styles.form}>
      <p>{stays === null ? text : words.onlyTakeText(isRedo, stays)}</p>
      <Button wide onClick={() => open.composer.change({ type: 'denied' })}>
        {words.keep}
      </Button>
      {!isRedo && (
        <Button wide variant="secondary" onClick={() => void closeTake(open)}>
          {words.later}
        </Button>
      )}
      <Button wide variant="danger" onClick={() => void confirmLoss(open, about)}>
        {isRedo ? words.redoConfirm : words.discard}
      </Button>
    </div>
  );
}

function saveLabel({ step }: Composition): string {
  if (step === 'removing') return recordStrings.removing;
  return step === 'saving' ? recordStrings.saving : dropStrings.save;
}

/** When a recording was made (null: just now), and whether it is stored on this device. */
function TakeFacts({ foundAtMs }: { readonly foundAtMs: number | null }) {
  const { foundText } = useSnapshot(deviceStorage).isLasting ? recordStrings : memoryStrings;
  return (
    <>
      {foundAtMs !== null && <p>{foundText(formatMoment(foundAtMs, 'long'))}</p>}
      <MemoryNotice />
    </>
  );
}
