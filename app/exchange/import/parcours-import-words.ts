import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  title: 'Importer une carte',
  openHint: 'Le ZIP d’une carte Drop ici, d’ici ou d’une autre installation.',
  hint: 'Le ZIP d’une carte entière, tel que «\u00a0Exporter ou imprimer\u00a0» l’enregistre. Vous voyez d’abord ce qu’il contient.',
  choose: 'Choisir un ZIP',
  drop: 'ou le déposer ici',
  facts: 'Contenu du ZIP',
  places: 'Lieux',
  sounds: 'Sons',
  pictures: 'Images',
  languages: 'Langues',
  size: 'Taille',
  unnamed: 'Carte sans nom',
  before:
    'Rien n’est encore envoyé. Le serveur vérifie tout le contenu, puis crée une nouvelle carte\u00a0: vous en serez l’admin, et l’auteur de ses lieux.',
  other: 'Choisir un autre ZIP',
  confirm: 'Importer',
  sending: 'Envoi',
  checking: 'Le serveur vérifie le ZIP et crée la carte…',
  sent: (done: string, all: string) => `${done} sur ${all}`,
  background: 'Vous pouvez fermer ce panneau\u00a0: l’import continue tant que l’app est ouverte.',
  tooLarge: (size: string, most: string) =>
    `Ce ZIP fait ${size}\u00a0: ce serveur en prend ${most} au plus. La personne qui le tient peut l’importer sans cette limite.`,
  changed:
    'Ce ZIP n’est pas tel qu’une carte quitte un serveur\u00a0: il a été changé, ou il est abîmé. Exportez la carte à nouveau.',
  said: 'Réponse du serveur\u00a0:',
  busy: 'Un autre ZIP est en cours d’import\u00a0: choisissez celui-ci à nouveau quand il est terminé.',
  failed: (name: string, why: string) => `«\u00a0${name}\u00a0» n’est pas importé. ${why}`,
  done: (name: string, leftOut: number) =>
    [
      `La carte «\u00a0${name}\u00a0» est importée.`,
      ...(leftOut === 0
        ? []
        : [
            plural(
              leftOut,
              'Un lieu à enregistrer est laissé de côté\u00a0: votre compte n’en prévoit pas.',
              `${leftOut}\u00a0lieux à enregistrer sont laissés de côté\u00a0: votre compte n’en prévoit pas.`,
            ),
          ]),
    ].join(' '),
};

export type ParcoursImportWords = WordsOf<typeof french>;

/** The words of importing a whole parcours. */
export const parcoursImportStrings = inLanguages(french, {
  en: async () => (await import('./parcours-import-words.en.ts')).english,
});
