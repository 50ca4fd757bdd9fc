import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { createTranscoder, discardConverted } from '../../../workers/client/transcode-client.ts';
import { wordsFor, wordsForCode } from '../../platform/net/error-words.ts';
import { Scope } from '../../platform/scope.ts';
import type { PendingShape } from '../../platform/storage/pending-shape.ts';
import { KeepError } from '../../state/drops/drop-draft.ts';
import { keepDrop, whyNotDiscarded } from '../../state/drops/outbox.ts';
import { outbox } from '../../state/drops/outbox-box.ts';
import { whenSent } from '../../state/drops/outbox-settled.ts';
import type { OutboxItem } from '../../state/drops/outbox-view.ts';
import { noteOf, putAside, record, recorder } from '../../state/drops/recorder.ts';
import { type Draft, readAudioUrl } from '../../state/editor/editor-draft.ts';
import { becamePlace, closeSent, holdForAudio, placeEditor, showEditorError } from '../../state/editor/place-editor.ts';
import { showNotice } from '../../state/page/notices.ts';
import { pendingShapes, restorePendingShape } from '../../state/places/pending-shapes.ts';
import { findPlace } from '../../state/places/places.ts';
import { session } from '../../state/session/session.ts';
import { editorStrings } from '../../words/editor.ts';
import { outboxStrings } from '../../words/outbox.ts';
import { strings } from '../../words/strings.ts';
import { readAudioFile } from './audio-file.ts';
import { listVertices } from './draw/vertices.ts';

/** How far the audio of what is open has come. */
export type AudioWork =
  | { readonly step: 'resting' | 'recording' | 'keeping' }
  | { readonly step: 'converting' | 'sending'; readonly share: number | null; readonly remainingS: number | null };

/** The audio of what is open, and what can be done about it. */
export interface PlaceAudioWork {
  readonly work: AudioWork;
  /** Converts a file and sends it. */
  send(file: File | undefined): void;
  /** Starts the recorder; its audio is sent once it ends. To be called from a tap. */
  record(): void;
  /** Stops what goes on; a shape that has no place yet waits for an audio again. */
  cancel(): void;
}

/** What is on its way. */
interface Sending {
  readonly itemId: string;
  readonly key: string;
  /** What the shape was before it was sent; null for a place. */
  readonly pending: PendingShape | null;
  readonly isFile: boolean;
}

const RESTING: AudioWork = { step: 'resting' };

/** Brings recordings and files to the place that is open, or that is made of the shape that is open, by the outbox. */
export function usePlaceAudio(): PlaceAudioWork {
  const [work, setWork] = useState<AudioWork>(RESTING);
  const [sending, setSending] = useState<Sending | null>(null);
  const { phase, endedId } = useSnapshot(recorder);
  const { hasAudioWork, draft } = useSnapshot(placeEditor);
  const { items } = useSnapshot(outbox);
  const key = draft?.key ?? null;
  const converting = useRef<Scope | null>(null);
  // By the person: an editor that goes away lets what is being kept be kept.
  const isCalledOff = useRef(false);
  const item = items.find(({ id }) => id === sending?.itemId);

  const rest = (): void => {
    holdForAudio(false);
    setWork(RESTING);
  };

  async function sendFile(file: File | undefined): Promise<void> {
    const { draft: open } = placeEditor;
    if (open === null || converting.current !== null) return;
    const scope = new Scope();
    converting.current = scope;
    isCalledOff.current = false;
    holdForAudio(true);
    showEditorError(null);
    setWork({ step: 'converting', share: null, remainingS: null });
    let wav: Blob | null = null;
    try {
      const transcoder = createTranscoder();
      scope.add(() => transcoder.dispose());
      const signal = scope.signal();
      const prepared = await readAudioFile(transcoder, file, signal, (share, remainingS) =>
        setWork({ step: 'converting', share, remainingS }),
      );
      wav = prepared.wav;
      await keep(open, { audio: prepared.file, fileName: prepared.file.name, sessionId: null, prepared });
      wav = null;
    } catch (error) {
      if (!scope.disposed) showEditorError(wordsForSending(error));
    } finally {
      if (wav !== null) discardConverted(wav);
      converting.current = null;
      scope.dispose();
      rest();
    }
  }

  async function sendRecording(recordingId: string): Promise<void> {
    const { draft: open } = placeEditor;
    const { user } = session;
    if (open === null || user === null) return;
    isCalledOff.current = false;
    setWork({ step: 'keeping' });
    try {
      const sessionId = noteOf(recordingId)?.sessionId ?? null;
      await keep(open, { audio: { recordingId }, fileName: null, sessionId });
    } catch (error) {
      showEditorError(wordsForSending(error));
    }
    // Kept as a drop, or found again as a recording: nothing of it is lost.
    await putAside(recordingId, user.id);
    rest();
  }

  async function keep(
    { key: openKey, mapId, geometry, title, placeId }: Draft,
    audio: Pick<Parameters<typeof keepDrop>[0], 'audio' | 'fileName' | 'sessionId' | 'prepared'>,
  ): Promise<void> {
    const pending = pendingShapes.list.find(({ id }) => id === openKey) ?? null;
    const pendingId = pending?.id ?? null;
    // A place that is there keeps its name.
    const named = placeId === null ? title : '';
    const itemId = await keepDrop({ mapId, geometry, title: named, placeId, pendingId, ...audio });
    if (isCalledOff.current) return takeBack({ itemId, pending });
    closeSent(openKey);
    setSending({ itemId, key: openKey, pending, isFile: audio.fileName !== null });
    whenSent(itemId).then(
      (madeId) => {
        becamePlace(openKey, madeId);
        if (placeEditor.draft?.placeId !== madeId) return;
        try {
          readAudioUrl(findPlace(madeId));
          showNotice(editorStrings.made);
        } catch {
          showEditorError(editorStrings.noAudioUrl);
        }
      },
      // Discarded, or its owner has logged out: nothing to tell.
      () => {},
    );
  }

  // The recording that was for what is open has ended, or could not begin: the recorder says why then.
  const isTaking = useRef(false);
  useEffect(() => {
    if (hasAudioWork === null || converting.current !== null || isTaking.current) return;
    if (endedId !== null) {
      isTaking.current = true;
      void sendRecording(endedId).finally(() => {
        isTaking.current = false;
      });
    } else if (phase === 'idle') rest();
  });

  // Sent, out of the way, or not for now: the outbox has it, and shows it on the map.
  const isGone = sending !== null && item === undefined;
  const stuck = item?.phase === 'waiting' || item?.phase === 'refused' ? item : null;
  useEffect(() => {
    if (sending === null) return;
    if (isGone || sending.key !== key) setSending(null);
    else if (stuck !== null) {
      setSending(null);
      giveUp(sending, stuck);
    }
  }, [sending, isGone, stuck, key]);

  useEffect(
    () => () => {
      converting.current?.dispose();
      holdForAudio(false);
    },
    [],
  );

  return {
    work: stepOf(work, item, hasAudioWork !== null && phase !== 'idle'),
    send: (file) => void sendFile(file),
    record() {
      const { draft: open } = placeEditor;
      const { user } = session;
      const position = open === null ? undefined : listVertices(open.geometry)[0]?.position;
      if (open === null || user === null || position === undefined || recorder.phase !== 'idle') return;
      showEditorError(null);
      const { key: openKey, mapId, title, geometry, placeId } = open;
      // A crash would take the draft away, and the recording is found again without the editor.
      void record(user.id, {
        ...{ mapId, position, title: placeId === null ? title : '' },
        pinned: { geometry, placeId, pendingId: placeId === null ? openKey : null },
      });
      holdForAudio(true);
    },
    cancel() {
      isCalledOff.current = true;
      converting.current?.dispose();
      if (sending === null) return;
      setSending(null);
      void takeBack(sending);
    },
  };
}

function stepOf(work: AudioWork, item: OutboxItem | undefined, isRecording: boolean): AudioWork {
  if (isRecording) return { step: 'recording' };
  if (item === undefined || work.step !== 'resting') return work;
  const step = item.phase === 'sending' ? 'sending' : 'converting';
  return item.phase === 'sending' || item.phase === 'converting'
    ? { step, share: item.progress, remainingS: null }
    : { step: 'keeping' };
}

/** Takes a drop back; its shape waits for another audio. Where the drop stays, the shape is the drop's. */
async function takeBack({ itemId, pending }: Pick<Sending, 'itemId' | 'pending'>): Promise<void> {
  // First: a page that dies meanwhile must not take both with it.
  if (pending !== null) restorePendingShape(pending);
  const why = await whyNotDiscarded(itemId);
  if (why !== null) {
    if (pending !== null) closeSent(pending.id, true);
    showEditorError(why);
  } else if (pending !== null) {
    // Again: another tab that was opened meanwhile took it for the drop's.
    restorePendingShape(pending);
  }
}

/**
 * What becomes of audio that can't be sent now. A file that the server refuses for good is the person's still, so the
 * shape waits for another; a recording, and all that only waits for a network, stays in the outbox.
 */
function giveUp(
  { itemId, key, pending, isFile }: Sending,
  { phase, error }: Pick<OutboxItem, 'phase' | 'error'>,
): void {
  if (phase === 'refused' && isFile) {
    showEditorError(strings.drops.uploadFailed(error ?? strings.errors.unexpected));
    void takeBack({ itemId, pending });
    return;
  }
  if (pending !== null && placeEditor.draft?.key === key) closeSent(key, true);
  showNotice(outboxStrings.kept);
}

function wordsForSending(error: unknown): string {
  if (error instanceof KeepError) return error.message;
  const own: readonly string[] = [editorStrings.noFile, strings.drops.missing];
  if (!(error instanceof Error)) return wordsFor(error);
  return own.includes(error.message) ? error.message : (wordsForCode(error.name) ?? wordsFor(error));
}
