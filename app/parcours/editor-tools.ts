import { proxy, subscribe } from 'valtio';
import { mayUseEditorTools } from '../../contracts/permissions.ts';
import { storage } from '../platform/storage/storage.ts';
import type { EditorSwitches } from '../platform/storage/stored-values.ts';
import { session } from '../session/session.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { findSelected, parcours } from './parcours.ts';

const OFF: EditorSwitches = { isOn: false, draws: false, spoofs: false };

/** The editor's tools on the map: all off at the start of a session, stored from then on. */
export const editorTools = proxy<EditorSwitches>({ ...OFF });

/** What a reload found stored, until the list of parcours says whether the person may still use it. */
let stored: EditorSwitches | null = storage.read('editorTools');

/** Asks about unsaved changes before the drawing tools are switched off; calls `leave` to continue. */
type LeaveGuard = (leave: () => void) => void;

let guard: LeaveGuard | null = null;

/** Calls `onLeave` before the drawing tools are switched off, until the returned function is called. */
export function guardDrawing(onLeave: LeaveGuard): () => void {
  guard = onLeave;
  return () => {
    if (guard === onLeave) guard = null;
  };
}

let isHeld = false;

/** Leaves the tools on over a change to a map without them, until the returned function is called. */
export function holdTools(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
    followPermission();
  };
}

/** Switches the editor's tools as a whole, if the person may use them; each tool keeps its own setting. */
export function switchEditorTools(on: boolean): void {
  change(on, () => {
    editorTools.isOn = on && areToolsAllowed();
  });
}

/** Switches the drawing tools. */
export function switchDrawTools(on: boolean): void {
  change(on, () => {
    editorTools.draws = on;
  });
}

/** Switches the drawing tools off, after the guard has agreed if there is one, then calls `onLeft`. */
export function leaveDrawTools(onLeft: () => void): void {
  change(false, () => {
    editorTools.draws = false;
    onLeft();
  });
}

/** Switches the spoofer. */
export function switchSpoofer(on: boolean): void {
  editorTools.spoofs = on;
}

/** True if taps on the map draw. */
export function isDrawing({ isOn, draws }: { readonly isOn: boolean; readonly draws: boolean }): boolean {
  return isOn && draws;
}

/** True if taps on the map set the position. */
export function isSpoofing({ isOn, spoofs }: { readonly isOn: boolean; readonly spoofs: boolean }): boolean {
  return isOn && spoofs;
}

function change(on: boolean, apply: () => void): void {
  if (on || guard === null || !isDrawing(editorTools)) apply();
  else guard(apply);
}

function areToolsAllowed(): boolean {
  const { user } = session;
  return user !== null && mayUseEditorTools(user.role, findSelected(parcours)?.privilege ?? null);
}

/**
 * Restores the tools after a reload, and switches all off for good once the person may not use them; a privilege that
 * returns leaves them off.
 */
function followPermission(): void {
  if (areToolsAllowed()) {
    Object.assign(editorTools, stored);
    stored = null;
  } else if (!(isHeld && session.user !== null) && (stored === null || parcours.status === 'ready')) forgetTools();
}

function forgetTools(): void {
  stored = null;
  Object.assign(editorTools, OFF);
  storage.forget('editorTools');
}

// For the life of the page, so that no component has to start it. Synchronously: a batch could miss a parcours without the
// privilege that was selected in between.
subscribe(session, followPermission, true);
subscribe(parcours, followPermission, true);
subscribe(editorTools, () => stored === null && storage.write('editorTools', { ...editorTools }), true);
forgetAtSessionEnd(forgetTools);
