import { type ExportFormat, exchangeCalls } from '../../../contracts/calls/exchange-calls.ts';
import { slugOf } from '../../../contracts/open-parcours.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { downloadFile } from '../../platform/net/download-file.ts';
import { saveAddress } from '../../platform/storage/save-file.ts';

addCalls(exchangeCalls);

/** A file that was saved. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Downloads a parcours. The browser itself downloads the ZIP, which may have gigabytes, and shows how far it is: it has only
 * begun then. The other formats are saved whole.
 *
 * @param name the parcours', for the file's
 * @returns null for the ZIP
 * @throws as `call` does
 */
export async function downloadParcours(
  parcoursId: ParcoursId,
  name: string,
  format: ExportFormat,
): Promise<SavedFile | null> {
  const { link } = await call('exportParcours', { params: { mapId: parcoursId }, body: { format } });
  if (format === 'zip') {
    saveAddress(link, '');
    return null;
  }
  const fileName = `${slugOf(name) || `parcours-${parcoursId}`}.${format === 'randonnee' ? 'randonnee.geojson' : format}`;
  return { name: fileName, bytes: await downloadFile(link, {}, fileName) };
}
