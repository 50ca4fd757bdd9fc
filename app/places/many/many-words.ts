import { TEXT_LINE_MAX, UNDELETE_DAYS } from '../../../contracts/limits.ts';
import { fillStrings } from '../../drops/fill/fill-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';
import { manageStrings } from '../place-words.ts';
import type { ManagedState, ManagedView } from './managed-places.ts';

const places = (count: number): string => `${count}\u00a0${plural(count, 'lieu', 'lieux')}`;

const french = {
  get title() {
    return manageStrings.open;
  },
  hint: 'Cochez des lieux, puis choisissez quoi en faire. Maj et un clic cochent toute une suite.',
  loading: 'Chargement des lieux…',
  failed: (text: string) => `Qui a fait ces lieux, et quand, n’a pas pu être chargé. ${text}`,
  empty: 'Aucun lieu à gérer',
  emptyHint: 'Les lieux de cette carte apparaîtront ici.',
  search: 'Chercher un titre',
  filters: (active: number) => (active === 0 ? 'Filtrer et trier' : `Filtrer et trier (${active})`),
  author: 'Auteur',
  everyAuthor: 'Tous',
  gone: 'Compte supprimé',
  state: 'État',
  everyState: 'Tous',
  get states() {
    return { ...fillStrings.states, refused: 'refusé' } satisfies Record<ManagedState, string>;
  },
  sound: 'Son',
  sounds: { '': 'Avec ou sans', with: 'Avec un son', without: 'Sans son' } satisfies Record<
    ManagedView['sound'],
    string
  >,
  since: 'Date',
  moments: [
    ['', 'Toutes'],
    ['1', 'Depuis hier'],
    ['7', 'Depuis 7\u00a0jours'],
    ['30', 'Depuis 30\u00a0jours'],
  ],
  sort: 'Trier par',
  sorts: {
    step: 'ordre des étapes',
    name: 'titre',
    newest: 'plus récents d’abord',
    oldest: 'plus anciens d’abord',
    author: 'auteur',
  } satisfies Record<ManagedView['sort'], string>,
  all: (count: number) => `Tous les lieux montrés (${count})`,
  noneShown: 'Aucun lieu ne correspond',
  showAll: 'Montrer tous les lieux',
  list: 'Lieux',
  noSound: 'sans son',
  withSound: 'avec un son',
  chosen: (count: number, hidden: number) =>
    `${places(count)} ${plural(count, 'choisi', 'choisis')}${hidden > 0 ? `, dont ${hidden} que la liste ne montre pas` : ''}`,
  rename: 'Renommer',
  move: 'Déplacer',
  ask: (count: number) => `Demander (${count})`,
  asked: (name: string) => `demandé à ${name}`,
  delete: 'Supprimer',
  deletion: (count: number) => ({
    title: `Supprimer ${places(count)}\u00a0?`,
    description: `Les visiteurs ne ${plural(count, 'le', 'les')} verront plus. Vous pourrez ${plural(count, 'le', 'les')} rétablir pendant ${UNDELETE_DAYS}\u00a0jours, dans «\u00a0Récemment supprimés\u00a0» de vos drops.`,
    confirm: `Supprimer ${places(count)}`,
  }),
  approve: (count: number) => `Valider (${count})`,
  approval: (count: number) => ({
    title: `Valider ${places(count)}\u00a0?`,
    description: plural(
      count,
      'Son histoire devient publique, même si vous ne l’avez pas écoutée. Son auteur est prévenu.',
      'Leurs histoires deviennent publiques, même celles que vous n’avez pas écoutées. Leurs auteurs sont prévenus.',
    ),
    confirm: `Valider ${places(count)}`,
  }),
  approved: (count: number) => `${places(count)} ${plural(count, 'publié', 'publiés')}.`,
  notApproved: (count: number) =>
    plural(
      count,
      'Un lieu a changé ou n’est plus à valider\u00a0: regardez-le d’abord.',
      `${count}\u00a0lieux ont changé ou ne sont plus à valider\u00a0: regardez-les d’abord.`,
    ),
  deleted: (count: number) => `${places(count)} ${plural(count, 'supprimé', 'supprimés')}.`,
  renaming: {
    title: (count: number) => `Renommer ${places(count)}`,
    how: 'Comment',
    replace: 'Chercher et remplacer',
    pattern: 'Donner un titre numéroté',
    find: 'Chercher',
    by: 'Remplacer par',
    titles: 'Titre',
    titlesHint: '{n} devient le numéro, {titre} l’ancien titre. Les lieux sont numérotés dans l’ordre de la liste.',
    from: 'Premier numéro',
    suggested: 'Étape {n}',
    preview: 'Aperçu',
    becomes: (after: string) => `devient «\u00a0${after}\u00a0»`,
    more: (count: number) => plural(count, 'et un autre', `et ${count} autres`),
    none: 'Aucun titre ne change.',
    tooLong: (count: number) =>
      plural(
        count,
        `Un titre aurait plus de ${TEXT_LINE_MAX}\u00a0caractères.`,
        `${count}\u00a0titres auraient plus de ${TEXT_LINE_MAX}\u00a0caractères.`,
      ),
    confirm: (count: number) => `Renommer ${places(count)}`,
    failed: (text: string) => `Les titres n’ont pas tous changé. ${text}`,
    done: (count: number) => `${places(count)} ${plural(count, 'renommé', 'renommés')}.`,
  },
  asking: {
    title: (count: number) => `Demander l’enregistrement de ${places(count)}`,
    hint: 'La personne choisie lira que sa voix est attendue. Les autres peuvent toujours y déposer.',
    to: 'Demander à',
    anybody: 'Quiconque peut déposer',
    unloaded: (text: string) => `Les membres de la carte n’ont pas pu être chargés. ${text}`,
    confirm: 'Demander',
    failed: (text: string) => `La demande n’a pas été faite pour tous les lieux. ${text}`,
    done: (count: number, name: string | null) =>
      name === null
        ? `${places(count)} pour quiconque peut déposer.`
        : `${places(count)} ${plural(count, 'demandé', 'demandés')} à ${name}.`,
  },
  moving: {
    title: (count: number) => `Déplacer ${places(count)}`,
    hint: 'Avec leurs sons et leurs auteurs, sans leur numéro d’étape. Un lieu reste ici si qui l’a fait ou enregistré ne peut pas déposer sur l’autre carte.',
    to: 'Vers la carte',
    nowhere: 'Vous ne pouvez modifier aucune autre carte.',
    confirm: 'Déplacer',
    failed: (count: number, why: string) => `${places(count)} ${plural(count, 'reste', 'restent')} à déplacer. ${why}`,
    refused:
      'Vous ne pouvez plus modifier l’une des deux cartes, ou les admins du site ont masqué celle-ci, ou en examinent un signalement.',
    full: (map: string) =>
      `«\u00a0${map}\u00a0» n’a plus assez de place\u00a0: déplacez-en moins, ou supprimez-y des lieux.`,
    otherLanguage: (map: string) =>
      `«\u00a0${map}\u00a0» a une autre langue, et certains de ces lieux ont des textes ou d’autres versions\u00a0: ils seraient pris pour une autre langue.`,
    done: (count: number, map: string) =>
      `${places(count)} ${plural(count, 'déplacé', 'déplacés')} vers «\u00a0${map}\u00a0».`,
    stayed: (count: number, map: string) =>
      plural(
        count,
        `Un lieu reste ici\u00a0: qui l’a fait ou enregistré ne peut pas déposer sur «\u00a0${map}\u00a0». Invitez d’abord cette personne.`,
        `${count}\u00a0lieux restent ici\u00a0: qui les a faits ou enregistrés ne peut pas déposer sur «\u00a0${map}\u00a0». Invitez d’abord ces personnes.`,
      ),
    gone: (count: number) =>
      plural(count, 'Un lieu n’était plus sur cette carte.', `${count}\u00a0lieux n’étaient plus sur cette carte.`),
  },
} as const;

export type ManyWords = WordsOf<typeof french>;

/** The words of managing many places of a parcours at once. */
export const manyStrings = inLanguages(french, { en: async () => (await import('./many-words.en.ts')).english });
