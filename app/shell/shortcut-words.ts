import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  title: 'Raccourcis clavier',
  entries: [
    { keys: ['Espace'], effect: 'Écouter, mettre en pause' },
    { keys: ['←', '→'], effect: 'Reculer, avancer de 10\u00a0s' },
    { keys: ['↑', '↓'], effect: 'Lieu précédent, lieu suivant' },
    { keys: ['/'], effect: 'Rechercher un lieu' },
    { keys: ['?'], effect: 'Ouvrir cette aide' },
    { keys: ['Échap'], effect: 'Fermer ce qui est ouvert' },
  ],
  onMap: 'Quand la carte elle-même a le focus, les flèches la déplacent, + et − changent l’échelle.',
  isOn: 'Raccourcis actifs',
  isOnHint: 'Échap ferme toujours ce qui est ouvert.',
} as const;

export type ShortcutWords = WordsOf<typeof french>;

/** The words of the keyboard shortcuts. */
export const shortcutStrings = inLanguages(french, {
  en: async () => (await import('./shortcut-words.en.ts')).english,
});
