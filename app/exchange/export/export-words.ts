import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { formatSize } from '../../ui/number-words.ts';

const french = {
  title: 'Exporter ou imprimer',
  hint: 'Cette carte en fichier, pour une autre installation, Google My Maps, un GPS ou un tableur, et sur papier.',
  printTitle: 'Imprimer les textes',
  printHint: 'Les textes de cette carte, sur papier ou en PDF.',

  file: 'En fichier',
  what: 'Les lieux que tous les membres voient, et ceux à enregistrer. Ni les membres, ni qui a fait quoi.',
  format: 'Pour quoi faire',
  formats: {
    zip: {
      label: 'Tout, pour une autre installation',
      hint: 'ZIP\u00a0: les lieux, les sons d’origine, les images, les textes. Importée ailleurs, c’est la même carte.',
    },
    csv: {
      label: 'Tableur',
      hint: 'CSV, pour LibreOffice ou Excel\u00a0: une ligne par lieu.',
    },
    kml: {
      label: 'Google My Maps, uMap',
      hint: 'KML\u00a0: les lieux et les zones, rangés en dossiers, avec leurs textes.',
    },
    kmz: {
      label: 'Google Earth',
      hint: 'KMZ\u00a0: le même fichier KML, en plus petit.',
    },
    gpx: {
      label: 'GPS de randonnée',
      hint: 'GPX, pour Garmin, OsmAnd ou Organic Maps\u00a0: un point par lieu, sans les sons.',
    },
    geojson: {
      label: 'Logiciels de cartographie',
      hint: 'GeoJSON, pour QGIS, uMap ou geojson.io\u00a0: tout, sauf les sons et les images.',
    },
    randonnee: {
      label: 'Données ouvertes d’une collectivité',
      hint: 'GeoJSON au schéma national «\u00a0Itinéraires de randonnée\u00a0» (PnX-SI).',
    },
  },
  randonneeNote: 'Le tracé relie les étapes en ligne droite\u00a0: remplacez-le par le vrai chemin avant de publier.',
  randonneeSteps: 'Il faut au moins deux étapes numérotées, avec «\u00a0Ordre des lieux\u00a0».',
  randonneeAuthors:
    'Le schéma demande qui publie\u00a0: écrivez les auteurs dans «\u00a0Informations pratiques\u00a0», sinon le fichier dira «\u00a0Non renseigné\u00a0».',
  download: 'Télécharger',
  failed: (text: string) => `Le fichier n’a pas pu être téléchargé. ${text}`,
  begun: 'Le téléchargement commence\u00a0: le navigateur montre où il en est.',
  saved: (name: string, bytes: number) => `Enregistré\u00a0: ${name} (${formatSize(bytes)})`,

  paper: 'Sur papier',
  paperHint:
    'Le texte de tous les lieux dans leur ordre, avec ce qui est dit. Pour un fichier PDF, choisissez-le dans la fenêtre d’impression.',
  print: 'Imprimer le parcours',
  said: 'Ce qui est dit',
  listen: 'Écouter ce parcours',
};

export type ExportWords = WordsOf<typeof french>;

/** The words of what leaves with a parcours, as files and on paper. */
export const exportStrings = inLanguages(french, { en: async () => (await import('./export-words.en.ts')).english });
