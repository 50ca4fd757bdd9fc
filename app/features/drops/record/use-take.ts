import { useEffect, useReducer, useRef } from 'react';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import type { UserId } from '../../../../contracts/vocabulary.ts';
import { Scope } from '../../../platform/scope.ts';
import type { RecordingNote } from '../../../platform/storage/recording-note.ts';
import { KeepError, wordsForKeeping } from '../../../state/drops/drop-draft.ts';
import { discardDrop, keepDrop, retitleDrop, titleDraft } from '../../../state/drops/outbox.ts';
import { changeNote, openRecording, putAside, readRecording, removeRecording } from '../../../state/drops/recorder.ts';
import { holdPage } from '../../../state/page/busy.ts';
import { removePendingShape } from '../../../state/places/pending-shapes.ts';
import { location } from '../../../state/position/location.ts';
import { strings } from '../../../words/strings.ts';
import { announceDrop } from '../announce-drop.ts';
import { wordsForAudio } from '../audio-words.ts';
import { type Here, readHere } from '../here.ts';
import { prepareAudio, startAudioWorkers } from '../upload/prepare-audio.ts';
import { openTake, reduceTake, type TakeQuestion, type TakeState } from './take.state.ts';

/** A finished recording on this device. */
export interface Take {
  /** The recording's id. */
  readonly id: string;
  readonly origin: TakeState['origin'];
  /** Its drop in the outbox; null where there is none. */
  readonly itemId: string | null;
  readonly title: string;
  /** When it was recorded, or kept; null where that is not known. */
  readonly atMs: number | null;
  readonly userId: UserId;
  /** Where it goes; null where that is not known, and so where the person is when it is saved. */
  readonly destination: Here | null;
  /** What was noted beside a recording that was found; null where a crash left nothing readable. */
  readonly note: RecordingNote | null;
}

/** A finished recording in its popup, and what can be done with it. */
export interface OpenTake {
  readonly state: TakeState;
  titled(title: string): void;
  save(): void;
  /** Tries again to keep it. */
  retry(): void;
  /** Asks first: nothing is lost by a stray tap. */
  ask(about: TakeQuestion): void;
  deny(): void;
  /** Deletes the place and the recording, and does what was asked about. */
  confirm(): void;
  /** Closes the popup and leaves the recording on the device. */
  putAside(): void;
}

/** @param onRedo told when a recording was deleted so that it can be done again. */
export function useTake(take: Take, onClosed: () => void, onRedo: () => void): OpenTake {
  const { id, origin, userId } = take;
  const [state, dispatch] = useReducer(reduceTake, take, () => openTake(origin, take.title, take.itemId));
  const heard = useRef({ onClosed, onRedo });
  heard.current = { onClosed, onRedo };
  const keeping = useRef<Promise<string | null>>(Promise.resolve(null));

  useEffect(() => holdPage('recording'), []);

  useEffect(() => {
    const scope = new Scope();
    void prepare(scope, take).then(
      (audio) => dispatch({ type: 'prepared', audio }),
      (error: unknown) => {
        if (!scope.disposed) dispatch({ type: 'failed', message: wordsFor(error) });
      },
    );
    return () => scope.dispose();
  }, [take]);

  function keep(title: string, isDraft: boolean): Promise<string | null> {
    keeping.current = startKeeping(title, isDraft);
    return keeping.current;
  }

  async function startKeeping(title: string, isDraft: boolean): Promise<string | null> {
    // One whose note a crash left unreadable goes where a new one would.
    const destination = take.destination ?? readHere();
    if (destination === null) {
      dispatch({ type: 'failed', message: whyNotHere() });
      return null;
    }
    dispatch({ type: 'step-began', step: isDraft ? 'keeping' : 'saving' });
    const { mapId, position } = destination;
    const madeHere = { geometry: pointAt(position), placeId: null, pendingId: null };
    const { geometry, placeId, pendingId } = take.note?.pinned ?? madeHere;
    const sessionId = take.note?.sessionId ?? null;
    try {
      const audio = { recordingId: id };
      const itemId = await keepDrop({
        ...{ mapId, geometry, title, audio, sessionId, isDraft },
        ...{ placeId, pendingId, fileName: null },
      });
      dispatch({ type: 'kept', itemId });
      return itemId;
    } catch (error) {
      dispatch({ type: 'failed', message: wordsFor(error) });
      return null;
    }
  }

  // What was just recorded is kept as a drop before anything is asked. Keeping it twice makes one drop.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each recording.
  useEffect(() => {
    if (origin === 'fresh') void keep('', true);
  }, [take]);

  function close(): void {
    dispatch({ type: 'closed' });
    void putAside(id, userId).then(() => heard.current.onClosed());
  }

  async function save(): Promise<void> {
    const { itemId, title } = state;
    const savedId = itemId ?? (await keep(title, false));
    if (savedId === null) return;
    dispatch({ type: 'step-began', step: 'saving' });
    try {
      if (itemId !== null) await retitleDrop(savedId, title);
    } catch (error) {
      dispatch({ type: 'failed', message: wordsForKeeping(error) });
      return;
    }
    const pendingId = take.note?.pinned?.pendingId ?? null;
    if (pendingId !== null) removePendingShape(pendingId);
    announceDrop(savedId);
    close();
  }

  async function remove(about: TakeQuestion | null): Promise<void> {
    dispatch({ type: 'denied' });
    // Nothing goes before it can be done again.
    if (about === 'redo' && readHere() === null) {
      dispatch({ type: 'failed', message: whyNotHere() });
      return;
    }
    dispatch({ type: 'step-began', step: 'removing' });
    try {
      // What is being kept at this moment is a drop in the next.
      const itemId = state.itemId ?? (await keeping.current);
      if (itemId !== null) await discardDrop(itemId);
      else await removeRecording(id, userId);
    } catch {
      dispatch({ type: 'failed', message: strings.record.removeFailed });
      return;
    }
    close();
    if (about === 'redo') heard.current.onRedo();
  }

  return {
    state,
    titled(title) {
      dispatch({ type: 'titled', title });
      if (state.itemId === null) void changeNote(id, { title });
      else void titleDraft(state.itemId, title);
    },
    save: () => void save(),
    retry: () => void keep(state.title, true),
    ask: (about) => dispatch({ type: 'asked', about }),
    deny: () => dispatch({ type: 'denied' }),
    confirm: () => void remove(state.asks),
    putAside: close,
  };
}

function pointAt(coordinates: Position): Geometry {
  return { type: 'Point', coordinates };
}

async function prepare(scope: Scope, take: Take) {
  // One that was found is taken for this tab; what is in the outbox is anybody's to hear.
  const isFree = take.origin !== 'found';
  const wav = isFree ? await readRecording(take.id) : await openRecording({ id: take.id, note: take.note });
  if (wav === null) throw new GoneError();
  return prepareAudio(startAudioWorkers(scope), wav, scope.signal());
}

/** Why {@link readHere} knows nothing, in words. */
function whyNotHere(): string {
  const { unplaced, noMap } = strings.record;
  return location.fix === null ? unplaced : noMap;
}

/** Another tab has the recording, or it does not exist any more. */
class GoneError extends Error {}

function wordsFor(error: unknown): string {
  if (error instanceof GoneError) return strings.record.gone;
  return error instanceof KeepError ? error.message : wordsForAudio(error);
}
