import {
  frenchReportEmail,
  frenchReportReasons,
  frenchTooManyReports,
} from '../../../contracts/report-reason-words.ts';
import type { Language } from '../../../contracts/vocabulary.ts';
import { english } from './open-words.en.ts';

const french = {
  locale: 'fr-FR',
  app: 'Drop ici',
  listen: 'Écouter',
  listenHint: 'La balade s’ouvre ici, sans compte et sans rien installer.',
  stories: (count: number) =>
    count === 0 ? 'Aucune histoire' : count === 1 ? '1 histoire' : `${count}\u00a0histoires`,
  duration: (seconds: number) => {
    const minutes = Math.max(1, Math.round(seconds / 60));
    const rest = String(minutes % 60).padStart(2, '0');
    return minutes < 60 ? `${minutes}\u00a0min d’écoute` : `${Math.floor(minutes / 60)}\u00a0h\u00a0${rest} d’écoute`;
  },
  languages: 'Langues',
  mapOf: (name: string) => `Les lieux de «\u00a0${name}\u00a0», sur une carte`,
  places: 'Les lieux, dans l’ordre',
  noPlaces: 'Ce parcours n’a pas encore de lieu.',
  untitled: 'Sans titre',
  play: (name: string) => `Écouter «\u00a0${name}\u00a0»`,
  openSound: 'Ouvrir le son',
  transcript: 'Ce qui est dit',
  more: 'En savoir plus',
  credit: (name: string) => `Photo\u00a0: ${name}`,
  morePlaces: (count: number) =>
    count === 1 ? 'Un autre lieu est dans la balade.' : `${count}\u00a0autres lieux sont dans la balade.`,
  shortened: 'Les textes des derniers lieux sont dans la balade.',
  facts: 'Bon à savoir',
  authors: 'Par',
  length: 'Longueur',
  time: 'Durée, écoute comprise',
  minutes: (count: number) => `${count}\u00a0min`,
  difficulty: 'Difficulté',
  difficulties: { easy: 'Facile', medium: 'Moyenne', hard: 'Difficile' },
  steps: 'Marches',
  hasSteps: 'Oui, sur le chemin',
  noSteps: 'Aucune',
  surface: 'Sol',
  width: 'Passage le plus étroit',
  toilets: 'Toilettes',
  transport: 'Accès',
  emergency: 'Urgence',
  licence: 'Droits',
  reserved: 'Tous droits réservés',
  publicDomain: 'CC0, domaine public',
  feed: 'S’abonner dans une application de podcasts (RSS)',
  toCatalogue: 'Tous les parcours ouverts',
  open: 'Ouvrir le parcours',
  catalogue: 'Parcours à écouter',
  catalogueLead: 'Des balades sonores ouvertes à tous, sans compte.',
  search: 'Chercher un parcours',
  find: 'Chercher',
  found: (count: number) =>
    count === 0 ? 'Aucun parcours trouvé.' : count === 1 ? '1 parcours' : `${count}\u00a0parcours`,
  empty: 'Aucun parcours n’est ouvert à tous pour l’instant.',
  showAll: 'Voir tous les parcours',
  previous: 'Page précédente',
  next: 'Page suivante',
  reportReasons: frenchReportReasons,
  report: {
    link: 'Signaler',
    place: (name: string) => `Signaler «\u00a0${name}\u00a0»`,
    parcours: 'Signaler ce parcours',
    parcoursTitle: (name: string) => `Signaler le parcours «\u00a0${name}\u00a0»`,
    lead: 'Votre signalement va aux administrateurs du site, qui l’examineront. La personne concernée ne saura pas qui a signalé. Aucun compte n’est nécessaire.',
    reason: 'Que se passe-t-il\u00a0?',
    words: 'Dites en quelques mots ce qui ne va pas',
    email: frenchReportEmail.label,
    emailHint: frenchReportEmail.hint,
    send: 'Envoyer le signalement',
    faults: {
      reason: 'Choisissez une raison.',
      words: (most: number) => `Dites ce qui ne va pas, en ${most}\u00a0caractères au plus.`,
      email: frenchReportEmail.fault,
      tooMany: frenchTooManyReports,
    },
    sent: 'Votre signalement est envoyé',
    sentHint: 'Merci\u00a0: les administrateurs du site vont l’examiner.',
    answerTo: (email: string) => `Ils pourront vous répondre à ${email}.`,
    back: 'Revenir au parcours',
  },
  tooMany: {
    title: 'Trop de demandes à la fois',
    hint: (wait: string) => `Beaucoup de pages ont été demandées depuis votre connexion. Réessayez dans ${wait}.`,
  },
  busy: {
    title: 'Le serveur est très occupé',
    hint: (wait: string) => `Rien n’est perdu\u00a0: réessayez dans ${wait}.`,
  },
  wait: (seconds: number) => {
    if (seconds > 90) return `${Math.ceil(seconds / 60)}\u00a0minutes`;
    return seconds === 1 ? 'une seconde' : `${seconds}\u00a0secondes`;
  },
  retry: 'Réessayer',
  goBack: 'La page précédente de votre navigateur garde en général ce que vous avez écrit.',
  gone: 'Il n’y a pas de parcours ici',
  goneHint:
    'Il n’est plus ouvert à tous, ou l’adresse n’est pas exacte. Si vous en êtes membre, vous le retrouvez dans l’application.',
  toApp: 'Ouvrir Drop ici',
};

/** The words of public pages. */
export type OpenWords = typeof french;

/** The words of public pages, by language. */
export const openWords: Readonly<Record<Language, OpenWords>> = { fr: french, en: english };
