import type { ShortcutWords } from './shortcut-words.ts';

export const english = {
  title: 'Keyboard shortcuts',
  entries: [
    { keys: ['Space'], effect: 'Listen, pause' },
    { keys: ['←', '→'], effect: 'Go back, forward by 10\u00a0s' },
    { keys: ['↑', '↓'], effect: 'Previous place, next place' },
    { keys: ['/'], effect: 'Search for a place' },
    { keys: ['?'], effect: 'Open this help' },
    { keys: ['Esc'], effect: 'Close what is open' },
  ],
  onMap: 'When the map itself has the focus, the arrows move it, + and − change the scale.',
  isOn: 'Shortcuts on',
  isOnHint: 'Esc always closes what is open.',
} satisfies ShortcutWords;
