import { UNDELETE_DAYS } from '../../../contracts/limits.ts';
import type { DeletedWords } from './deleted-words.ts';

export const english = {
  title: 'Recently deleted',
  lead: `To restore within ${UNDELETE_DAYS}\u00a0days; after that, it is for good. Until then, it counts towards your storage.`,
  place: (map: string, day: string) => `On “${map}”, until ${day}`,
  placeOfTheirs: (map: string, day: string) => `Deleted by whoever manages “${map}”, who can restore it until ${day}`,
  map: (day: string) => `Map and all its places, until ${day}`,
  restore: 'Restore',
  restoreOne: (name: string) => `Restore “${name}”`,
  restored: (name: string) => `“${name}” is restored.`,
  mapRestored: (name: string) => `The map “${name}” is restored.`,
  failed: (text: string) => `What was deleted couldn’t be found. ${text}`,
  more: (name: string) => `More actions: ${name}`,
  purge: 'Delete for good',
  purgeOne: (name: string) => ({
    title: `Delete “${name}” for good?`,
    description: 'Nothing will bring it back.',
    confirm: 'Delete for good',
  }),
  disputed:
    'A report is open, or the site’s admins have hidden this or a part of it: nothing is deleted for good before their decision, or before the date shown.',
  purged: (name: string) => `“${name}” is deleted for good.`,
} satisfies DeletedWords;
