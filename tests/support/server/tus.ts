import { RESUMABLE_PATH } from '../../../contracts/recording.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Person } from './people.ts';

/** A request of the tus protocol, and what it comes to. */
export interface TusRequest {
  readonly method: string;
  readonly path?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** Needed for a body that is a stream. */
  readonly duplex?: 'half';
}

/** Sends a request of the protocol, with its version unless `headers` says otherwise. */
export function tus(
  origin: string,
  { method, path = '', token, headers = {}, body, duplex }: TusRequest,
): Promise<Response> {
  const send = () =>
    fetch(`${origin}${RESUMABLE_PATH}${path}`, {
      method,
      headers: {
        'Tus-Resumable': '1.0.0',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(duplex === undefined ? {} : { duplex }),
    });
  // The server may just have ended the connection that this reuses, after it refused a body.
  return method === 'HEAD' ? send().catch(send) : send();
}

/** The header that tells what an upload is for. */
export function metadata(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',');
}

/** Begins an upload of `bytes` to a place, and returns its id. */
export async function beginUpload(
  origin: string,
  person: Person,
  placeId: PlaceId,
  bytes: number,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await tus(origin, {
    method: 'POST',
    token: person.token,
    headers: { 'Upload-Length': String(bytes), 'Upload-Metadata': metadata({ place_id: placeId, ...more }) },
  });
  if (answer.status !== 201) throw new Error(`Expected 201, got ${answer.status}: ${await answer.text()}`);
  return (answer.headers.get('Location') ?? '').slice(RESUMABLE_PATH.length + 1);
}

/** Sends a part of an upload, from `offset`. */
export function sendPart(origin: string, person: Person, id: string, offset: number, body: Blob): Promise<Response> {
  return tus(origin, {
    method: 'PATCH',
    path: `/${id}`,
    token: person.token,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body,
  });
}

/** How many bytes of an upload the server says to have. */
export async function offsetOf(origin: string, person: Person, id: string): Promise<number> {
  const answer = await tus(origin, { method: 'HEAD', path: `/${id}`, token: person.token });
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status}`);
  return Number(answer.headers.get('Upload-Offset'));
}
