import { Mic } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { printMoment } from '../../../platform/page/time.ts';
import { outbox } from '../../../state/drops/outbox-box.ts';
import { recorder } from '../../../state/drops/recorder.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { strings } from '../../../words/strings.ts';
import { DropProgress } from '../drop-progress.tsx';
import styles from '../upload/upload-sheet.module.css';
import { Waveform } from '../waveform.tsx';
import { maySave, mayTitle } from './take.state.ts';
import { type OpenTake, type Take, useTake } from './use-take.ts';

/** The popup of a finished recording: title, waveform, play, redo, save; closing it asks first. */
export function TakeSheet({
  take,
  onClosed,
  onRedo,
}: {
  /** Must stay the same object. */
  readonly take: Take;
  readonly onClosed: () => void;
  readonly onRedo: () => void;
}) {
  const words = strings.record;
  const open = useTake(take, onClosed, onRedo);
  const { state } = open;
  const title = state.origin === 'fresh' ? words.title : words.found;
  const question = state.asks === 'redo' ? words.redoTitle : words.closeTitle;
  return (
    <Sheet
      open={!state.isClosed}
      onOpenChange={(isOpen) => {
        if (!isOpen && !state.isClosed) open.ask('close');
      }}
      title={state.asks === null ? title : question}
      closeLabel={strings.app.close}
    >
      {state.asks === null ? <TakeForm take={take} open={open} /> : <Question open={open} />}
    </Sheet>
  );
}

function TakeForm({ take, open }: { readonly take: Take; readonly open: OpenTake }) {
  const words = strings.record;
  const { state } = open;
  const { fault } = useSnapshot(recorder);
  const { items } = useSnapshot(outbox);
  const item = items.find(({ id }) => id === state.itemId);
  return (
    <div className={styles.form}>
      {state.origin === 'fresh' && fault !== null && <Alert>{fault}</Alert>}
      {state.origin !== 'fresh' && take.atMs !== null && <p>{words.foundText(printMoment(take.atMs, 'long'))}</p>}
      <TextField
        label={strings.drops.name}
        placeholder={strings.drops.namePlaceholder}
        value={state.title}
        disabled={!mayTitle(state)}
        onChange={(event) => open.titled(event.currentTarget.value)}
      />
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
            onClick={() => open.ask('redo')}
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
              <Button variant="danger" onClick={open.retry}>
                {strings.drops.retry}
              </Button>
            )
          }
        >
          {state.error}
        </Alert>
      )}
      <Button
        wide
        busy={state.step === 'saving' || state.step === 'removing'}
        disabled={!maySave(state) && state.step !== 'saving' && state.step !== 'removing'}
        onClick={open.save}
      >
        {saveLabel(open)}
      </Button>
    </div>
  );
}

function Question({ open }: { readonly open: OpenTake }) {
  const words = strings.record;
  const isRedo = open.state.asks === 'redo';
  return (
    <div className={styles.form}>
      <p>{isRedo ? words.redoText : words.closeText}</p>
      <Button wide onClick={open.deny}>
        {words.keep}
      </Button>
      {!isRedo && (
        <Button wide variant="secondary" onClick={open.putAside}>
          {words.later}
        </Button>
      )}
      <Button wide variant="danger" onClick={open.confirm}>
        {isRedo ? words.redo : words.discard}
      </Button>
    </div>
  );
}

function saveLabel({ state }: OpenTake): string {
  if (state.step === 'removing') return strings.record.removing;
  return state.step === 'saving' ? strings.record.saving : strings.drops.save;
}
