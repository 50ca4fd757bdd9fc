import { proxy, subscribe } from 'valtio';
import { mayUseEditorTools } from '../../../contracts/permissions.ts';
import { session } from '../session/session.ts';
import { findSelected, parcours } from './parcours.ts';

/** The editor's tools on the map. All are off at the start of a session. */
export const editorTools = proxy<{
  /** 'Editor tools': without it the two others do nothing. */
  isOn: boolean;
  /** 'Draw tools': places are chosen, drawn and changed on the map instead of listened to. */
  draws: boolean;
  /** 'Spoofer': a click on the map sets the position. */
  spoofs: boolean;
}>({ isOn: false, draws: false, spoofs: false });

/** Told that the drawing tools are to go off; calls `leave` once nothing would be lost by it. */
export type LeaveGuard = (leave: () => void) => void;

let guard: LeaveGuard | null = null;

/** Lets `asked` speak before the drawing tools go off, until the returned function is called. */
export function guardDrawing(asked: LeaveGuard): () => void {
  guard = asked;
  return () => {
    if (guard === asked) guard = null;
  };
}

/** Switches all of them, where the person may use them; each keeps what it was set to. */
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

/** Switches the drawing tools off, and goes on with `then` once they are: at once, or when nothing would be lost by it. */
export function leaveDrawTools(then: () => void): void {
  change(false, () => {
    editorTools.draws = false;
    then();
  });
}

/** Switches the false position. */
export function switchSpoofer(on: boolean): void {
  editorTools.spoofs = on;
}

/** Whether taps draw. */
export function isDrawing({ isOn, draws }: { readonly isOn: boolean; readonly draws: boolean }): boolean {
  return isOn && draws;
}

/** Whether taps set the position. */
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

/** Who may not use the tools has none of them on, and a right that comes back brings none of them back. */
function settle(): void {
  if (areToolsAllowed()) return;
  Object.assign(editorTools, { isOn: false, draws: false, spoofs: false });
}

// As long as the page lives, and not by whoever shows the tools: a rule that has to be started can be forgotten. At once,
// since a later batch could miss that the person came by a map without the right.
subscribe(session, settle, true);
subscribe(parcours, settle, true);
