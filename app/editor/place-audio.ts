import { proxy, ref } from 'valtio';
import type { Geometry, Position } from '../../contracts/geo.ts';
import { createComposer, discardAudio } from '../drops/composer/composer.ts';
import { compose } from '../drops/composer/composition.ts';
import { converterStrings } from '../drops/composer/converter-words.ts';
import type { DropDraft } from '../drops/outbox/outbox-records.ts';
import { beginRecording, dismissRecorderFault, type EndedRecording, recorder } from '../drops/record/recorder.ts';
import { putAside } from '../drops/record/recordings.ts';
import { takeUp } from '../drops/record/takes.ts';
import { showNotice } from '../page/notice-queue.ts';
import { pendingShapes } from '../places/pending-shapes.ts';
import { session } from '../session/session.ts';
import type { Draft } from './editor-draft.ts';
import { editorStrings } from './editor-words.ts';
import { type AudioWork, followSending, sending, takeBack } from './place-audio-sending.ts';
import {
  askAboutPart,
  closeSent,
  holdForAudio,
  placeEditor,
  proposeTitle,
  refuseFaulty,
  releaseAudioHold,
  showEditorError,
} from './place-editor.ts';

/** The audio that becomes a drop for the open draft, until the outbox has it. Changed only in this file. */
export const placeAudio = proxy<{ work: (AudioWork & { $$valtioSnapshot: AudioWork }) | null }>({ work: null });

/** Converts a file and sends it to the open place, or to the place made from the open shape. */
export async function sendFile(file: File | undefined): Promise<void> {
  const { draft, hasAudioWork } = placeEditor;
  if (draft === null || hasAudioWork !== null) return;
  if (file === undefined || file.size === 0) return showEditorError(editorStrings.noFile);
  // The server would refuse its place, after the whole upload.
  if (draft.placeId === null && refuseFaulty()) return;
  holdForAudio();
  showEditorError(null);
  proposeTitle(file.name);
  const work = begin(draft, true);
  try {
    const prepared = await work.composer.convertFile(file, { draws: false });
    const { error } = work.composer.view.now;
    if (error !== null) showEditorError(error);
    if (prepared === null) return;
    const { durationS, statedS, skippedTracks = 0 } = prepared;
    if (skippedTracks > 0) showNotice(converterStrings.otherTrack(skippedTracks), { tone: 'info' });
    if (statedS != null && !(await askAboutPart(durationS, statedS))) {
      return discardAudio(prepared);
    }
    // Its title may have been typed meanwhile.
    const latest = placeEditor.draft?.key === draft.key ? placeEditor.draft : draft;
    await keep(work, latest, { audio: file, fileName: file.name, sessionId: null, prepared });
    if (work.composer.view.now.error !== null) discardAudio(prepared);
  } finally {
    end(work);
  }
}

/** Starts the recorder; its audio is sent once it ends. Must be called from a tap. */
export async function recordForPlace(): Promise<void> {
  const { draft } = placeEditor;
  const { user } = session;
  const position = draft === null ? undefined : firstPosition(draft.geometry);
  if (draft === null || user === null || position === undefined || recorder.phase !== 'idle') return;
  if (draft.placeId === null && refuseFaulty()) return;
  showEditorError(null);
  const { key, mapId, title, geometry, placeId } = draft;
  // A crash loses the draft, and the recording is then found without the editor.
  const pinned = { geometry, placeId, pendingId: placeId === null ? key : null };
  const destination = { mapId, position, title: placeId === null ? title : '', pinned };
  holdForAudio();
  const hasBegun = await beginRecording(user.id, destination, (ended) => void sendRecording(key, ended));
  if (!hasBegun) releaseAudioHold(key);
}

/** Cancels recording or sending audio; a shape without a place waits for audio again. */
export function cancelPlaceAudio(): void {
  const work = placeAudio.work ?? sending.work;
  work?.composer.callOff();
  if (work !== null) followSending(null);
}

/** Releases the audio when the editor is closed: aborts a conversion; audio that is being stored is still sent. */
export function leavePlaceAudio(): void {
  const { work } = placeAudio;
  work?.composer.cancel();
  placeAudio.work = null;
  if (work !== null) releaseAudioHold(work.key);
  followSending(null);
}

async function sendRecording(key: string, ended: EndedRecording): Promise<void> {
  const { draft, hasAudioWork } = placeEditor;
  // The editor was closed, or works with other audio: the recording is offered like any other.
  if (draft?.key !== key || hasAudioWork !== key || placeAudio.work !== null) return takeUp(ended);
  const work = begin(draft, false);
  const { id, note, fault } = ended;
  try {
    const isKept = await keep(work, draft, { audio: { recordingId: id }, fileName: null, sessionId: note.sessionId });
    dismissRecorderFault();
    if (isKept) showEditorError(fault);
    // It is either queued as a drop, or found again as a recording.
    await putAside(id, note.userId);
  } finally {
    end(work);
  }
}

function begin({ key }: Draft, isFile: boolean): AudioWork {
  const work: AudioWork = {
    ...{ key, isFile, pending: null },
    composer: createComposer(compose(isFile ? 'picked' : 'fresh'), (itemId) => takeBack(itemId, work.pending)),
  };
  placeAudio.work = ref(work);
  return work;
}

function end(work: AudioWork): void {
  work.composer.scope.dispose();
  if (placeAudio.work?.composer !== work.composer) return;
  placeAudio.work = null;
  releaseAudioHold(work.key);
}

async function keep(
  work: AudioWork,
  { key, mapId, geometry, title, placeId }: Draft,
  audio: Pick<DropDraft, 'audio' | 'fileName' | 'sessionId' | 'prepared'>,
): Promise<boolean> {
  work.pending = pendingShapes.list.find(({ id }) => id === key) ?? null;
  // An existing place keeps its name.
  const place = { mapId, geometry, placeId, title: placeId === null ? title : '' };
  const itemId = await work.composer.keep({ ...place, pendingId: work.pending?.id ?? null, ...audio }, 'keeping');
  if (itemId === null) {
    const { error } = work.composer.view.now;
    if (error !== null) showEditorError(error);
    return false;
  }
  closeSent(key);
  followSending({ itemId, work });
  return true;
}

function firstPosition({ type, coordinates }: Geometry): Position | undefined {
  return type === 'Point' ? coordinates : coordinates[0]?.[0];
}
