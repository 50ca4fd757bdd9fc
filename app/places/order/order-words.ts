import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  open: 'Ordre des lieux',
  /** @param unpublished how many of them visitors don't see */
  openHint: (steps: number, unpublished: number) => {
    if (steps === 0) return 'Aucune étape pour l’instant\u00a0: la balade est libre.';
    const numbered = plural(steps, 'Une étape numérotée', `${steps}\u00a0étapes numérotées`);
    if (unpublished === 0) return `${numbered}.`;
    if (unpublished === steps) return `${numbered}, pas encore ${plural(steps, 'publiée', 'publiées')}.`;
    return `${numbered}, dont ${unpublished} pas encore ${plural(unpublished, 'publiée', 'publiées')}.`;
  },
  title: 'Ordre des lieux',
  hint: 'Faites glisser les lieux, ou donnez-leur un numéro. Les numéros se voient sur la carte, dans les listes et hors ligne. Pour les visiteurs, un lieu pas encore publié ne compte pas\u00a0: les suivants avancent d’un numéro.',
  loading: 'Chargement de l’ordre…',
  failed: (text: string) => `L’ordre n’a pas pu être chargé. ${text}`,
  empty: 'Aucun lieu à ordonner',
  emptyHint: 'Les lieux de cette carte apparaîtront ici.',
  numbered: 'Étapes',
  unnumbered: 'Sans numéro',
  allNumbered: 'Tous les lieux ont un numéro. Pour en enlever un, videz son numéro ou glissez le lieu ici.',
  noneNumbered: 'Aucune étape\u00a0: la balade est libre. Montez un lieu pour commencer.',
  numberOf: (name: string) => `Numéro de ${name}`,
  up: (name: string) => `Monter ${name}`,
  down: (name: string) => `Descendre ${name}`,
  waiting: 'à valider\u00a0: compte une fois validé',
  noAudio: 'sans audio',
  planned: 'à enregistrer\u00a0: compte une fois publié',
  moved: (name: string, step: number | null, count: number) =>
    step === null ? `${name}\u00a0: sans numéro` : `${name}\u00a0: étape ${step} sur ${count}`,
  numberAll: 'Numéroter tous les lieux',
  numberNone: 'Enlever tous les numéros',
  save: 'Enregistrer l’ordre',
  saved: 'L’ordre des lieux est enregistré.',
  tooMany: (most: number) => `Au plus ${most} lieux peuvent avoir un numéro.`,
  saveFailed: (text: string) => `L’ordre n’est pas enregistré. ${text}`,
  conflict: 'L’ordre a changé entre-temps. Le vôtre n’est pas encore enregistré.',
  takeTheirs: 'Reprendre l’ordre actuel',
  saveMine: 'Le remplacer par le mien',
  discard: {
    title: 'Abandonner le nouvel ordre\u00a0?',
    description: 'Les lieux gardent les numéros qu’ils avaient.',
    confirm: 'Abandonner',
    cancel: 'Revenir à l’ordre',
  },
} as const;

export type OrderWords = WordsOf<typeof french>;

/** The words of the order of a parcours' places. */
export const orderStrings = inLanguages(french, { en: async () => (await import('./order-words.en.ts')).english });
