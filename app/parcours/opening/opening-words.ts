import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  openingStrings: {
    part: 'Parcours ouvert à tous',
    who: 'Qui peut écouter ce parcours',
    members: 'Ses membres',
    membersHint: 'Avec un compte ou une invitation.',
    link: 'Tous ceux qui ont le lien',
    linkHint: 'Sans compte, et dans aucune liste.',
    unlisted:
      'Le catalogue et les moteurs de recherche ne le montrent pas, mais ce n’est pas un secret\u00a0: le code d’un de ses lieux y mène aussi.',
    catalogue: 'Tout le monde, dans le catalogue',
    catalogueHint: 'Sans compte. On le trouve aussi en cherchant.',
    address: 'Adresse',
    addressHint: (start: string) => `Après ${start}\u00a0: lettres minuscules sans accent, chiffres et traits d’union.`,
    becomesPublic:
      'Tout le monde verra le nom, la description et l’image du parcours, et les lieux de tous ses membres, avec leurs voix, leurs textes et leurs images. Les noms des auteurs ne sont pas montrés. Ce qui attend une validation, est masqué ou signalé reste caché.',
    oldAddress: (most: number) =>
      `L’ancienne adresse, même déjà imprimée, mènera ici tant que le parcours est ouvert à tous. Les ${most}\u00a0dernières adresses sont gardées.`,
    closes: 'L’adresse ne mènera plus au parcours. Elle lui reste réservée.',
    save: 'Enregistrer l’ouverture',
    saved: 'Ouverture enregistrée',
    invalid: 'Entre 3 et 60 lettres minuscules sans accent, chiffres et traits d’union.',
    taken: 'Cette adresse est déjà prise.',
    publicLink: 'Adresse publique',
    publicLinkHint: 'Elle mène à la page du parcours, et de là à l’écoute, sans compte.',
    elsewhere: 'Podcasts et autres sites',
    feed: 'Adresse du podcast',
    feedHint: 'Les applications de podcasts y trouvent les histoires, dans l’ordre du parcours.',
    frame: 'Code pour un autre site',
    frameHint: 'Collé dans une page, il y montre les histoires à écouter.',
  },
} as const;

export type OpeningWords = WordsOf<typeof french>;

/** The words for opening a parcours to people without an account. */
export const { openingStrings } = inLanguages(french, {
  en: async () => (await import('./opening-words.en.ts')).english,
});
