import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  missingStrings: {
    partFailed: 'Cette partie de l’écran a rencontré un problème.',
    partMissing: 'Cette partie de l’application n’a pas pu être chargée.',
    partWaits: 'Vous pourrez recharger la page dès que ce qui est en cours sera terminé.',
    placeNotListed: 'Ce lieu n’a pas pu être affiché sur la carte.',
    notFoundHint: 'Ce chemin ne mène nulle part. La carte, elle, est toujours là.',
    toMap: 'Retour à la carte',
  },
} as const;

export type MissingWords = WordsOf<typeof french>;

/** The words of what can't be shown: a part of the screen, a place, a page. The first screens have no such parts. */
export const { missingStrings } = inLanguages(french, {
  en: async () => (await import('./missing-words.en.ts')).english,
});
