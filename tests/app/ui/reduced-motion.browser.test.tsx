import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sheet } from '../../../app/ui/sheet.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';

let frame: HTMLElement;
let root: Root;

beforeEach(() => {
  frame = document.createElement('div');
  document.body.append(frame);
  root = createRoot(frame);
});

afterEach(() => {
  root.unmount();
  frame.remove();
});

test('with reduced motion an inherited colour changes at every level at once', () => {
  frame.innerHTML = '<p><b><i>mot</i></b></p>';
  const levels = [frame, ...frame.querySelectorAll<HTMLElement>('*')];
  for (const level of levels) level.style.transition = 'color 200ms';
  frame.style.color = 'rgb(1, 2, 3)';
  const readColours = () => levels.map((level) => getComputedStyle(level).color);
  readColours();
  frame.style.color = 'rgb(4, 5, 6)';
  expect(readColours()).toEqual(levels.map(() => 'rgb(4, 5, 6)'));
  expect(frame.getAnimations({ subtree: true })).toEqual([]);
});

test('with reduced motion a dialog that is closed leaves the page', async () => {
  const show = (open: boolean): void =>
    root.render(
      <Sheet open={open} onClose={() => {}} title="Titre">
        Texte
      </Sheet>,
    );
  const dialogs = () => document.querySelectorAll('[role="dialog"]').length;
  show(true);
  await expect.poll(dialogs).toBe(1);
  show(false);
  await expect.poll(dialogs).toBe(0);
});
