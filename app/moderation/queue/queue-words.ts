import type { ItemState, MeasureKind, NewMeasure } from '../../../contracts/moderation.ts';
import { titles } from '../../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  get title() {
    return titles.reports;
  },
  waiting: (count: number) => `${count} à traiter`,
  open: 'À traiter',
  lead: 'Écoutez, lisez, puis décidez. La personne concernée est prévenue, avec vos mots si vous en écrivez.',
  loading: 'Chargement des signalements',
  failed: (text: string) => `Les signalements n’ont pas pu être chargés. ${text}`,
  unlisted: (count: number) =>
    plural(
      count,
      'Un autre élément suivra quand ceux-ci seront traités.',
      `${count}\u00a0autres éléments suivront quand ceux-ci seront traités.`,
    ),
  none: 'Aucun signalement en attente',
  noneHint: 'Ce que quelqu’un signale apparaît ici, avec ses raisons.',
  decided: 'Masqués ou supprimés par le site',
  suspended: 'Comptes suspendus',
  suspendedSince: (moment: string) => `Suspendu le ${moment}`,
  kind: { place: 'Histoire', map: 'Carte' },
  onMap: (map: string) => `Sur la carte «\u00a0${map}\u00a0»`,
  author: (name: string, email: string) => `Par ${name} (${email})`,
  noAuthor: 'Le compte de son auteur n’existe plus',
  isSuspended: 'Compte suspendu',
  states: {
    shown: 'Visible',
    hidden: 'Masqué',
    removed: 'Supprimé par le site',
    deleted: 'Supprimé par son auteur ou un éditeur',
  } satisfies Record<ItemState, string>,
  noAudio: 'Sans audio',
  listen: (name: string) => `Écouter «\u00a0${name}\u00a0»`,
  listenReported: (name: string) => `Écouter «\u00a0${name}\u00a0», tel que signalé`,
  soundOf: (name: string, version: string) => `${name}, ${version}`,
  texts: {
    open: 'Lire les textes',
    title: 'Textes et images',
    asNow: 'Ce que cette histoire dit et montre maintenant, dans toutes ses versions.',
    loading: 'Chargement des textes',
    failed: (text: string) => `Les textes n’ont pas pu être chargés. ${text}`,
    none: 'Cette histoire n’a ni texte ni image.',
    asReported: 'Textes au moment du signalement',
    onlyTexts: 'Ils ont changé depuis. Les textes longs sont abrégés\u00a0; les images d’alors ne sont pas gardées.',
    leftOut:
      'Ses textes d’alors, qui ont peut-être changé, ne sont pas montrés\u00a0: trop de signalements attendent. Ils le seront quand d’autres seront traités.',
    picture: 'Image\u00a0:',
  },
  changed: 'Modifié depuis le signalement',
  reportedAs: 'Ce qui a été signalé',
  version: (name: string, moment: string) => `«\u00a0${name}\u00a0», le ${moment}`,
  bothSounds: 'Masquer ou supprimer vaut pour ce son aussi, s’il revient sur cette carte.',
  reports: (count: number) => `${count}\u00a0${plural(count, 'signalement', 'signalements')}`,
  report: (reason: string, reporter: string, moment: string) => `${reason}, par ${reporter}, le ${moment}`,
  guest: 'un invité',
  outside: 'quelqu’un sans compte',
  answerTo: (email: string) => `Lui répondre\u00a0: ${email}`,
  answerFirst: 'Écrivez-lui ce que vous décidez\u00a0: son adresse s’efface avec le signalement.',
  history: 'Ce qui a été fait',
  measures: {
    hide: 'Masqué',
    restore: 'Rétabli',
    delete: 'Supprimé',
    warn: 'Averti',
    suspend: 'Suspendu',
    unsuspend: 'Suspension levée',
    approved: 'Validé',
    refused: 'Refusé',
    answered: 'Réponse à une remarque',
  } satisfies Record<MeasureKind, string>,
  measure: (kind: MeasureKind, by: string | null, moment: string): string => {
    const what = queueStrings.measures[kind];
    return by === null ? `${what}, le ${moment}` : `${what} par ${by}, le ${moment}`;
  },
  answer: (moment: string) => `Réponse de l’auteur, le ${moment}`,
  openMap: 'Voir la carte entière',
  openMapNote: 'Le journal du site note que vous l’avez ouverte.',
  mapLoading: 'Chargement de la carte',
  noStories: 'Cette carte n’a aucune histoire.',
  acts: {
    hide: 'Masquer',
    restore: 'Rétablir',
    delete: 'Supprimer',
    warn: 'Avertir',
    dismiss: 'Classer',
    suspend: 'Suspendre le compte',
    unsuspend: 'Lever la suspension',
  },
  actOn: (act: string, name: string) => `${act}\u00a0: ${name}`,
  more: (name: string) => `Autres mesures\u00a0: ${name}`,
  explain: {
    hide: 'Personne ne le verra plus, sauf son auteur et les administrateurs du site. Vous pourrez le rétablir.',
    restore: 'Tous ceux qui le voyaient le verront à nouveau.',
    delete:
      'Il disparaît pour tous. Vous seul, ou un autre administrateur du site, pourrez le rétablir pendant 30\u00a0jours.',
    warn: 'L’auteur reçoit un avertissement. Rien d’autre ne change.',
    dismiss: 'Les signalements sont fermés et rien ne change. Personne n’est prévenu.',
    suspend: 'Ses sessions prennent fin et il ne peut plus se connecter. Ce qu’il a fait reste en place.',
    unsuspend: 'Il pourra de nouveau se connecter.',
  },
  words: 'Quelques mots à l’auteur (facultatif)',
  done: {
    hide: (name: string) => `«\u00a0${name}\u00a0» est masqué.`,
    restore: (name: string) => `«\u00a0${name}\u00a0» est rétabli.`,
    delete: (name: string) => `«\u00a0${name}\u00a0» est supprimé.`,
    warn: (name: string) => `L’auteur de «\u00a0${name}\u00a0» est averti.`,
    dismiss: (name: string) => `Les signalements de «\u00a0${name}\u00a0» sont classés.`,
    suspend: (name: string) => `Le compte de ${name} est suspendu.`,
    unsuspend: (name: string) => `Le compte de ${name} n’est plus suspendu.`,
  },
} as const;

export type QueueWords = WordsOf<typeof french>;

/** The words of the queue in which the site's admins review reports. */
export const queueStrings = inLanguages(french, { en: async () => (await import('./queue-words.en.ts')).english });

/** A measure that an admin of the site takes in the queue. */
export type QueueAct = NewMeasure['kind'] | 'suspend' | 'unsuspend';
