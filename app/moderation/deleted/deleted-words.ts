import { UNDELETE_DAYS } from '../../../contracts/limits.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  title: 'Récemment supprimés',
  lead: `À rétablir dans les ${UNDELETE_DAYS}\u00a0jours\u00a0; ensuite, c’est définitif. Jusque-là, cela compte dans votre espace.`,
  place: (map: string, day: string) => `Sur «\u00a0${map}\u00a0», jusqu’au ${day}`,
  placeOfTheirs: (map: string, day: string) =>
    `Supprimé par qui gère «\u00a0${map}\u00a0», qui peut le rétablir jusqu’au ${day}`,
  map: (day: string) => `Carte et tous ses lieux, jusqu’au ${day}`,
  restore: 'Rétablir',
  restoreOne: (name: string) => `Rétablir «\u00a0${name}\u00a0»`,
  restored: (name: string) => `«\u00a0${name}\u00a0» est rétabli.`,
  mapRestored: (name: string) => `La carte «\u00a0${name}\u00a0» est rétablie.`,
  failed: (text: string) => `Ce qui a été supprimé n’a pas pu être retrouvé. ${text}`,
  more: (name: string) => `Autres actions\u00a0: ${name}`,
  purge: 'Supprimer définitivement',
  purgeOne: (name: string) => ({
    title: `Supprimer définitivement «\u00a0${name}\u00a0»\u00a0?`,
    description: 'Rien ne pourra plus le faire revenir.',
    confirm: 'Supprimer définitivement',
  }),
  disputed:
    'Un signalement est ouvert, ou les admins du site ont masqué ceci ou une partie\u00a0: rien n’est supprimé définitivement avant leur décision, ou avant la date indiquée.',
  purged: (name: string) => `«\u00a0${name}\u00a0» est supprimé définitivement.`,
} as const;

export type DeletedWords = WordsOf<typeof french>;

/** The words of deleted items that can be restored. */
export const deletedStrings = inLanguages(french, { en: async () => (await import('./deleted-words.en.ts')).english });
