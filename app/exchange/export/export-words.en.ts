import { formatSize } from '../../ui/number-words.ts';
import type { ExportWords } from './export-words.ts';

export const english = {
  title: 'Export or print',
  hint: 'This map as a file, for another installation, Google My Maps, a GPS or a spreadsheet, and on paper.',
  printTitle: 'Print the texts',
  printHint: 'The texts of this map, on paper or as PDF.',

  file: 'As a file',
  what: 'The places that all members see, and those to record. Neither the members, nor who did what.',
  format: 'What for',
  formats: {
    zip: {
      label: 'Everything, for another installation',
      hint: 'ZIP: the places, the original sounds, the pictures, the texts. Imported elsewhere, it is the same map.',
    },
    csv: {
      label: 'Spreadsheet',
      hint: 'CSV, for LibreOffice or Excel: a line for each place.',
    },
    kml: {
      label: 'Google My Maps, uMap',
      hint: 'KML: the places and zones, in folders, with their texts.',
    },
    kmz: {
      label: 'Google Earth',
      hint: 'KMZ: the same KML file, but smaller.',
    },
    gpx: {
      label: 'Hiking GPS',
      hint: 'GPX, for Garmin, OsmAnd or Organic Maps: a point for each place, without the sounds.',
    },
    geojson: {
      label: 'Mapping software',
      hint: 'GeoJSON, for QGIS, uMap or geojson.io: everything but the sounds and pictures.',
    },
    randonnee: {
      label: 'A French community’s open data',
      hint: 'GeoJSON by the French national schema of hiking routes (PnX-SI, schema.data.gouv.fr).',
    },
  },
  randonneeNote: 'The line joins the stops straight: replace it by the real way before you publish it.',
  randonneeSteps: 'It needs at least two numbered stops, given in “Order of places”.',
  randonneeAuthors:
    'The schema asks who publishes it: write the authors in “Practical information”, otherwise the file will say that it is unknown.',
  download: 'Download',
  failed: (text: string) => `The file couldn’t be downloaded. ${text}`,
  begun: 'The download begins: the browser shows how far it is.',
  saved: (name: string, bytes: number) => `Saved: ${name} (${formatSize(bytes)})`,

  paper: 'On paper',
  paperHint:
    'The text of all places in their order, with what is said. For a PDF file, choose it in the window for printing.',
  print: 'Print all texts',
  said: 'What is said',
  listen: 'Listen to these stories',
} satisfies ExportWords;
