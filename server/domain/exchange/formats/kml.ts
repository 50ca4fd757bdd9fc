import type { Position } from '../../../../contracts/geo.ts';
import type { ExportedParcours, ExportedPlace } from '../../../../contracts/parcours-file.ts';
import { languageFrom } from '../../../../contracts/vocabulary.ts';
import { markupText } from '../../markup-text.ts';
import { type ExchangeWords, exchangeWords } from '../exchange-words.ts';
import { formatDegrees, listInOrder, numbersOf, ownTelling } from './exported-places.ts';
import { XML_DECLARATION, xmlElement } from './xml-text.ts';

const NAMESPACES = 'xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom"';
/** Without it, Google Earth covers the map of a zone with white. Colours are written as alpha, blue, green, red. */
const ZONE_STYLE =
  '<Style id="zone"><LineStyle><color>ff3651c4</color><width>2</width></LineStyle>' +
  '<PolyStyle><color>403651c4</color></PolyStyle></Style>\n';

/**
 * Writes a parcours as KML 2.2 (OGC 07-147r2), piece by piece: places as points and polygons, in a folder each for those
 * with a number, those without, and planned ones, named in the parcours' language.
 */
export function* writeKml(parcours: ExportedParcours): Generator<string> {
  const { name, description, link } = parcours;
  const { folders } = exchangeWords[languageFrom([parcours.drop_ici.about.language])];
  const head = `${xmlElement('name', name)}${writeLink(link)}${writeDescription(description)}`;
  yield `${XML_DECLARATION}<kml ${NAMESPACES}><Document>${head}\n${ZONE_STYLE}`;
  const places = listInOrder(parcours);
  const numbers = numbersOf(parcours);
  for (const kind of ['steps', 'others', 'planned'] as const) {
    const inside = places.filter((place) => kindOf(place) === kind);
    if (inside.length === 0) continue;
    yield `<Folder>${xmlElement('name', folders[kind])}\n`;
    for (const place of inside) yield writePlacemark(parcours, place, numbers.get(place));
    yield '</Folder>\n';
  }
  yield '</Document></kml>\n';
}

function kindOf({ properties: { drop_ici } }: ExportedPlace): keyof ExchangeWords['folders'] {
  if (drop_ici.planned) return 'planned';
  return drop_ici.step === null ? 'others' : 'steps';
}

// The schema wants the elements in this order.
function writePlacemark(parcours: ExportedParcours, place: ExportedPlace, number: number | undefined): string {
  const { name, description, link, drop_ici } = place.properties;
  const telling = ownTelling(parcours, place);
  const data = [
    ['number', number === undefined ? '' : String(number)],
    // Google My Maps shows each as a column.
    ['text', telling === undefined || telling.text === description ? '' : telling.text],
    ['link', telling?.link ?? ''],
    ['file', drop_ici.sound?.file ?? ''],
  ] as const;
  const written = data
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `<Data name="drop_ici:${key}">${xmlElement('value', value)}</Data>`);
  return [
    '<Placemark>',
    xmlElement('name', name),
    writeLink(link),
    writeDescription(description),
    place.geometry.type === 'Polygon' ? '<styleUrl>#zone</styleUrl>' : '',
    written.length === 0 ? '' : `<ExtendedData>${written.join('')}</ExtendedData>`,
    writeGeometry(place.geometry),
    '</Placemark>\n',
  ].join('');
}

/** Writes what readers take for HTML, so that a text with signs of HTML is shown as it was typed, and does nothing. */
function writeDescription(text: string): string {
  return xmlElement('description', text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;'));
}

function writeLink(link: string | undefined): string {
  return link === undefined ? '' : `<atom:link href="${markupText(link)}"/>`;
}

function writeGeometry(geometry: ExportedPlace['geometry']): string {
  if (geometry.type === 'Point') return `<Point>${writeCoordinates([geometry.coordinates])}</Point>`;
  const rings = geometry.coordinates.map((ring, index) => {
    const boundary = index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
    return `<${boundary}><LinearRing>${writeCoordinates(ring)}</LinearRing></${boundary}>`;
  });
  return `<Polygon><tessellate>1</tessellate>${rings.join('')}</Polygon>`;
}

function writeCoordinates(positions: readonly Position[]): string {
  const written = positions.map(([lng, lat]) => `${formatDegrees(lng)},${formatDegrees(lat)}`);
  return `<coordinates>${written.join(' ')}</coordinates>`;
}
