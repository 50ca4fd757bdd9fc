import { proxy, subscribe } from 'valtio';
import { mayUseEditorTools } from '../../contracts/permissions.ts';
import { session } from '../session/session.ts';
import { findSelected, parcours } from './parcours.ts';

/** The editor's tools on the map, all off at the start of a session. */
export const editorTools = proxy<{
  /** 'Editor tools': the two others have no effect while it is off. */
  isOn: boolean;
  /** 'Draw tools': taps on the map select, draw and change places instead of playing them. */
  draws: boolean;
  /** 'Spoofer': a click on the map sets the position. */
  spoofs: boolean;
}>({ isOn: false, draws: false, spoofs: false });

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

/** Switches all tools off for good once the person may not use them; a privilege that returns leaves them off. */
function switchOffForbidden(): void {
  if (areToolsAllowed()) return;
  Object.assign(editorTools, { isOn: false, draws: false, spoofs: false });
}

// For the life of the page, so that no component has to start it. Synchronously: a batch could miss a parcours without the
// privilege that was selected in between.
subscribe(session, switchOffForbidden, true);
subscribe(parcours, switchOffForbidden, true);
