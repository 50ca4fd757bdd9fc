import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  inviteStrings: {
    processing: 'Processing link <3.',
    /** What its last sign means. In English, like the rest. */
    heart: 'with love',
    noToken: 'Ce lien d’invitation est incomplet.',
    toMaps: 'Aller aux cartes',
    toLogin: 'Se connecter',
  },
} as const;

export type InviteWords = WordsOf<typeof french>;

/** The words of the screen that an invitation link opens. */
export const { inviteStrings } = inLanguages(french, {
  en: async () => (await import('./invite-words.en.ts')).english,
});
