import { BYTE_ORDER_MARK, formatCsvRow, PLACE_COLUMNS } from '../../../../contracts/csv-text.ts';
import type { ExportedParcours } from '../../../../contracts/parcours-file.ts';
import { positionOf } from '../../../../contracts/zone-middle.ts';
import { listInOrder, numbersOf, ownTelling } from './exported-places.ts';

/**
 * Writes a parcours as CSV for a spreadsheet, row by row. `texte` is Markdown, `fichier` the sound's name in the ZIP; of a
 * zone, there is a position inside it. `numero` is the number that visitors see.
 */
export function* writeCsv(parcours: ExportedParcours): Generator<string> {
  yield BYTE_ORDER_MARK + formatCsvRow(PLACE_COLUMNS);
  const numbers = numbersOf(parcours);
  for (const place of listInOrder(parcours)) {
    const { name, drop_ici } = place.properties;
    const [lng, lat] = positionOf(place.geometry);
    const telling = ownTelling(parcours, place);
    yield formatCsvRow([
      name,
      lat,
      lng,
      telling?.text ?? '',
      drop_ici.sound?.file ?? '',
      numbers.get(place) ?? '',
      telling?.link ?? '',
    ]);
  }
}
