import type { Fallback } from '../../contracts/pick-telling.ts';
import type { TellingKey, TellingKind } from '../../contracts/telling.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { labelLanguage, nameLanguage } from '../ui/language-names.ts';

const french = {
  version: 'Version',
  versionHint: 'Ce qui manque dans votre version est dit dans une autre.',
  language: 'Langue',
  kind: 'Pour qui',
  kinds: {
    standard: 'Version standard',
    description: 'Audiodescription',
    easy: 'Facile à lire et à comprendre',
    children: 'Pour les enfants',
  },
  /** A version of a list, as 'Anglais · Pour les enfants'. */
  versionOf: (language: string, kind: string) => `${language} · ${kind}`,
  soundIn: (language: string) => `Audio en ${language}`,
  textIn: (language: string) => `En ${language}`,

  read: 'Lire',
  open: (name: string) => `Lire la page de «\u00a0${name}\u00a0»`,
  link: 'En savoir plus',
  transcript: 'Ce qui est dit',
  saidBy: (who: string, text: string) => `${who}\u00a0: ${text}`,
  /** Before what a version says of a picture. */
  describedIn: (version: string) => `${version}\u00a0:`,
  draft: 'Brouillon',
  draftHint: 'Ceux qui écoutent ne le voient pas encore.',
  follow: 'Suivre la lecture',
  backToReading: 'Revenir à la lecture',
  playFromHere: 'Écouter d’ici',
  chooseVersion: 'Choisir cette version',
  textSize: 'Taille du texte',
  sizes: { normal: 'Normale', large: 'Grande', largest: 'Très grande' },
  speak: 'Lire à voix haute',
  stopSpeaking: 'Arrêter la lecture',
  synthetic: 'Voix de synthèse',

  facts: 'Bon à savoir',
  authors: 'Par',
  length: 'Longueur',
  duration: 'Durée, écoute comprise',
  difficulty: 'Difficulté',
  difficulties: { easy: 'Facile', medium: 'Moyenne', hard: 'Difficile' },
  steps: 'Marches',
  hasSteps: 'Oui, sur le chemin',
  noSteps: 'Aucune',
  surface: 'Sol',
  width: 'Passage le plus étroit',
  centimetres: (count: number) => `${count}\u00a0cm`,
  toilets: 'Toilettes',
  transport: 'Accès',
  emergency: 'Urgence',
  licence: 'Droits',
  licences: {
    reserved: 'Tous droits réservés',
    cc0: 'CC0, domaine public',
    'cc-by': 'CC BY 4.0',
    'cc-by-sa': 'CC BY-SA 4.0',
    'cc-by-nd': 'CC BY-ND 4.0',
    'cc-by-nc': 'CC BY-NC 4.0',
    'cc-by-nc-sa': 'CC BY-NC-SA 4.0',
    'cc-by-nc-nd': 'CC BY-NC-ND 4.0',
  },
} as const;

export type TellingsWords = WordsOf<typeof french>;

/** The words of what places say. */
export const tellingStrings = inLanguages(french, {
  en: async () => (await import('./tellings-words.en.ts')).english,
});

/** Says that something else plays, or is read, than what is wanted. */
export function describeFallback({ language, kind, of, isOtherLanguage }: Fallback): string {
  if (!isOtherLanguage) return nameKind(kind);
  const name = nameLanguage(language);
  return of === 'sound' ? tellingStrings.soundIn(name) : tellingStrings.textIn(name);
}

/** Names a telling, as in a list: 'Anglais · Pour les enfants'. */
export function nameTelling({ language, kind }: TellingKey): string {
  return tellingStrings.versionOf(labelLanguage(language), nameKind(kind));
}

/** Names a kind of tellings. */
export function nameKind(kind: TellingKind): string {
  return tellingStrings.kinds[kind];
}
