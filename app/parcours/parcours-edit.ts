import { proxy, ref } from 'valtio';
import type { ParcoursInfo } from '../../contracts/parcours.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../platform/net/api.ts';
import { readPicture } from '../platform/page/picture.ts';
import { Scope } from '../platform/scope.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { updateParcours } from './parcours-list.ts';

/** The fields that an edit can change. */
export type EditedParcours = Pick<ParcoursInfo, 'id' | 'name' | 'description' | 'image_url'>;

/** Why an edit could not continue: the chosen file is no image, or the image or the rest could not be sent. */
export type EditFailure =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'image' | 'update'; readonly error: unknown };

/** Name, description and image of a parcours during an edit. */
export interface ParcoursEdit {
  /** The values when the edit began. */
  readonly from: EditedParcours;
  name: string;
  description: string;
  /** URL on the server of the image to keep; null for none. */
  imageUrl: string | null;
  /** A file chosen instead, not uploaded yet. `url` is its object URL. */
  chosen: { readonly file: Blob; readonly url: string } | null;
  /** The last chosen file is unreadable; saving waits until another one, or none, is chosen. */
  isUnreadable: boolean;
  sending: boolean;
  failure: EditFailure | null;
}

/** The running edits, by parcours: here and not in the form, so that leaving it loses nothing. */
export const parcoursEdits = proxy<{ readonly byMap: Record<ParcoursId, ParcoursEdit> }>({ byMap: {} });

/** The chosen files: `scope` owns the object URL, `read` resolves when the file was decoded or decoding failed. */
const previews = new Map<ParcoursId, { readonly scope: Scope; readonly read: Promise<void> }>();

/** Begins an edit with the parcours' current values. */
export function beginEdit({ id, name, description, image_url }: EditedParcours): void {
  const from = { id, name, description, image_url };
  const rest = { chosen: null, isUnreadable: false, sending: false, failure: null };
  parcoursEdits.byMap[id] = { from, name, description, imageUrl: image_url, ...rest };
}

/** Stores the typed values. */
export function updateEdit(id: ParcoursId, typed: Partial<Pick<ParcoursEdit, 'name' | 'description'>>): void {
  const edit = parcoursEdits.byMap[id];
  if (edit !== undefined) Object.assign(edit, typed);
}

/** Chooses a file as the parcours' image once the browser has decoded it; else sets `isUnreadable` and `failure`. */
export function chooseImage(id: ParcoursId, file: Blob): Promise<void> {
  discardImage(id);
  const scope = new Scope();
  const read = readImage(id, file, scope);
  previews.set(id, { scope, read });
  return read;
}

async function readImage(id: ParcoursId, file: Blob, scope: Scope): Promise<void> {
  try {
    const { url } = await readPicture(scope, file);
    const edit = parcoursEdits.byMap[id];
    if (scope.disposed || edit === undefined) return;
    edit.chosen = ref({ file, url });
    edit.failure = null;
  } catch {
    const edit = parcoursEdits.byMap[id];
    if (scope.disposed || edit === undefined) return;
    edit.isUnreadable = true;
    edit.failure = { kind: 'unreadable' };
  }
}

/** Removes the chosen file if there is one, readable or not; otherwise the parcours' image. */
export function removeImage(id: ParcoursId): void {
  const edit = parcoursEdits.byMap[id];
  if (edit === undefined) return;
  if (edit.isUnreadable) edit.failure = null;
  else if (edit.chosen === null) edit.imageUrl = null;
  discardImage(id);
}

/** True if saving the edit would change something. */
export function isChanged(edit: Pick<ParcoursEdit, 'from' | 'name' | 'description' | 'imageUrl' | 'chosen'>): boolean {
  const { from, name, description, imageUrl, chosen } = edit;
  if (chosen !== null || imageUrl !== from.image_url) return true;
  return name.trim() !== from.name || description.trim() !== from.description;
}

/**
 * Saves an edit: first the image, so that a parcours never refers to a missing one, then the rest. If either fails, the
 * edit stays with its `failure`; an uploaded image is not sent again. Waits for a file that is being decoded, and sends
 * nothing if that fails or has failed.
 *
 * @returns true when everything is saved; the edit has ended then.
 */
export async function saveEdit(id: ParcoursId): Promise<boolean> {
  const edit = parcoursEdits.byMap[id];
  if (edit === undefined || edit.sending) return false;
  edit.sending = true;
  if (!edit.isUnreadable) edit.failure = null;
  let kind: 'image' | 'update' = 'image';
  const isOver = (): boolean => parcoursEdits.byMap[id] !== edit;
  try {
    await previews.get(id)?.read;
    if (isOver() || edit.isUnreadable) return false;
    if (edit.chosen !== null) {
      const { image_url } = await call('uploadParcoursImage', {
        params: { mapId: id },
        fields: {},
        file: edit.chosen.file,
      });
      // Another person's session may have begun meanwhile.
      if (isOver()) return false;
      edit.imageUrl = image_url;
      discardImage(id);
    }
    kind = 'update';
    const { from, name, description, imageUrl } = edit;
    // Left out if unchanged, because somebody else may have replaced the image meanwhile.
    await updateParcours(id, { name, description, ...(imageUrl === from.image_url ? {} : { image_url: imageUrl }) });
    endEdit(id);
    return true;
  } catch (error) {
    edit.failure = { kind, error };
    return false;
  } finally {
    edit.sending = false;
  }
}

/** Ends an edit and discards its changes. */
export function endEdit(id: ParcoursId): void {
  discardImage(id);
  delete parcoursEdits.byMap[id];
}

/** Discards all edits at the end of a session. */
export function forgetEdits(): void {
  for (const id of previews.keys()) discardImage(id);
  for (const id of Object.keys(parcoursEdits.byMap)) delete parcoursEdits.byMap[Number(id) as ParcoursId];
}

function discardImage(id: ParcoursId): void {
  previews.get(id)?.scope.dispose();
  previews.delete(id);
  const edit = parcoursEdits.byMap[id];
  if (edit !== undefined) Object.assign(edit, { chosen: null, isUnreadable: false });
}

forgetAtSessionEnd(forgetEdits);
