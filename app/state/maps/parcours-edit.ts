import { proxy, ref } from 'valtio';
import type { ParcoursInfo } from '../../../contracts/parcours.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { call } from '../../platform/net/api.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { readPicture } from '../../platform/page/picture.ts';
import { Scope } from '../../platform/scope.ts';
import { mapPanes } from '../../words/map-panes.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { updateParcours } from './parcours.ts';

/** What a parcours is changed from. */
export type EditedParcours = Pick<ParcoursInfo, 'id' | 'name' | 'description' | 'image_url'>;

/** A parcours' name, description and image while they are changed. */
export interface ParcoursEdit {
  /** What they were when the edit began. */
  readonly from: EditedParcours;
  name: string;
  description: string;
  /** The image that it will have: an address of the server's, or null for none. */
  imageUrl: string | null;
  /** A file chosen in its place, which is not on the server yet. */
  chosen: { readonly file: Blob; readonly url: string } | null;
  /** True while it is being sent. */
  sending: boolean;
  /** What kept it from being read or sent, in words for the person. */
  failure: string | null;
}

/**
 * The edits that were begun, by the id of their parcours. They stand here and not in the form, so that another pane,
 * another screen or another parcours in between loses nothing.
 */
export const parcoursEdits = proxy<{ readonly byMap: Record<ParcoursId, ParcoursEdit> }>({ byMap: {} });

/** Files that were chosen: the owners of the addresses that they are shown by, and when each has been looked at. */
const previews = new Map<ParcoursId, { readonly scope: Scope; readonly read: Promise<void> }>();

/** Begins to change a parcours, from what it is now. */
export function beginEdit({ id, name, description, image_url }: EditedParcours): void {
  const from = { id, name, description, image_url };
  const still = { chosen: null, sending: false, failure: null };
  parcoursEdits.byMap[id] = { from, name, description, imageUrl: image_url, ...still };
}

/** Keeps what was typed. */
export function typeEdit(id: ParcoursId, typed: Partial<Pick<ParcoursEdit, 'name' | 'description'>>): void {
  const edit = parcoursEdits.byMap[id];
  if (edit !== undefined) Object.assign(edit, typed);
}

/** Takes a file as the parcours' image, once the browser could read it as one; says in `failure` that it could not. */
export function chooseImage(id: ParcoursId, file: Blob): Promise<void> {
  dropImage(id);
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
  } catch (error) {
    const edit = parcoursEdits.byMap[id];
    if (scope.disposed || edit === undefined) return;
    edit.failure = mapPanes.info.imageFailed(error instanceof Error ? error.message : wordsFor(error));
  }
}

/** Takes the image away: the chosen file where there is one, else the one that the parcours has. */
export function removeImage(id: ParcoursId): void {
  const edit = parcoursEdits.byMap[id];
  if (edit === undefined) return;
  if (edit.chosen === null) edit.imageUrl = null;
  dropImage(id);
}

/** True where something differs from what it was. */
export function isChanged(edit: Pick<ParcoursEdit, 'from' | 'name' | 'description' | 'imageUrl' | 'chosen'>): boolean {
  const { from, name, description, imageUrl, chosen } = edit;
  if (chosen !== null || imageUrl !== from.image_url) return true;
  return name.trim() !== from.name || description.trim() !== from.description;
}

/**
 * Sends an edit: the image first, so that a parcours never names one that is not there, then the rest. Where either fails,
 * the edit stays with its `failure`; an image that arrived is not sent again. One that is being read is waited for, and
 * nothing is sent where it can't be.
 *
 * @returns true when all of it is on the server; the edit is over then.
 */
export async function saveEdit(id: ParcoursId): Promise<boolean> {
  const edit = parcoursEdits.byMap[id];
  if (edit === undefined || edit.sending) return false;
  const words = mapPanes.info;
  edit.sending = true;
  edit.failure = null;
  let say = words.imageFailed;
  const isOver = (): boolean => parcoursEdits.byMap[id] !== edit;
  try {
    await previews.get(id)?.read;
    if (isOver() || edit.failure !== null) return false;
    if (edit.chosen !== null) {
      const { image_url } = await call('uploadParcoursImage', {
        params: { mapId: id },
        fields: {},
        file: edit.chosen.file,
      });
      // Another person's session may have begun meanwhile, who saved nothing.
      if (isOver()) return false;
      edit.imageUrl = image_url;
      dropImage(id);
    }
    say = words.updateFailed;
    const { from, name, description, imageUrl } = edit;
    // An image that was left alone may be another one by now.
    await updateParcours(id, { name, description, ...(imageUrl === from.image_url ? {} : { image_url: imageUrl }) });
    endEdit(id);
    return true;
  } catch (error) {
    edit.failure = say(wordsFor(error));
    return false;
  } finally {
    edit.sending = false;
  }
}

/** Ends an edit and forgets what was changed. */
export function endEdit(id: ParcoursId): void {
  dropImage(id);
  delete parcoursEdits.byMap[id];
}

/** Forgets all edits: for the end of a session. */
export function forgetEdits(): void {
  for (const id of previews.keys()) dropImage(id);
  for (const id of Object.keys(parcoursEdits.byMap)) delete parcoursEdits.byMap[Number(id) as ParcoursId];
}

function dropImage(id: ParcoursId): void {
  previews.get(id)?.scope.dispose();
  previews.delete(id);
  const edit = parcoursEdits.byMap[id];
  if (edit !== undefined) edit.chosen = null;
}

forgetAtSessionEnd(forgetEdits);
