import type { ExportedParcours, ExportedPlace } from '../../../../contracts/parcours-file.ts';
import { positionOf } from '../../../../contracts/zone-middle.ts';
import { LICENCE_TEXTS } from '../../licences.ts';
import { markupText } from '../../markup-text.ts';
import { formatDegrees, listInOrder } from './exported-places.ts';
import { XML_DECLARATION, xmlElement } from './xml-text.ts';

/**
 * Writes a parcours as GPX 1.1 (https://www.topografix.com/GPX/1/1/), piece by piece: each place is a waypoint, a zone by a
 * position inside it. Planned places, which walkers don't see, are left out.
 */
export function* writeGpx(parcours: ExportedParcours): Generator<string> {
  yield `${XML_DECLARATION}<gpx version="1.1" creator="Drop ici" xmlns="http://www.topografix.com/GPX/1/1">\n`;
  yield `<metadata>${writeMetadata(parcours)}</metadata>\n`;
  for (const place of listInOrder(parcours)) if (!place.properties.drop_ici.planned) yield writeWaypoint(place);
  yield '</gpx>\n';
}

// The schema wants the elements in this order.
function writeMetadata({ name, description, link, drop_ici: { about } }: ExportedParcours): string {
  const { authors = '', licence } = about.facts;
  const url = licence === undefined || licence === 'reserved' ? null : LICENCE_TEXTS[licence][1];
  return [
    xmlElement('name', name),
    xmlElement('desc', description),
    authors === '' ? '' : `<author>${xmlElement('name', authors)}</author>`,
    url === null ? '' : `<copyright author="${markupText(authors)}">${xmlElement('license', url)}</copyright>`,
    writeLink(link),
  ].join('');
}

function writeWaypoint({ geometry, properties: { name, description, link } }: ExportedPlace): string {
  const [lng, lat] = positionOf(geometry);
  // The schema's longitudes end before 180.
  const at = `lat="${formatDegrees(lat)}" lon="${formatDegrees(lng === 180 ? -180 : lng)}"`;
  return `<wpt ${at}>${xmlElement('name', name)}${xmlElement('desc', description)}${writeLink(link)}</wpt>\n`;
}

function writeLink(link: string | undefined): string {
  return link === undefined ? '' : `<link href="${markupText(link)}"/>`;
}
