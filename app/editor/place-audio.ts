import { proxy, ref, subscribe } from 'valtio';
import { mayDrop } from '../../contracts/permissions.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { prefetchConverter } from '../../workers/client/prefetch-converter.ts';
import { type Composer, createComposer, discardAudio } from '../drops/composer/composer.ts';
import { compose } from '../drops/composer/composition.ts';
import { dropTarget } from '../drops/drop-mode.ts';
import { currentOutbox, outbox, whyNotDiscarded } from '../drops/drop-services.ts';
import type { DropDraft } from '../drops/outbox/outbox-records.ts';
import type { OutboxItem } from '../drops/outbox/outbox-view.ts';
import { beginRecording, dismissRecorderFault, type EndedRecording, recorder } from '../drops/record/recorder.ts';
import { putAside } from '../drops/record/recordings.ts';
import { takeUp } from '../drops/record/takes.ts';
import { parcours } from '../parcours/parcours.ts';
import { pendingShapes, restorePendingShape } from '../places/pending-shapes.ts';
import { findPlace } from '../places/places.ts';
import { isConnectionGood } from '../platform/net/connection.ts';
import { Scope } from '../platform/scope.ts';
import type { PendingShape } from '../platform/storage/stored-values.ts';
import { firstPosition } from '../position/coordinates.ts';
import { session } from '../session/session.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { planDraft, storeDraft } from './draft-changes.ts';
import { type Draft, isUnsaved, readAudioUrl } from './editor-draft.ts';
import {
  askAboutPart,
  becamePlace,
  closeSent,
  holdForAudio,
  placeEditor,
  proposeTitle,
  refuseFaulty,
  releaseAudioHold,
  reportInPassing,
  showEditorError,
} from './place-editor.ts';

/** The audio that becomes a drop for the open draft, until the outbox has it. Changed only in this file. */
export const placeAudio = proxy<{ work: (AudioWork & { $$valtioSnapshot: AudioWork }) | null }>({ work: null });

/** Converts a file and sends it to the open place, or to the place made from the open shape. */
export async function sendFile(file: File | undefined): Promise<void> {
  const { draft: open, hasAudioWork } = placeEditor;
  if (open === null || hasAudioWork !== null) return;
  if (file === undefined || file.size === 0) return showEditorError({ why: 'no-file' });
  // The server would refuse its place, after the whole upload.
  if (open.placeId === null && refuseFaulty()) return;
  const draft = await storeBeforeAudio(open);
  if (draft === null) return;
  holdForAudio();
  showEditorError(null);
  proposeTitle(file.name);
  const work = begin(draft, true);
  try {
    const prepared = await work.composer.convertFile(file, { draws: false });
    const { error } = work.composer.view.now;
    if (error !== null) showEditorError({ why: 'audio-refused', fault: error });
    if (prepared === null) return;
    const { durationS, statedS, skippedTracks = 0 } = prepared;
    if (skippedTracks > 0) reportInPassing({ what: 'tracks-skipped', count: skippedTracks });
    if (statedS != null && !(await askAboutPart(durationS, statedS))) {
      return discardAudio(prepared);
    }
    // Its title may have been typed meanwhile.
    const latest = placeEditor.draft?.key === draft.key ? placeEditor.draft : draft;
    await queue(work, latest, { audio: file, fileName: file.name, sessionId: null, prepared });
    if (work.composer.view.now.error !== null) discardAudio(prepared);
  } finally {
    end(work);
  }
}

/** Starts the recorder; its audio is sent once it ends. Must be called from a tap. */
export async function recordForPlace(): Promise<void> {
  const { draft: open } = placeEditor;
  const { user } = session;
  if (open === null || user === null || recorder.phase !== 'idle') return;
  if (open.placeId === null && refuseFaulty()) return;
  const draft = await storeBeforeAudio(open);
  if (draft === null) return;
  showEditorError(null);
  const { key, parcoursId, title, geometry, placeId, plannedId } = draft;
  // A crash loses the draft, and the recording is then found without the editor.
  const isPending = placeId === null && plannedId === null;
  const pinned = { geometry, placeId, pendingId: isPending ? key : null, plannedId };
  const destination = { parcoursId, position: firstPosition(geometry), title: placeId === null ? title : '', pinned };
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

/**
 * Stores the changes of a planned place, whose place gets its stored shape, and asks again to plan a shape if the first
 * request is without an answer: its audio is to fill that plan. @returns the draft that gets the audio; null if none may
 */
async function storeBeforeAudio(draft: Draft): Promise<Draft | null> {
  // A second tap, while the first one's request runs.
  if (placeEditor.step !== 'resting') return null;
  const { key, plannedId } = draft;
  const isAsked = (): boolean => pendingShapes.list.some(({ id, askedPlan }) => id === key && askedPlan !== undefined);
  if (isAsked()) {
    if (await planDraft()) return placeEditor.draft?.plannedId == null ? null : placeEditor.draft;
    // Without a network it is a place of its own, rather than no recording.
    if (isAsked()) reportInPassing({ what: 'plan-unknown' });
  } else if (plannedId !== null && isUnsaved(draft) && !(await storeDraft())) return null;
  return placeEditor.draft?.key === key ? placeEditor.draft : null;
}

async function sendRecording(key: string, ended: EndedRecording): Promise<void> {
  const { draft, hasAudioWork } = placeEditor;
  // The editor was closed, or works with other audio: the recording is offered like any other.
  if (draft?.key !== key || hasAudioWork !== key || placeAudio.work !== null) return takeUp(ended);
  const work = begin(draft, false);
  const { id, note, fault } = ended;
  try {
    const isQueued = await queue(work, draft, {
      audio: { recordingId: id },
      fileName: null,
      sessionId: note.sessionId,
    });
    dismissRecorderFault();
    if (isQueued) showEditorError(fault && { why: 'recording-ended', fault });
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

async function queue(
  work: AudioWork,
  { key, parcoursId, geometry, title, placeId, plannedId }: Draft,
  audio: Pick<DropDraft, 'audio' | 'fileName' | 'sessionId' | 'prepared'>,
): Promise<boolean> {
  work.pending = pendingShapes.list.find(({ id }) => id === key) ?? null;
  // An existing place keeps its name.
  const place = { mapId: parcoursId, geometry, placeId, plannedId, title: placeId === null ? title : '' };
  const itemId = await work.composer.queue({ ...place, pendingId: work.pending?.id ?? null, ...audio }, 'queuing');
  if (itemId === null) {
    const { error } = work.composer.view.now;
    if (error !== null) showEditorError({ why: 'audio-refused', fault: error });
    return false;
  }
  closeSent(key);
  followSending({ itemId, work });
  return true;
}

/** Audio that is being sent for the open draft. */
interface AudioWork {
  readonly composer: Composer;
  /** Key of its draft. */
  readonly key: string;
  readonly isFile: boolean;
  /** The shape before it was sent; null for a place. */
  pending: PendingShape | null;
}

/** The audio that the outbox sends for the open draft. Changed only in this file. */
export const sending = proxy<{
  itemId: string | null;
  work: (AudioWork & { $$valtioSnapshot: AudioWork }) | null;
}>({ itemId: null, work: null });

let following = new Scope();

/** Follows a drop until it is sent or given up, or another draft is open; null follows none. */
function followSending(sent: { readonly itemId: string; readonly work: AudioWork } | null): void {
  following.dispose();
  following = new Scope();
  Object.assign(sending, { itemId: sent?.itemId ?? null, work: sent === null ? null : ref(sent.work) });
  if (sent === null) return;
  const { itemId, work } = sent;
  currentOutbox()
    .whenSent(itemId)
    .then((placeId) => showSent(work, placeId))
    // Discarded, or its owner has logged out: there is nothing to report.
    .catch(() => {});
  const look = (): void => {
    const item = outbox.items.find(({ id }) => id === itemId);
    if (item === undefined || placeEditor.draft?.key !== work.key) followSending(null);
    else if (item.phase === 'waiting' || item.phase === 'refused') {
      followSending(null);
      handleUnsent(work, item);
    }
  };
  following.add(subscribe(outbox, look));
  following.add(subscribe(placeEditor, look));
  look();
}

/** Discards a drop; its shape waits for other audio. If that fails, the shape still belongs to the drop. */
async function takeBack(itemId: string, pending: PendingShape | null): Promise<void> {
  // First, so that a page that dies meanwhile does not lose both.
  if (pending !== null) restorePendingShape(pending);
  const why = await whyNotDiscarded(itemId);
  if (why !== null) {
    if (pending !== null) closeSent(pending.id, true);
    showEditorError({ why: 'audio-refused', fault: why });
  } else if (pending !== null) {
    // Again: another tab that was opened meanwhile took it for the drop's.
    restorePendingShape(pending);
  }
}

function showSent({ key, pending }: AudioWork, placeId: PlaceId): void {
  becamePlace(key, placeId);
  if (placeEditor.draft?.placeId !== placeId) return;
  try {
    readAudioUrl(findPlace(placeId));
    reportInPassing({ what: pending === null ? 'filled' : 'made' });
  } catch {
    showEditorError({ why: 'no-audio-url' });
  }
}

/** Handles audio that can't be sent now: instead of a refused file the shape waits for another. */
function handleUnsent({ key, pending, isFile }: AudioWork, { id, phase, error }: OutboxItem): void {
  if (phase === 'refused' && isFile) {
    showEditorError({ why: 'not-sent', error });
    void takeBack(id, pending);
    return;
  }
  if (pending !== null && placeEditor.draft?.key === key) closeSent(key, true);
  reportInPassing({ what: 'queued' });
}

/** The session's download, running or finished; null before it. */
let download: Scope | null = null;

/** Fetches the converter ahead, once per session, for people who may upload, if the connection is known to be good. */
export function fetchConverterAhead(): void {
  const { user } = session;
  const target = dropTarget(parcours);
  const mayUpload = user !== null && target !== null && mayDrop(user.role, target.privilege);
  if (download !== null || !mayUpload || !isConnectionGood()) return;
  const begun = new Scope();
  download = begun;
  prefetchConverter(begun.signal()).catch(() => {
    // The first conversion fetches it, or the editor when it is opened again.
    if (download === begun) download = null;
  });
}

forgetAtSessionEnd(() => {
  download?.dispose();
  download = null;
});
