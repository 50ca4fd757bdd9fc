import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Position } from '../../../contracts/geo.ts';
import { Scope } from '../../platform/scope.ts';
import { isDrawing as areToolsDrawing, editorTools, isSpoofing, leaveDrawTools } from '../maps/editor-tools.ts';
import { places } from '../places/places.ts';
import { pause } from './playback.ts';
import { CLOSED_REHEARSAL, type RehearsalState, rehearsal } from './rehearsal.ts';
import { addPoint, chooseLine, clearLine, finishDrawing, rehearseAgain, stopComputing, takeLine } from './route.ts';
import { standFalsely } from './spoofer.ts';

/** Owns what the open tool needs; null while it is closed. */
let tool: Scope | null = null;
/** What was rehearsed when the tool was closed: a route drawn by hand is work. */
let kept: Pick<RehearsalState, 'isDrawing' | 'line' | 'name' | 'lines' | 'chosen' | 'settings' | 'keepsPace'> | null =
  null;

/** Opens the tool with its last route; it closes by itself when the editor's tools are switched off. */
export function openRehearsal(): void {
  if (tool !== null || !editorTools.isOn) return;
  tool = new Scope();
  tool.add(
    subscribe(editorTools, () => {
      if (!editorTools.isOn) closeRehearsal();
      // One click, one tool: it belongs to the place editor from now on.
      else if (rehearsal.isDrawing && areToolsDrawing(editorTools)) finishDrawing();
    }),
  );
  tool.add(subscribeKey(places, 'list', rehearseAgain));
  rehearsal.isOpen = true;
  if (kept === null) return;
  Object.assign(rehearsal, kept);
  // Drawing goes on where it was, unless the clicks are the place editor's by now.
  if (kept.isDrawing && !areToolsDrawing(editorTools)) return;
  if (kept.lines.length > 0) chooseLine(kept.chosen);
  else takeLine(kept.line, kept.name);
}

/**
 * Opens the tool where the place editor is, which takes the same room: that is left first, after its question about
 * unsaved changes.
 *
 * @param onOpened called unless the person stays in the editor
 */
export function openRehearsalInstead(onOpened: () => void): void {
  leaveDrawTools(() => {
    openRehearsal();
    onOpened();
  });
}

/** Rehearses a line that was drawn in the place editor, in its place. */
export function rehearseDrawnLine(line: readonly Position[]): void {
  openRehearsalInstead(() => {
    clearLine();
    takeLine(line, null);
  });
}

/** Closes the tool, and stops what plays. The route is kept for the next opening. */
export function closeRehearsal(): void {
  if (tool !== null) {
    const { isDrawing, line, name, lines, chosen, settings, keepsPace } = rehearsal;
    kept = { isDrawing, line, name, lines, chosen, settings, keepsPace };
  }
  pause();
  stopComputing();
  tool?.dispose();
  tool = null;
  Object.assign(rehearsal, CLOSED_REHEARSAL);
}

/** Closes the tool, and forgets its route. */
export function forgetRehearsal(): void {
  closeRehearsal();
  kept = null;
}

/** A click on the map at `[lng, lat]`. @returns true where a tool takes it, so that it selects nothing */
export function clickGround(position: Position): boolean {
  if (rehearsal.isDrawing) {
    addPoint(position);
    return true;
  }
  // With both tools on, a click draws: the position has other ways to be set, a shape has none.
  if (!isSpoofing(editorTools) || areToolsDrawing(editorTools)) return false;
  standFalsely(position);
  // Who sets a position wants to see it; the walker is back with the next moment that is shown.
  if (!rehearsal.isPlaying) rehearsal.walker = null;
  return true;
}
