import { proxy, ref, subscribe } from 'valtio';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import { guardPage, holdPage } from '../../page/busy.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { createUnsentGuard } from '../device-storage.ts';
import { whyNotDiscarded } from '../drop-services.ts';
import { type Composer, createComposer } from './composer.ts';
import { compose, type DropFault, isPartOnly, losesFile } from './composition.ts';
import type { ReplacedDrop, UploadDestination } from './destination.ts';
import { titleFromFile } from './title-from-file.ts';

/** A file that is becoming a drop. */
export interface Upload extends Composer {
  file: File | null;
  /** The title that the file's name proposed. */
  proposedTitle: string;
  /** The planned place that it fills; null for a drop anywhere. */
  readonly planned: PlannedPlace | null;
  /** The drop whose audio it replaces; null for a new one. */
  readonly replaced: ReplacedDrop | null;
}

/** The open upload. Changed only in this file. */
export const uploads = proxy<{ open: (Upload & { $$valtioSnapshot: Upload }) | null }>({ open: null });

/**
 * Opens an upload without a file: for a new drop, a planned place, or a drop whose audio it replaces.
 * @param onNotDiscarded called if the drop of a given-up file stays in the outbox
 */
export function openUpload(
  onNotDiscarded: (why: DropFault) => void = () => {},
  planned: PlannedPlace | null = null,
  replaced: ReplacedDrop | null = null,
): void {
  endUpload();
  const takeBack = async (itemId: string): Promise<void> => {
    const why = await whyNotDiscarded(itemId);
    if (why !== null) onNotDiscarded(why);
  };
  const proposedTitle = planned?.appelation ?? '';
  const composer = createComposer(compose('picked', proposedTitle), takeBack);
  const upload: Upload = { ...composer, file: null, proposedTitle, planned, replaced };
  const { scope, view } = upload;
  // The page is held from choosing the file until it is queued, because all of that would have to be repeated.
  // Leaving it asks first only if a correction would be lost, which was written without the file.
  const hold = createUnsentGuard(scope, losesCorrection(upload) ? guardPage : holdPage);
  const follow = (): void => hold(!view.now.isClosed && (losesFile(view.now) || losesCorrection(upload)));
  follow();
  scope.add(subscribe(view, follow, true));
  uploads.open = ref(upload);
}

/** Ends the open upload, and its conversion. The outbox still sends a queued drop. */
export function endUpload(): void {
  uploads.open?.scope.dispose();
  uploads.open = null;
}

/** Prepares a file. */
export function chooseFile(upload: Upload, file: File): void {
  const { conversion, step, itemId } = upload.view.now;
  if (conversion !== null || step !== 'resting' || itemId !== null) return;
  upload.file = file;
  if (upload.planned === null) proposeTitle(upload, titleFromFile(file.name));
  void upload.convertFile(file, { draws: true });
}

/** Shows a title, unless the person has written one. */
function proposeTitle(upload: Upload, title: string): void {
  const shown = upload.view.now.title;
  if (shown.trim() !== '' && shown !== upload.proposedTitle) return;
  upload.proposedTitle = title;
  upload.change({ type: 'titled', title });
}

/** Puts the file into the outbox. */
export function saveUpload(upload: Upload, { placeId, geometry, parcoursId, plannedId }: UploadDestination): void {
  const { file, replaced } = upload;
  const { audio, step, itemId, title } = upload.view.now;
  if (file === null || audio === null || step !== 'resting' || itemId !== null) return;
  if (isPartOnly(upload.view.now)) return;
  const place = { mapId: parcoursId, geometry, placeId, plannedId: plannedId ?? null };
  const named = { title: placeId === null ? title : (replaced?.newTitle ?? ''), isMoved: replaced?.isMoved === true };
  const draft = { ...place, ...named, sessionId: null };
  void upload.queue({ ...draft, audio: file, fileName: file.name, prepared: audio }, 'queuing');
}

/** Takes back a drop that is being sent: nothing stays on this device or on the server. */
export async function discardUpload(upload: Upload): Promise<void> {
  const { itemId } = upload.view.now;
  const why = itemId === null ? null : await whyNotDiscarded(itemId);
  if (why === null) close(upload);
  else upload.change({ type: 'refused', error: why });
}

/** Whether closing would lose a correction that is sent with the audio. */
export function losesCorrection({ replaced, view }: Upload): boolean {
  return replaced !== null && replaced.newTitle !== '' && view.now.itemId === null;
}

/** Closes the sheet; asks first if something would be lost. */
export function askToCloseUpload(upload: Upload): void {
  if (losesFile(upload.view.now) || losesCorrection(upload)) upload.change({ type: 'asked', about: 'close' });
  else close(upload);
}

/** Gives up the file, even if it was queued while the question was open. */
export function abandonUpload(upload: Upload): void {
  upload.callOff();
  close(upload);
}

function close(upload: Upload): void {
  upload.change({ type: 'closed' });
  if (uploads.open?.view === upload.view) endUpload();
}

forgetAtSessionEnd(endUpload);
