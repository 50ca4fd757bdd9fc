import { expect, test } from 'vitest';
import { findTranscriptAct } from '../../../../app/editor/transcript/transcript-keys.ts';

type Press = Parameters<typeof findTranscriptAct>[0];
const press = (key: string, held: Partial<Press> = {}): Press => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});
const [ctrlKey, metaKey, altKey, shiftKey] = [true, true, true, true];

test.each<[string, Press, 'list' | 'text' | 'elsewhere', string | undefined]>([
  ['a letter acts in the list', press('d'), 'list', 'setStart'],
  ['a capital, too', press('D', { shiftKey }), 'list', 'setStart'],
  ['a letter is typed in the text', press('d'), 'text', undefined],
  ['the space bar presses a button', press(' '), 'elsewhere', undefined],
  ['the browser keeps its keys', press('f', { ctrlKey }), 'list', undefined],
  ['AltGr types', press('z', { ctrlKey, altKey }), 'text', undefined],
  ['undo works everywhere', press('z', { metaKey }), 'elsewhere', 'undo'],
  ['redo as on Windows', press('y', { ctrlKey }), 'text', 'redo'],
  ['redo as on a Mac', press('Z', { metaKey, shiftKey }), 'text', 'redo'],
  ['arrows move the cursor', press('ArrowDown'), 'text', undefined],
  ['arrows with Alt change the cue', press('ArrowDown', { altKey }), 'text', 'choose'],
  ['Enter breaks the line', press('Enter'), 'text', undefined],
  ['Enter with Ctrl plays', press('Enter', { ctrlKey }), 'text', 'play'],
  ['Enter with Ctrl and Shift splits', press('Enter', { ctrlKey, shiftKey }), 'text', 'splitText'],
])('%s', (_name, key, where, act) => {
  expect(findTranscriptAct(key, where, true)?.act).toBe(act);
});

test('single characters can be switched off, other keys not', () => {
  expect(findTranscriptAct(press('d'), 'list', false)).toBeNull();
  expect(findTranscriptAct(press('ArrowDown'), 'list', false)).toEqual({ act: 'choose', by: 1 });
});
