import { titles } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const frenchLegalStrings = {
  get termsTitle() {
    return titles.terms;
  },
  updated: 'Dernière mise à jour : décembre 2026',
  contents: 'Sommaire',
  ownServer: 'notre propre serveur',
  placeholders: {
    association: 'nom de l’association à compléter',
    associationContact: 'contact de l’association à compléter',
    hosting: 'nom et adresse de l’hébergeur à compléter',
    dpoContact: 'contact du délégué à la protection des données à compléter',
    auditor: 'auteur de l’audit à compléter',
    rate: 'taux à compléter',
    date: 'date à compléter',
    mapHost: 'fournisseur de la carte',
    geocoderHost: 'service de recherche d’adresses',
  },
  /** For people who accepted earlier terms. */
  newTerms: {
    changed: 'Nos conditions d’utilisation ont changé.',
    read: 'Lire',
    ask: 'Ces conditions ont changé depuis que vous les avez acceptées.',
    accept: 'J’accepte',
  },
} as const;

const frenchAboutStrings = {
  title: 'About Drop',
  slogan: 'Located Audio!',
  text: 'Des voix, des histoires et des ambiances, posées là où elles se sont passées. Marchez, et écoutez ce que les lieux ont à dire.',
  social: 'Suivre Drop ici',
  website: 'Le site de Drop ici',
  terms: 'Conditions d’utilisation',
} as const;

const frenchLicencesStrings = {
  get title() {
    return titles.licences;
  },
  lead: 'Drop ici est un logiciel libre, sous licence MIT. Il emploie le travail d’autres personnes, chacun sous sa propre licence.',
  notices: 'Lire tous les textes',
  noticesHint: 'Les avis et les licences, en entier et dans leur langue. Il faut du réseau pour les ouvrir.',
  converter: {
    title: 'Le convertisseur audio',
    what: (version: string) =>
      `Pour convertir certains fichiers audio, le navigateur charge ffmpeg-core${version === '' ? '' : ` ${version}`} : FFmpeg 5.1 compilé avec x264 et x265. C’est un programme à part, sous licence GNU GPL, version 2 ou ultérieure.`,
    source: 'Son code source',
    offer:
      '{association} s’engage, pendant au moins trois ans après vous avoir fourni ce programme, à remettre à toute personne qui le demande une copie complète de son code source, sur un support usuel, sans demander plus que le prix de l’envoi. Contact : {associationContact}.',
  },
  fonts: {
    title: 'Les polices',
    text: 'Figtree et Fraunces, sous licence SIL Open Font License 1.1.',
  },
  maps: {
    title: 'Les données de carte',
    streets:
      'Carte en ligne : © les contributeurs d’OpenStreetMap, sous licence ODbL. La carte affiche ses sources ; le fond par défaut vient d’OpenFreeMap, avec le schéma d’OpenMapTiles.',
    land: 'Contours des terres de la carte de secours : Natural Earth, domaine public.',
  },
  inApp: (count: number) => `Dans l’application (${count})`,
  onServer: (count: number) => `Sur le serveur (${count})`,
  failed: 'La liste des logiciels ne s’est pas chargée. Vérifiez le réseau, puis réessayez.',
} as const;

const french = {
  legalStrings: frenchLegalStrings,
  aboutStrings: frenchAboutStrings,
  licencesStrings: frenchLicencesStrings,
};
export type LegalWords = WordsOf<typeof french>;

/** The words around the terms, and those of the screens About and licences. `{...}` is replaced by a fact of the deployment. */
export const { legalStrings, aboutStrings, licencesStrings } = inLanguages(french, {
  en: async () => (await import('./legal-words.en.ts')).english,
});
