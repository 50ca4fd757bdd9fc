import { titles } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  menuStrings: {
    open: 'Ouvrir le menu',
    /** The button's name, with what waits in the menu. */
    openWith: (requests: number, toApprove: number): string => {
      const waiting = [
        requests > 0 && `${titles.requests}\u00a0: ${requests} en attente`,
        toApprove > 0 && `${titles.toApprove}\u00a0: ${toApprove}`,
      ].filter(Boolean);
      return `${menuStrings.open}${waiting.length === 0 ? '' : ` (${waiting.join(', ')})`}`;
    },
    title: 'Menu',
    home: 'Home',
    maps: 'Maps',
    profile: 'Mon Profil',
    drops: 'Mes Drops',
    account: 'Compte',
    darkTheme: 'Thème sombre',
    logout: 'Se déconnecter',
    guestLogout: 'se connecter ?',
    guest: 'Visite en invité',
  },
} as const;

export type MenuWords = WordsOf<typeof french>;

/** The words of the menu, in the specification's wording; its other entries are titles of screens. */
export const { menuStrings } = inLanguages(french, {
  en: async () => (await import('./menu-words.en.ts')).english,
});
