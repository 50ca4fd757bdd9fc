import { proxy, ref } from 'valtio';
import { pictureCalls } from '../../../../contracts/calls/picture-calls.ts';
import type { Picture } from '../../../../contracts/telling.ts';
import type { PictureId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { guardPage } from '../../../page/busy.ts';
import { addCalls, call } from '../../../platform/net/api.ts';
import { randomKey } from '../../../platform/page/random.ts';
import { Scope } from '../../../platform/scope.ts';
import { forgetAtSessionEnd } from '../../../session/session-end.ts';
import { showChange } from '../show-change.ts';

addCalls(pictureCalls);

/** A file on its way to be a picture of a place. */
export interface PictureUpload {
  readonly key: string;
  readonly placeId: PlaceId;
  readonly name: string;
  /** Shows the file, if the browser can; valid as long as the upload is listed. */
  readonly url: string;
  /** Waiting for the one before it, being sent, being made into a picture by the server, or failed. */
  step: 'waiting' | 'sending' | 'making' | 'failed';
  /** The sent share of its bytes, 0 to 1. */
  share: number;
  /** Why it failed: the thrown value. */
  failure: unknown;
}

/** Applies a change to the pictures of a place that the server has made. */
export type ChangePictures = (change: (pictures: readonly Picture[]) => readonly Picture[]) => void;

/** The files that are being sent, of all places, and an order that isn't stored yet. Changed only in this file. */
export const pictureEdits = proxy<{
  uploads: PictureUpload[];
  /** By place. */
  orders: Record<PlaceId, readonly PictureId[] & { $$valtioSnapshot: readonly PictureId[] }>;
}>({ uploads: [], orders: {} });

/** What each upload needs beside its state. */
const parts = new Map<string, { readonly file: Blob; readonly scope: Scope; sending: Scope }>();
/** Who shows the pictures of a place now. */
const shown = new Map<PlaceId, ChangePictures>();
let running = false;

/** Has `change` called with what becomes of a place's pictures, until the returned function is called. */
export function followPictures(placeId: PlaceId, change: ChangePictures): () => void {
  shown.set(placeId, change);
  return () => {
    if (shown.get(placeId) === change) shown.delete(placeId);
  };
}

/** Shows pictures as the server has them now, to their author and to walkers. */
function showPictures(placeId: PlaceId, change: Parameters<ChangePictures>[0]): void {
  shown.get(placeId)?.(change);
  showChange(placeId);
}

/** Sends files one after the other, also if their place is closed meanwhile. Each stays listed until it is a picture. */
export function addPictures(placeId: PlaceId, files: readonly File[]): void {
  for (const file of files) {
    const scope = new Scope();
    const key = randomKey();
    parts.set(key, { file, scope, sending: new Scope() });
    const state = { step: 'waiting', share: 0, failure: null } as const;
    pictureEdits.uploads.push({ key, placeId, name: file.name, url: scope.objectUrl(file), ...state });
  }
  void sendAll();
}

/** Ends an upload, and forgets its file. A picture that the server has made already stays. */
export function cancelUpload(key: string): void {
  parts.get(key)?.sending.dispose();
  parts.get(key)?.scope.dispose();
  parts.delete(key);
  pictureEdits.uploads = pictureEdits.uploads.filter((upload) => upload.key !== key);
}

/** Sends a file again that has failed. */
export function retryUpload(key: string): void {
  const upload = findUpload(key);
  if (upload?.step !== 'failed') return;
  Object.assign(upload, { step: 'waiting', share: 0, failure: null });
  void sendAll();
}

async function sendAll(): Promise<void> {
  if (running) return;
  running = true;
  const release = guardPage('upload');
  try {
    for (;;) {
      const next = pictureEdits.uploads.find(({ step }) => step === 'waiting');
      if (next === undefined) return;
      await send(next);
    }
  } finally {
    running = false;
    release();
  }
}

async function send({ key, placeId }: PictureUpload): Promise<void> {
  const part = parts.get(key);
  if (part === undefined) return;
  part.sending = new Scope();
  const change = (to: Partial<PictureUpload>): void => {
    const upload = findUpload(key);
    if (upload !== undefined) Object.assign(upload, to);
  };
  change({ step: 'sending' });
  try {
    const picture = await call(
      'addPicture',
      { params: { placeId }, fields: {}, file: part.file },
      {
        signal: part.sending.signal(),
        idempotencyKey: key,
        onProgress: (share) => change(share < 1 ? { share } : { share, step: 'making' }),
      },
    );
    showPictures(placeId, (pictures) => [...pictures, picture]);
    cancelUpload(key);
  } catch (failure) {
    // Nobody waits for one that was cancelled.
    change({ step: 'failed', failure: ref(toObject(failure)) });
  }
}

function toObject(failure: unknown): object {
  return failure instanceof Error ? failure : new Error(String(failure));
}

function findUpload(key: string): PictureUpload | undefined {
  return pictureEdits.uploads.find((upload) => upload.key === key);
}

/**
 * Puts the pictures of a place into this order, at once on the screen. The latest order wins; after a failure the order is
 * the server's again. @throws as `call` does
 */
export async function orderPictures(placeId: PlaceId, order: readonly PictureId[]): Promise<void> {
  const isSending = placeId in pictureEdits.orders;
  pictureEdits.orders[placeId] = ref([...order]);
  if (isSending) return;
  try {
    for (let sent: readonly PictureId[] | undefined; sent !== pictureEdits.orders[placeId]; ) {
      sent = pictureEdits.orders[placeId];
      if (sent === undefined) return;
      await call('orderPictures', { params: { placeId }, body: { order: [...sent] } });
    }
    const stored = pictureEdits.orders[placeId];
    if (stored !== undefined) showPictures(placeId, (pictures) => inOrder(pictures, stored));
  } finally {
    delete pictureEdits.orders[placeId];
  }
}

/** Sorts pictures by an order; those that it lacks are last. */
export function inOrder(pictures: readonly Picture[], order: readonly PictureId[] | undefined): readonly Picture[] {
  if (order === undefined) return pictures;
  const rank = ({ id }: Picture): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...pictures].sort((a, b) => rank(a) - rank(b));
}

/** Says whose picture it is. @throws as `call` does */
export async function changeCredit(placeId: PlaceId, pictureId: PictureId, credit: string): Promise<void> {
  const changed = await call('changePicture', { params: { placeId, pictureId }, body: { credit } });
  showPictures(placeId, (pictures) => pictures.map((picture) => (picture.id === pictureId ? changed : picture)));
}

/** Deletes a picture with its descriptions. @throws as `call` does */
export async function deletePicture(placeId: PlaceId, pictureId: PictureId): Promise<void> {
  await call('deletePicture', { params: { placeId, pictureId } });
  showPictures(placeId, (pictures) => pictures.filter(({ id }) => id !== pictureId));
}

forgetAtSessionEnd(() => {
  for (const key of parts.keys()) cancelUpload(key);
});
