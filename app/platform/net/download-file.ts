import { saveFile } from '../storage/save-file.ts';
import { accessRaw, NetworkError, OfflineModeError } from './api.ts';
import { formatQuery } from './http.ts';
import { isOffline } from './reach.ts';

/**
 * Downloads a file that needs the session's token, which a link can't send, or whose refusal is to be told.
 *
 * @returns its size in bytes
 * @throws as `call` does
 */
export async function downloadFile(path: string, query: Record<string, unknown>, fileName: string): Promise<number> {
  const { baseUrl, headers, explain } = accessRaw();
  if (isOffline()) throw new OfflineModeError();
  const response = await fetch(baseUrl + path + formatQuery(query), { headers, credentials: 'same-origin' }).catch(
    lost,
  );
  if (!response.ok) {
    const retryAfter = response.headers.get('Retry-After');
    throw explain({ status: response.status, text: await response.text().catch(lost), retryAfter });
  }
  const content = await response.blob().catch(lost);
  saveFile(new File([content], fileName, { type: content.type }));
  return content.size;
}

function lost(cause: unknown): never {
  throw new NetworkError(cause);
}
