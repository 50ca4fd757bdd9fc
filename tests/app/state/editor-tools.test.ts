import { afterEach, expect, test } from 'vitest';
import {
  editorTools,
  isDrawing,
  isSpoofing,
  switchDrawTools,
  switchEditorTools,
  switchSpoofer,
} from '../../../app/state/editor-tools.ts';

afterEach(() => {
  switchEditorTools(false);
  switchDrawTools(false);
  switchSpoofer(false);
});

test('neither tool does anything while the editor tools are off', () => {
  switchDrawTools(true);
  switchSpoofer(true);
  expect([isDrawing(editorTools), isSpoofing(editorTools)]).toEqual([false, false]);
});

test('each tool does its part, and is as it was when the tools come back', () => {
  switchEditorTools(true);
  switchDrawTools(true);
  expect([isDrawing(editorTools), isSpoofing(editorTools)]).toEqual([true, false]);
  switchEditorTools(false);
  switchEditorTools(true);
  expect(isDrawing(editorTools)).toBe(true);
});
