import { useEffect, useReducer, useRef } from 'react';
import { discardConverted } from '../../../../workers/client/transcode-client.ts';
import { Scope } from '../../../platform/scope.ts';
import { wordsForKeeping } from '../../../state/drops/drop-draft.ts';
import { keepDrop, whyNotDiscarded } from '../../../state/drops/outbox.ts';
import { whenSent } from '../../../state/drops/outbox-settled.ts';
import { holdPage } from '../../../state/page/busy.ts';
import { showNotice } from '../../../state/page/notices.ts';
import { strings } from '../../../words/strings.ts';
import { wordsForAudio } from '../audio-words.ts';
import type { Destination } from '../where.ts';
import { type AudioWorkers, prepareAudio, startAudioWorkers } from './prepare-audio.ts';
import { type DropTarget, openUpload, type PreparedAudio, reduceUpload, type UploadState } from './upload.state.ts';

/** An upload and what can be done with it. */
export interface Upload {
  readonly state: UploadState;
  titled(title: string): void;
  aimed(target: DropTarget): void;
  /** Makes a file ready. */
  choose(file: File): void;
  /** Stops the running conversion for real. */
  cancel(): void;
  save(destination: Destination): void;
  /** Shows why what was asked for can't be done; nothing else changes. */
  refuse(message: string): void;
  /** Takes back what is being sent: nothing stays, on this device or on the server. */
  discard(): void;
  askToClose(): void;
  denyClose(): void;
  confirmClose(): void;
}

interface Workers extends AudioWorkers {
  readonly scope: Scope;
}

/** An upload that lives as long as the component: when that goes, workers end. What was kept is the outbox's to send. */
export function useUpload(target: DropTarget): Upload {
  const [state, dispatch] = useReducer(reduceUpload, target, openUpload);
  const workers = useRef<Workers | null>(null);
  const conversion = useRef<AbortController | null>(null);
  const file = useRef<File | null>(null);
  // By the person, while it was being kept.
  const isCalledOff = useRef(false);
  // Known before the state of the next render is: a tap may come between the two.
  const keptId = useRef<string | null>(null);
  // From the chosen file to the kept one: all of it would have to be done again.
  const isUnderWay = !state.closed && ['converting', 'ready', 'keeping'].includes(state.step);

  useEffect(() => (isUnderWay ? holdPage('upload') : undefined), [isUnderWay]);

  useEffect(() => {
    const scope = new Scope();
    const audioWorkers = startAudioWorkers(scope);
    scope.add(() => conversion.current?.abort());
    workers.current = { scope, ...audioWorkers };
    return () => {
      workers.current = null;
      scope.dispose();
    };
  }, []);

  /** Gives back the room of what was converted and is not wanted; what is kept as a drop is the outbox's. */
  function letGoOfAudio(): void {
    if (state.audio !== null && state.step === 'ready') discardConverted(state.audio.wav);
  }

  async function convert(chosen: File): Promise<void> {
    if (workers.current === null) return;
    letGoOfAudio();
    const controller = new AbortController();
    conversion.current = controller;
    file.current = chosen;
    dispatch({ type: 'file-chosen', fileName: chosen.name });
    try {
      if (chosen.size === 0) return dispatch({ type: 'conversion-ended', message: strings.drops.missing });
      const audio = await prepareAudio(workers.current, chosen, controller.signal, ({ fraction, remainingS }) =>
        dispatch({ type: 'progressed', progress: fraction, remainingS }),
      );
      if (controller.signal.aborted) return discardConverted(audio.wav);
      if (audio.durationS > 0) dispatch({ type: 'converted', audio });
      else dispatch({ type: 'conversion-ended', message: strings.drops.missing });
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'conversion-ended', message: wordsForAudio(error) });
    }
  }

  async function save(chosen: File, { wav, durationS }: PreparedAudio, destination: Destination): Promise<void> {
    dispatch({ type: 'save-started' });
    try {
      const { mapId, placeId, feature: geometry } = destination;
      const title = placeId === null ? state.title : '';
      const audio = { audio: chosen, fileName: chosen.name, prepared: { wav, durationS } };
      const itemId = await keepDrop({ mapId, geometry, title, placeId, sessionId: null, ...audio });
      if (isCalledOff.current) return await takeBack(itemId);
      keptId.current = itemId;
      dispatch({ type: 'kept', itemId });
      // Discarded from elsewhere, or logged out: the sheet has gone then.
      whenSent(itemId).then(
        (sentTo) => dispatch({ type: 'sent', placeId: sentTo }),
        () => {},
      );
    } catch (error) {
      dispatch({ type: 'save-failed', message: wordsForKeeping(error) });
    }
  }

  return {
    state,
    titled: (title) => dispatch({ type: 'titled', title }),
    aimed: (aim) => dispatch({ type: 'aimed', target: aim }),
    choose(file) {
      if (state.step === 'choosing' || state.step === 'ready') void convert(file);
    },
    cancel() {
      conversion.current?.abort();
      dispatch({ type: 'conversion-ended', message: null });
    },
    save(destination) {
      const { audio, step } = state;
      if (audio !== null && file.current !== null && step === 'ready') void save(file.current, audio, destination);
    },
    refuse: (message) => dispatch({ type: 'refused', message }),
    discard() {
      if (state.itemId === null) return dispatch({ type: 'close-asked' });
      void whyNotDiscarded(state.itemId).then((why) =>
        dispatch(why === null ? { type: 'close-asked' } : { type: 'refused', message: why }),
      );
    },
    askToClose: () => dispatch({ type: 'close-asked' }),
    denyClose: () => dispatch({ type: 'close-denied' }),
    confirmClose() {
      letGoOfAudio();
      isCalledOff.current = true;
      // Kept while the question stood.
      if (keptId.current !== null) void takeBack(keptId.current);
      dispatch({ type: 'close-confirmed' });
    },
  };
}

/** Takes back a drop whose sheet has closed. */
async function takeBack(itemId: string): Promise<void> {
  const why = await whyNotDiscarded(itemId);
  if (why !== null) showNotice(why);
}
