import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Position } from '../../contracts/geo.ts';
import type { GpxLine } from '../../contracts/imported-file.ts';
import {
  isDrawing as areToolsDrawing,
  editorTools,
  isSpoofing,
  leaveDrawTools,
  switchEditorTools,
} from '../parcours/editor-tools.ts';
import { places } from '../places/places.ts';
import { Scope } from '../platform/scope.ts';
import { pause } from './play-rehearsal.ts';
import { CLOSED_REHEARSAL, type RehearsalState, rehearsal } from './rehearsal.ts';
import {
  addPoint,
  chooseLine,
  clearLine,
  finishDrawing,
  rehearseAgain,
  stopComputing,
  takeFile,
  takeLine,
} from './route.ts';
import { setSpoofedPosition } from './spoofer.ts';

/** Owns the resources of the open tool; null while it is closed. */
let tool: Scope | null = null;
/** The route when the tool was closed, stored because a route drawn by hand is work. */
let last: Pick<
  RehearsalState,
  'isDrawing' | 'line' | 'name' | 'lines' | 'chosen' | 'settings' | 'isAsRecorded'
> | null = null;

/** Opens the tool with its last route; it closes by itself when the editor's tools are switched off. */
export function openRehearsal(): void {
  if (tool !== null || !editorTools.isOn) return;
  tool = new Scope();
  tool.add(
    subscribe(editorTools, () => {
      if (!editorTools.isOn) closeRehearsal();
      // The clicks now belong to the place editor.
      else if (rehearsal.isDrawing && areToolsDrawing(editorTools)) finishDrawing();
    }),
  );
  tool.add(subscribeKey(places, 'list', rehearseAgain));
  rehearsal.isOpen = true;
  if (last === null) return;
  Object.assign(rehearsal, last);
  // Drawing continues where it was, unless the clicks now belong to the place editor.
  if (last.isDrawing && !areToolsDrawing(editorTools)) return;
  if (last.lines.length > 0) chooseLine(last.chosen);
  else takeLine(last.line, last.name);
}

/** Opens the tool in place of the place editor. @param onOpened called unless the person stays in the editor */
export function openRehearsalInstead(onOpened: () => void): void {
  leaveDrawTools(() => {
    openRehearsal();
    onOpened();
  });
}

/** Switches the editor's tools on, and rehearses the first of these lines; the tool offers the others. */
export function rehearseLines(lines: readonly GpxLine[]): void {
  switchEditorTools(true);
  openRehearsalInstead(() => takeFile(lines));
}

/** Rehearses a line that was drawn in the place editor, in its place. */
export function rehearseDrawnLine(line: readonly Position[]): void {
  openRehearsalInstead(() => {
    clearLine();
    takeLine(line, null);
  });
}

/** Closes the tool, and stops the playback. The route is stored for the next opening. */
export function closeRehearsal(): void {
  if (tool !== null) {
    const { isDrawing, line, name, lines, chosen, settings, isAsRecorded } = rehearsal;
    last = { isDrawing, line, name, lines, chosen, settings, isAsRecorded };
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
  last = null;
}

/** Handles a click on the map at `[lng, lat]`. @returns true if a tool uses it, so that it selects nothing */
export function clickMap(position: Position): boolean {
  if (rehearsal.isDrawing) {
    addPoint(position);
    return true;
  }
  // With both tools on, a click draws: the position can be set in other ways, a shape can't.
  if (!isSpoofing(editorTools) || areToolsDrawing(editorTools)) return false;
  setSpoofedPosition(position);
  // People who set a position want to see it; the walker returns with the next shown moment.
  if (!rehearsal.isPlaying) rehearsal.walker = null;
  return true;
}
