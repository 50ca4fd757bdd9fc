import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../platform/error-words.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { showNotice } from '../../state/notices.ts';
import { pendingShapes } from '../../state/pending-shapes.ts';
import { becamePlace, holdForAudio, placeEditor, showEditorError } from '../../state/place-editor.ts';
import { putAside, record, recorder } from '../../state/recorder.ts';
import { session } from '../../state/session.ts';
import { makePlace, type PlaceAudio } from './make-place.ts';
import { listVertices } from './vertices.ts';

/** How far the audio of what is open has come. */
export type AudioWork =
  | { readonly step: 'resting'; readonly canRetry: boolean }
  | { readonly step: 'recording' }
  | { readonly step: 'converting' | 'sending'; readonly share: number | null; readonly remainingS: number | null };

/** The audio of what is open, and what can be done about it. */
export interface PlaceAudioWork {
  readonly work: AudioWork;
  /** Sends a file. */
  send(file: File): void;
  /** Starts the recorder; its audio is sent once it ends. To be called from a tap. */
  record(): void;
  /** Sends again what failed. */
  retry(): void;
  /** Stops what goes on; a recording stays on the device. */
  cancel(): void;
}

const RESTING: AudioWork = { step: 'resting', canRetry: false };

/** Brings recordings and files to the place that is open, or that is made of the shape that is open. */
export function usePlaceAudio(): PlaceAudioWork {
  const [work, setWork] = useState<AudioWork>(RESTING);
  const { phase, endedId } = useSnapshot(recorder);
  const { hasAudioWork, draft } = useSnapshot(placeEditor);
  const key = draft?.key ?? null;
  const running = useRef<Scope | null>(null);
  const failed = useRef<PlaceAudio['audio'] | null>(null);

  const rest = (canRetry: boolean): void => {
    holdForAudio(false);
    setWork({ step: 'resting', canRetry });
  };

  async function send(audio: PlaceAudio['audio']): Promise<void> {
    const { draft: open } = placeEditor;
    const { user } = session;
    if (open === null || user === null || running.current !== null) return;
    const scope = new Scope();
    const signal = scope.signal();
    running.current = scope;
    failed.current = audio;
    holdForAudio(true);
    showEditorError(null);
    setWork({ step: 'converting', share: null, remainingS: null });
    const { mapId, geometry, title, placeId, key: openKey } = open;
    const placeKey = pendingShapes.list.find(({ id }) => id === openKey)?.key ?? '';
    let hasPlace = placeId !== null;
    try {
      const made = await makePlace(
        { userId: user.id, mapId, geometry, title, placeId, placeKey, audio },
        {
          signal,
          onConverted: (share, remainingS) => setWork({ step: 'converting', share, remainingS }),
          onMade: (id) => {
            hasPlace = true;
            becamePlace(openKey, id);
          },
          onSent: (share) => setWork({ step: 'sending', share, remainingS: null }),
        },
      );
      failed.current = null;
      rest(false);
      if (placeEditor.draft?.placeId === made) showNotice(strings.editor.made);
    } catch (error) {
      if (signal.aborted) return;
      showEditorError(wordsForMaking(error, hasPlace));
      rest(true);
    } finally {
      running.current = null;
      scope.dispose();
    }
  }

  useEffect(() => {
    if (hasAudioWork === null || running.current !== null) return;
    if (endedId !== null) void send({ recordingId: endedId });
    // It could not begin: the recorder says why.
    else if (phase === 'idle') rest(false);
  });
  // Another draft has nothing to retry.
  useEffect(() => {
    if (key === null) failed.current = null;
  }, [key]);
  useEffect(
    () => () => {
      running.current?.dispose();
      holdForAudio(false);
    },
    [],
  );

  const isRecording = hasAudioWork !== null && phase !== 'idle';
  return {
    work: isRecording ? { step: 'recording' } : work,
    send: (file) => void send(file),
    record() {
      const { draft: open } = placeEditor;
      const { user } = session;
      const position = open === null ? undefined : listVertices(open.geometry)[0]?.position;
      if (open === null || user === null || position === undefined || recorder.phase !== 'idle') return;
      void record(user.id, { mapId: open.mapId, position });
      holdForAudio(true);
    },
    retry() {
      if (failed.current !== null) void send(failed.current);
    },
    cancel() {
      running.current?.dispose();
      const kept = failed.current;
      if (kept !== null && 'recordingId' in kept && session.user !== null)
        void putAside(kept.recordingId, session.user.id);
      failed.current = null;
      rest(false);
    },
  };
}

const OWN_WORDS: readonly string[] = [strings.editor.noFile, strings.drops.missing, strings.editor.noAudioUrl];

function wordsForMaking(error: unknown, hasPlace: boolean): string {
  if (error instanceof Error && OWN_WORDS.includes(error.message)) return error.message;
  const words = wordsFor(error);
  return hasPlace ? strings.drops.uploadFailed(words) : strings.drops.createFailed(words);
}
