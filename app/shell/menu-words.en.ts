import { titles } from '../ui/common-words.ts';
import { type MenuWords, menuStrings } from './menu-words.ts';

export const english = {
  menuStrings: {
    open: 'Open the menu',
    /** The button's name, with what waits in the menu. */
    openWith: (requests: number, toApprove: number): string => {
      const waiting = [
        requests > 0 && `${titles.requests}: ${requests} waiting`,
        toApprove > 0 && `${titles.toApprove}: ${toApprove}`,
      ].filter(Boolean);
      return `${menuStrings.open}${waiting.length === 0 ? '' : ` (${waiting.join(', ')})`}`;
    },
    title: 'Menu',
    home: 'Home',
    maps: 'Maps',
    profile: 'My profile',
    drops: 'My drops',
    account: 'Account',
    darkTheme: 'Dark theme',
    logout: 'Log out',
    guestLogout: 'log in?',
    guest: 'Guest visit',
  },
} satisfies MenuWords;
