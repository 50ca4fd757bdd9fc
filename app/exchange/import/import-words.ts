import { IMPORT_PLACES_MAX, ImportError, type ImportFault, type SkipReason } from '../../../contracts/imported-file.ts';
import { UNDELETE_DAYS } from '../../../contracts/limits.ts';
import { wordsFor } from '../../page/error-words.ts';
import { manageStrings } from '../../places/place-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const places = (count: number): string => `${count}\u00a0${plural(count, 'lieu', 'lieux')}`;
const sounds = (count: number): string => `${count}\u00a0${plural(count, 'son', 'sons')}`;

const quote = (name: string): string => `«\u00a0${name}\u00a0»`;

const french = {
  get title() {
    return manageStrings.import.open;
  },
  hint: 'Un fichier d’un autre outil\u00a0: vous voyez d’abord ce qui deviendrait un lieu. Rien n’est créé avant «\u00a0Importer\u00a0».',
  choose: 'Choisir un fichier',
  drop: 'ou le déposer ici',
  formats: 'GeoJSON, GPX, KML, KMZ, CSV, uMap, ou un ZIP avec des sons',
  oneFile: 'Un fichier à la fois. Mettez plusieurs fichiers dans un ZIP.',
  csvHelp: 'Quelles colonnes pour un CSV\u00a0?',
  csvColumns:
    'Une première ligne avec les noms des colonnes\u00a0: nom, latitude, longitude, et si vous voulez texte, lien et fichier (le nom du son dans le ZIP). Dans un tableur\u00a0: «\u00a0Enregistrer sous\u00a0», CSV.',
  reading: (name: string) => `Lecture de «\u00a0${name}\u00a0»…`,
  cancel: 'Annuler',
  other: 'Choisir un autre fichier',
  fileFault: (text: string, line: number | null) =>
    line === null ? text : `${text} Voyez la ligne\u00a0${line} du fichier.`,
  faults: {
    'too-large':
      'Ce fichier est trop lourd\u00a0: 20\u00a0Mo au plus, une fois décompressé et sans les sons. Coupez-le en plusieurs.',
    empty: 'Ce fichier est vide.',
    unknown:
      'Ce fichier n’est ni du GeoJSON, ni du GPX, ni du KML, ni un CSV, ni un ZIP. Exportez vos lieux dans l’un de ces formats.',
    spreadsheet: 'C’est un classeur de tableur. Enregistrez-le au format CSV, puis réessayez.',
    shapefile: 'C’est un shapefile. Exportez-le en GeoJSON (WGS\u00a084), puis réessayez.',
    'not-xml': 'Ce fichier est illisible\u00a0: il est abîmé ou incomplet.',
    'not-json': 'Ce fichier est illisible\u00a0: son JSON est abîmé ou incomplet.',
    'not-gpx': 'Ce fichier n’est pas du GPX.',
    entities: 'Ce fichier contient des déclarations (DOCTYPE) qu’aucun GPX ni KML n’utilise\u00a0: il n’est pas lu.',
    'too-deep': 'Ce fichier emboîte trop de dossiers\u00a0: il n’est pas lu.',
    nowhere: 'Aucun point de ce fichier n’a de position lisible.',
    'no-line': 'Ce fichier ne contient ni trace ni itinéraire.',
    link: 'Ce fichier ne contient qu’un lien vers une carte en ligne. Exportez la carte elle-même\u00a0: sur votre carte Google, décochez «\u00a0Garder les données à jour\u00a0».',
    projected:
      'Les coordonnées de ce fichier sont en mètres, dans un système qu’il ne nomme pas ou que l’app ne lit pas. Exportez-le en WGS\u00a084 (EPSG\u00a04326). Si c’est du Lambert\u00a093, nommez les colonnes du tableau «\u00a0x_l93\u00a0» et «\u00a0y_l93\u00a0», ou gardez dans le GeoJSON sa mention «\u00a0EPSG:2154\u00a0».',
    columns: 'Ce tableau n’a pas de colonnes «\u00a0latitude\u00a0» et «\u00a0longitude\u00a0» dans sa première ligne.',
    'damaged-zip': 'Ce ZIP est abîmé ou incomplet. Téléchargez-le ou faites-le à nouveau.',
    'locked-zip': 'Ce ZIP est protégé par un mot de passe. Faites-en un sans mot de passe.',
    'nothing-in-zip': 'Ce ZIP ne contient ni lieux ni sons.',
    'no-parcours':
      'Ce fichier n’est pas le ZIP d’une carte entière, tel que «\u00a0Exporter ou imprimer\u00a0» l’enregistre. Pour le fichier d’un autre outil, ouvrez une carte, puis «\u00a0Importer des lieux\u00a0».',
    'later-parcours': 'Ce ZIP vient d’une version plus récente de Drop ici, que ce serveur ne lit pas encore.',
  } satisfies Record<ImportFault, string>,
  unreadable: 'Ce fichier n’a pas pu être lu.',
  found: (count: number) => `${places(count)} dans ce fichier`,
  none: 'Aucun lieu dans ce fichier',
  noneHint: 'Rien de ce fichier ne peut devenir un lieu.',
  map: 'Aperçu des lieux du fichier',
  all: (count: number) => `Tous les lieux du fichier (${count})`,
  list: 'Lieux du fichier',
  point: 'point',
  zone: 'zone',
  withText: 'avec un texte',
  withSound: (name: string) => `son «\u00a0${name}\u00a0»`,
  soundMissing: (name: string) => `le son «\u00a0${name}\u00a0» manque`,
  soundTaken: (name: string) => `le son «\u00a0${name}\u00a0» est déjà donné à un autre lieu`,
  twins: { here: 'déjà sur cette carte', file: 'deux fois dans le fichier' },
  shapes: 'Rien n’est encore créé.',
  swapped: 'Coordonnées inversées\u00a0? La latitude semble être à la place de la longitude.',
  swap: 'Inverser',
  unswap: 'Remettre dans l’ordre du fichier',
  isSwapped: 'Les coordonnées sont lues dans l’autre sens.',
  skippedTitle: (count: number) =>
    plural(count, 'Une partie n’est pas reprise', `${count}\u00a0parties ne sont pas reprises`),
  skipped: {
    line: (count: number) =>
      plural(
        count,
        'Un tracé\u00a0: une carte n’a que des points et des zones.',
        `${count}\u00a0tracés\u00a0: une carte n’a que des points et des zones.`,
      ),
    nowhere: (count: number) => plural(count, 'Un élément sans position.', `${count}\u00a0éléments sans position.`),
    swapped: (count: number) =>
      plural(count, 'Une latitude au-delà des pôles.', `${count}\u00a0latitudes au-delà des pôles.`),
    projected: (count: number) =>
      plural(
        count,
        'Un élément dont les coordonnées ne sont pas en degrés.',
        `${count}\u00a0éléments dont les coordonnées ne sont pas en degrés.`,
      ),
    flat: (count: number) =>
      plural(
        count,
        'Une zone trop étroite\u00a0: personne ne peut s’y tenir.',
        `${count}\u00a0zones trop étroites\u00a0: personne ne peut s’y tenir.`,
      ),
    endless: (count: number) =>
      plural(count, 'Une zone qui fait le tour de la Terre.', `${count}\u00a0zones qui font le tour de la Terre.`),
    detailed: (count: number) =>
      plural(
        count,
        'Une zone de plus de 10\u00a0000 points\u00a0: simplifiez-la.',
        `${count}\u00a0zones de plus de 10\u00a0000 points\u00a0: simplifiez-les.`,
      ),
    broken: (count: number) =>
      plural(count, 'Une zone au contour incomplet.', `${count}\u00a0zones au contour incomplet.`),
    picture: (count: number) =>
      plural(count, 'Une image posée sur la carte.', `${count}\u00a0images posées sur la carte.`),
    link: (count: number) =>
      plural(count, 'Un lien vers une autre carte.', `${count}\u00a0liens vers d’autres cartes.`),
    unknown: (count: number) => plural(count, 'Une forme inconnue.', `${count}\u00a0formes inconnues.`),
    'too-many': (count: number) =>
      `${places(count)} de trop\u00a0: ${IMPORT_PLACES_MAX} au plus par fichier. Coupez-le en plusieurs.`,
  } satisfies Record<SkipReason, (count: number) => string>,
  names: (names: readonly string[], others: number) => `${names.map(quote).join(', ')}${others > 0 ? '…' : ''}`,
  shortened: (count: number) =>
    plural(count, 'Un texte trop long est coupé.', `${count}\u00a0textes trop longs sont coupés.`),
  forPlaces: (count: number) =>
    plural(
      count,
      'Un son porte le nom d’un lieu de la carte qui n’en a pas\u00a0: il lui est donné.',
      `${count}\u00a0sons portent le nom de lieux de la carte qui n’en ont pas\u00a0: ils leur sont donnés.`,
    ),
  allSounded: (count: number) => `Tous les lieux qui reçoivent un son (${count})`,
  sounded: 'Lieux de la carte qui reçoivent un son',
  lines: (count: number) =>
    plural(
      count,
      'Ce fichier a un tracé\u00a0: la répétition peut y faire marcher quelqu’un, et montrer quelle histoire démarre où.',
      `Ce fichier a ${count}\u00a0tracés\u00a0: la répétition peut faire marcher quelqu’un sur celui que vous y choisissez, et montrer quelle histoire démarre où.`,
    ),
  linesFirst: 'Importez d’abord les lieux si vous les voulez\u00a0: ce bouton revient ensuite.',
  rehearse: 'Utiliser comme trajet de répétition',
  isParcours:
    'C’est le ZIP d’une carte entière. Ici n’en viennent que les lieux, avec leur texte et leur son dans la première langue. Pour reprendre aussi les images, les versions et l’ordre, faites-en une nouvelle carte.',
  asParcours: 'En faire une nouvelle carte',
  unused: (count: number) =>
    plural(
      count,
      'Un son n’a pas de lieu\u00a0: ni une colonne «\u00a0fichier\u00a0» ni un titre ne le nomme.',
      `${count}\u00a0sons n’ont pas de lieu\u00a0: ni une colonne «\u00a0fichier\u00a0» ni un titre ne les nomme.`,
    ),
  compose: (count: number) => plural(count, 'Placer ce son sur la carte', `Placer ces ${count}\u00a0sons sur la carte`),
  approval: 'Les lieux seront visibles de tous les membres, sans numéro d’étape.',
  open: 'Le parcours est ouvert\u00a0: tout le monde verra les lieux, sans numéro d’étape.',
  confirm: (count: number, soundCount: number) => {
    if (count === 0 && soundCount > 0) return `Importer ${sounds(soundCount)}`;
    return count === 0 ? 'Importer' : `Importer ${places(count)}`;
  },
  importing: (done: number, total: number) => `Import\u00a0: ${done} sur ${total}`,
  background: 'Vous pouvez fermer ce panneau\u00a0: l’import continue tant que l’app est ouverte.',
  takingBack: 'L’import est annulé…',
  halted: (done: number, total: number, why: string) =>
    `L’import s’est arrêté à ${done} sur ${total}. ${why} Rien n’est fait deux fois si vous continuez.`,
  goOn: 'Continuer',
  takeBack: 'Annuler l’import',
  takeBackFailed: (why: string) => `L’import n’est pas annulé. ${why}`,
  done: (count: number) =>
    count === 0 ? 'Import terminé.' : `${places(count)} ${plural(count, 'importé', 'importés')}.`,
  doneSounds: (count: number) =>
    plural(
      count,
      'Un son est converti puis envoyé par cet appareil\u00a0: laissez l’app ouverte.',
      `${count}\u00a0sons sont convertis puis envoyés par cet appareil\u00a0: laissez l’app ouverte.`,
    ),
  lostSounds: (names: readonly string[]) =>
    `${plural(names.length, 'Ce son est abîmé', 'Ces sons sont abîmés')} dans le ZIP\u00a0: ${names.join(', ')}.`,
  last: (name: string, count: number, soundCount: number) =>
    `Dernier import\u00a0: «\u00a0${name}\u00a0», ${count > 0 ? places(count) : sounds(soundCount)}.`,
  interrupted: (name: string, count: number, left: number) =>
    `L’import de «\u00a0${name}\u00a0» a été interrompu\u00a0: ${places(count)} ${plural(count, 'importé', 'importés')}, ${left} à faire. Choisissez à nouveau ce fichier pour continuer\u00a0: ce qui est déjà sur la carte n’est pas coché.`,
  takenBack: (count: number, keptSounds: number) =>
    [
      count === 0
        ? 'L’import est annulé.'
        : `L’import est annulé\u00a0: ${places(count)} ${plural(count, 'supprimé', 'supprimés')}, à rétablir pendant ${UNDELETE_DAYS}\u00a0jours.`,
      ...(keptSounds === 0
        ? []
        : [`${sounds(keptSounds)} déjà ${plural(keptSounds, 'envoyé reste', 'envoyés restent')}.`]),
    ].join(' '),
  again: 'Importer un autre fichier',
  close: 'Fermer',
} as const;

export type ImportWords = WordsOf<typeof french>;

/** The words of importing places from files of other tools. */
export const importStrings = inLanguages(french, { en: async () => (await import('./import-words.en.ts')).english });

/** Explains why a file could not be read, or a step of an import failed. */
export function wordsForImport(error: Error): string {
  if (!(error instanceof ImportError)) {
    return error.name === 'WorkerCrashedError' ? importStrings.unreadable : wordsFor(error);
  }
  return importStrings.fileFault(importStrings.faults[error.fault], error.fileLine);
}
