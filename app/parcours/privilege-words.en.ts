import type { PrivilegeWords } from './privilege-words.ts';

export const english = {
  admin: 'Admin',
  editor: 'Editor',
  drop: 'Fellow Dropper',
  guest: 'Guest',
} satisfies PrivilegeWords;
