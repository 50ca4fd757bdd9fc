import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  visitStrings: {
    over: 'Ce parcours n’est plus ouvert à tous.',
    overHint: 'Ses membres le trouvent toujours sur leur carte.',
    failed: 'Le parcours n’a pas pu être chargé.',
    visitor: 'Visite sans compte',
    visitorHint: 'Ce que vous écoutez reste sur cet appareil.',
    login: 'Se connecter',
    createAccount: 'Créer un compte',
  },
} as const;

export type VisitWords = WordsOf<typeof french>;

/** The words of the visit of an open parcours without an account. */
export const { visitStrings } = inLanguages(french, {
  en: async () => (await import('./visit-words.en.ts')).english,
});
