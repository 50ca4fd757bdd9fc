import { proxy } from 'valtio';
import { exchangeCalls } from '../../../contracts/calls/exchange-calls.ts';
import type { ParcoursInZip } from '../../../contracts/imported-file.ts';
import type { CreatedParcours } from '../../../contracts/parcours.ts';
import { readParcours } from '../../../workers/client/import-client.ts';
import { guardPage } from '../../page/busy.ts';
import { showCreated } from '../../parcours/parcours-list.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { randomKey } from '../../platform/page/random.ts';
import { Scope } from '../../platform/scope.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls(exchangeCalls);

/** `sending`: bytes are on their way; `checking`: the server has them, and makes the parcours. */
export type ParcoursImportPhase = 'choosing' | 'reading' | 'shown' | 'sending' | 'checking';

interface ParcoursImportView {
  isOpen: boolean;
  phase: ParcoursImportPhase;
  fileName: string;
  bytes: number;
  /** Most bytes that the server takes; Infinity if unknown. */
  bytesMax: number;
  found: ParcoursInZip | null;
  /** Sent share, from 0 to 1. */
  sentShare: number;
  /** What the last step failed with; null if it didn't. */
  failure: unknown;
}

const NOTHING: Omit<ParcoursImportView, 'isOpen'> = {
  ...{ phase: 'choosing', fileName: '', bytes: 0, bytesMax: Number.POSITIVE_INFINITY, found: null, sentShare: 0 },
  failure: null,
};

/** The import of a whole parcours. Changed only in this file. */
export const parcoursImport = proxy<ParcoursImportView>({ ...NOTHING, isOpen: false });

let scope = new Scope();
/** The chosen ZIP, with the key of its request: sent again after a lost response, it makes no second parcours. */
let chosen: { readonly file: File; readonly key: string } | null = null;

/** Opens the import; a running one is shown. @param file a ZIP that was chosen elsewhere @returns whether it was taken */
export function openParcoursImport(file?: File): boolean {
  parcoursImport.isOpen = true;
  if (file !== undefined && isSending()) return false;
  if (file !== undefined) void chooseParcoursZip(file);
  return true;
}

/** Closes the import. What is being sent goes on; anything else is forgotten. */
export function closeParcoursImport(): void {
  parcoursImport.isOpen = false;
  if (!isSending()) forgetParcoursZip();
}

/** Forgets the chosen ZIP. */
export function forgetParcoursZip(): void {
  scope.dispose();
  scope = new Scope();
  chosen = null;
  Object.assign(parcoursImport, NOTHING);
}

function isSending(): boolean {
  return parcoursImport.phase === 'sending' || parcoursImport.phase === 'checking';
}

/** Reads what a ZIP has, and shows it. Never rejects. */
export async function chooseParcoursZip(file: File): Promise<void> {
  if (isSending()) return;
  forgetParcoursZip();
  const signal = scope.signal();
  Object.assign(parcoursImport, { phase: 'reading', fileName: file.name, bytes: file.size });
  try {
    const [found, bytesMax] = await Promise.all([readParcours(file, signal), readBytesMax()]);
    if (signal.aborted) return;
    chosen = { file, key: randomKey() };
    Object.assign(parcoursImport, { phase: 'shown', found, bytesMax });
  } catch (error) {
    if (!signal.aborted) Object.assign(parcoursImport, { phase: 'choosing', failure: error });
  }
}

/** The server refuses larger files; without its word, it says so itself. */
async function readBytesMax(): Promise<number> {
  return loadConfig().then(
    ({ uploadMaxBytes }) => uploadMaxBytes,
    () => Number.POSITIVE_INFINITY,
  );
}

/** A parcours that was imported. */
export interface ParcoursImported {
  readonly newParcours: CreatedParcours;
  /** Number of planned places that were left out. */
  readonly leftOut: number;
  /** Whether it is shown now: not if the person has closed the import meanwhile. */
  readonly isShown: boolean;
}

/** Sends the ZIP. Never rejects. @returns null if it failed, as the view says, or was cancelled */
export async function startParcoursImport(): Promise<ParcoursImported | null> {
  const current = chosen;
  if (current === null || parcoursImport.phase !== 'shown') return null;
  const signal = scope.signal();
  Object.assign(parcoursImport, { phase: 'sending', sentShare: 0, failure: null });
  const release = guardPage('upload');
  const onProgress = (sentShare: number): void => {
    if (!signal.aborted) Object.assign(parcoursImport, { sentShare, phase: sentShare < 1 ? 'sending' : 'checking' });
  };
  try {
    const input = { fields: {}, file: current.file };
    const made = await call('importParcours', input, { signal, onProgress, idempotencyKey: current.key });
    signal.throwIfAborted();
    const isShown = parcoursImport.isOpen;
    parcoursImport.isOpen = false;
    forgetParcoursZip();
    await showCreated(made.newParcours, isShown);
    return { ...made, isShown };
  } catch (error) {
    if (!signal.aborted) Object.assign(parcoursImport, { phase: 'shown', failure: error });
    return null;
  } finally {
    release();
  }
}

/** Stops sending; the ZIP stays chosen. */
export function cancelParcoursImport(): void {
  if (parcoursImport.phase !== 'sending') return;
  scope.dispose();
  scope = new Scope();
  Object.assign(parcoursImport, { phase: 'shown', sentShare: 0 });
}

forgetAtSessionEnd(() => {
  forgetParcoursZip();
  parcoursImport.isOpen = false;
});
