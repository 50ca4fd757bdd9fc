/** The names of the privileges. */
export const privilegeStrings = {
  admin: 'Admin',
  editor: 'Editor',
  drop: 'Fellow Dropper',
  guest: 'Guest',
} as const;
