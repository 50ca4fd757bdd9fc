import type { ServerResponse } from 'node:http';
import { type CancellationContext, DataStore, type Locker, Server, type ServerOptions, Upload } from '@tus/server';
import type { Request, Response, Router } from 'express';
import { RESUMABLE_PATH, ResumableId, ResumableMetadata } from '../../contracts/recording.ts';
import { AppError } from '../domain/app-error.ts';
import type { SessionCaller } from '../domain/caller.ts';
import type { KeyedLocks } from '../domain/locks.ts';
import type { ResumableUpload, ResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import type { Admit } from './admission.ts';
import { faultsOf, invalidRequest } from './parse-call.ts';
import { DRAIN_MS, PART_TYPE, receivePart } from './receive-part.ts';

const TUS_VERSION = '1.0.0';
const UPLOAD_PATH = `${RESUMABLE_PATH}/:uploadId`;

/** An authenticated request. */
interface Admitted {
  readonly caller: SessionCaller;
  readonly response: ServerResponse;
  /** The upload concerned; null for a creation until the upload has begun. */
  upload: ResumableUpload | null;
}

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

/**
 * Serves uploads in parts by the tus protocol, each to its owner only. The tus package handles creation and HEAD; PATCH
 * and DELETE are handled here, with parts streamed straight from the connection.
 */
export function registerResumable(router: Router, uploads: ResumableUploads, admit: Admit): void {
  const running = new WeakMap<object, Admitted>();
  const admitted = (request: TusRequest): Admitted => {
    const node = request.runtime?.node?.req;
    const known = node === undefined ? undefined : running.get(node);
    if (known === undefined) throw new Error('Expected an authenticated request');
    return known;
  };
  const uploadOf = (request: TusRequest): ResumableUpload => {
    const { upload } = admitted(request);
    if (upload === null) throw new Error('Expected a request about an upload');
    return upload;
  };

  const tus = new TusServer({
    path: RESUMABLE_PATH,
    datastore: new UploadStore(uploads),
    relativeLocation: true,
    // Without a list the package would allow all origins.
    allowedOrigins: [],
    locker: lockerOf(uploads.locks),
    lockDrainTimeout: DRAIN_MS,
    getFileIdFromRequest: (request) => uploadOf(request).row.id,
    namingFunction: async (request, metadata) => {
      const asked = admitted(request);
      asked.upload = await uploads.begin(asked.caller, readNewUpload(request, metadata));
      setExpiry(asked.response, asked.upload);
      return asked.upload.row.id;
    },
    onResponseError: (_request, error) => {
      throw error instanceof Error ? error : toAppError(error);
    },
  });

  const serve = async (request: Request, response: Response): Promise<void> => {
    answerAs(response, null);
    hideHeader(request, 'x-forwarded-proto');
    await tus.handle(request, response);
  };

  router.options([RESUMABLE_PATH, UPLOAD_PATH], async (request, response) => {
    running.set(request, { caller: await admit(request), response, upload: null });
    await serve(request, response);
  });
  router.post(RESUMABLE_PATH, async (request, response) => {
    const asked: Admitted = { caller: await admit(request), response, upload: null };
    if (request.headers['content-type'] === PART_TYPE) {
      throw new AppError('invalid_request', 'Expected the creation of an upload to have no body');
    }
    running.set(request, asked);
    try {
      await serve(request, response);
    } catch (error) {
      // A repeated creation must not delete bytes that have arrived.
      if (asked.upload !== null && !(await hasArrived(asked.upload))) await uploads.abandon(asked.upload.row.id);
      throw error;
    }
    // It may have been abandoned by its key before the storage for its bytes was created.
    if (asked.upload !== null && (await uploads.rowOf(asked.upload.row.id)) === undefined) {
      await uploads.abandon(asked.upload.row.id);
    }
  });
  router
    .route(UPLOAD_PATH)
    .head(async (request, response) => {
      const found = await find(request, response);
      running.set(request, found);
      await serve(request, response);
    })
    .patch(async (request, response) => {
      const { caller, upload } = await find(request, response);
      await receivePart(request, response, uploads, caller, upload.row.id);
    })
    .delete(async (request, response) => {
      const { upload } = await find(request, response);
      await uploads.abandon(upload.row.id);
      response.status(204).end();
    });

  async function find(request: Request, response: Response) {
    const caller = await admit(request);
    const id = ResumableId.safeParse(request.params.uploadId);
    if (!id.success) throw new AppError('not_found', 'You have no unfinished upload with such an id');
    const upload = await uploads.find(caller, id.data);
    expectVersion(request);
    answerAs(response, upload);
    return { caller, response, upload };
  }

  async function hasArrived({ row }: ResumableUpload): Promise<boolean> {
    // If that is unknown the upload stays, until it expires.
    return (await uploads.parts.bytesOf(row.id).catch(() => 1)) > 0;
  }
}

/** Adapts our uploads to the package. It writes no bytes: {@link receivePart} does. */
class UploadStore extends DataStore {
  readonly #uploads: ResumableUploads;

  constructor(uploads: ResumableUploads) {
    super();
    this.#uploads = uploads;
    this.extensions = ['creation', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#uploads.parts.begin(upload.id);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#uploads.rowOf(id);
    if (row === undefined) throw new AppError('not_found', `There is no unfinished upload ${id}`);
    return new Upload({ id, size: row.size_bytes, offset: await this.#uploads.parts.bytesOf(id) });
  }
}

/** The package's server, with its error responses converted to ours. */
class TusServer extends Server {
  override async write(_context: CancellationContext, _headers: Headers, status: number, body = ''): Promise<never> {
    throw toAppError({ status_code: status, body });
  }
}

function toAppError(error: { readonly status_code: number; readonly body: string }): AppError {
  const message = error.body.trim();
  if (error.status_code === 409) return new AppError('conflict', message);
  if (error.status_code === 404 || error.status_code === 410) return new AppError('not_found', message);
  if (error.status_code === 413) return new AppError('too_large', message);
  // 501 means an unsupported extension of the protocol.
  if (error.status_code >= 500 && error.status_code !== 501)
    return new AppError('internal', 'The server failed; its log says why');
  return new AppError('invalid_request', message);
}

function readNewUpload(request: TusRequest, metadata: Record<string, string | null> = {}) {
  const read = ResumableMetadata.safeParse(metadata);
  if (!read.success) {
    throw invalidRequest(faultsOf(read.error), 'Upload-Metadata: ');
  }
  // The package has validated the header.
  const bytes = Number(request.headers.get('upload-length') ?? 0);
  if (bytes === 0) throw new AppError('invalid_request', 'Expected an Upload-Length above 0');
  const { place_id: placeId, session_id: sessionId, key } = read.data;
  return { bytes, placeId, sessionId, key };
}

/** Hides a header from the package, which rejects the value that two proxies in a row produce and does not need it. */
function hideHeader({ headers, rawHeaders }: Request, name: string): void {
  delete headers[name];
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  }
}

function expectVersion({ headers }: Request): void {
  if (headers['tus-resumable'] === TUS_VERSION) return;
  throw new AppError('invalid_request', `Expected version ${TUS_VERSION} of the protocol in Tus-Resumable`);
}

function answerAs(response: Response, upload: ResumableUpload | null): void {
  response.set({ 'Tus-Resumable': TUS_VERSION, 'Cache-Control': 'no-store' });
  if (upload !== null) setExpiry(response, upload);
}

function setExpiry(response: ServerResponse, { expiresAtMs }: ResumableUpload): void {
  response.setHeader('Upload-Expires', new Date(expiresAtMs).toUTCString());
}

function lockerOf(locks: KeyedLocks): Locker {
  return {
    newLock: (id) => {
      let unlock = (): void => undefined;
      return {
        lock: async (_signal, onWanted) => {
          unlock = await locks.take(id, () => void onWanted());
        },
        unlock: async () => unlock(),
      };
    },
  };
}
