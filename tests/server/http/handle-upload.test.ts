import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { AppError } from '../../../server/domain/app-error.ts';
import { createErrorHandler } from '../../../server/http/errors.ts';
import { createHandle, type Handler } from '../../../server/http/handle.ts';
import { createRateLimit } from '../../../server/http/rate-limit.ts';
import { createLog } from '../../../server/log.ts';
import { call } from '../../support/api.ts';

const ANSWER = { place_id: PlaceId.parse(1), media_data: { link: '/a.wav', length: 1, peaks: null } };

let incomingDir: string;
let server: Server;
let logged: string[];
/** What the call does with what was received. */
let handler: Handler<'uploadAudio'>;
/** At the end of the call: whether it had been answered by then, and which files were there. */
let ends: { readonly isAnswered: boolean; readonly files: readonly string[] }[];
beforeEach(async () => {
  incomingDir = await mkdtemp(join(tmpdir(), 'drop-ici-handle-'));
  [logged, ends] = [[], []];
  const log = createLog('info', { write: (line) => logged.push(line) });
  const limit = createRateLimit({ times: 100, perS: 60 });
  const admit = async () => ({ id: UserId.parse(1), role: 'user', sessionId: 'one' }) as const;
  const app = express();
  const router = express.Router();
  let isAnswered = () => false;
  app.use((_request, response, next) => {
    isAnswered = () => response.headersSent;
    next();
  });
  app.use(router);
  app.use(createErrorHandler(log));
  const handle = createHandle({ router, incomingDir, admit, limit, jsonLimit: limit, log });
  handle('uploadAudio', (received) => handler(received), {
    fileBytesMax: 1000,
    open: async () => () => {
      ends.push({ isAnswered: isAnswered(), files: readdirSync(incomingDir) });
    },
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(incomingDir, { recursive: true });
});

function upload() {
  const input = { file: new Blob(['RIFF']), fields: { place_id: ANSWER.place_id, size: 4, length: 1 } };
  return call(`http://localhost:${(server.address() as AddressInfo).port}`, 'uploadAudio', input, 'token');
}

/** Puts something in the place of a received file that is not removed as files are. */
async function spoil(path: string): Promise<void> {
  await rm(path);
  await mkdir(path);
}

test('a call with a file is over, and the file gone, before it is answered: who calls again at once finds the room', async () => {
  handler = async () => ANSWER;
  expect(await upload()).toEqual(ANSWER);
  expect(ends).toEqual([{ isAnswered: false, files: [] }]);
  handler = async () => {
    throw new AppError('forbidden', 'No');
  };
  await expect(upload()).rejects.toMatchObject({ code: 'forbidden' });
  expect(ends.at(-1)).toEqual({ isAnswered: false, files: [] });
});

test('a received file that cannot be removed changes no answer, and is told of in the log', async () => {
  handler = async ({ upload: { path } }) => {
    await spoil(path);
    return ANSWER;
  };
  expect(await upload()).toEqual(ANSWER);
  handler = async ({ upload: { path } }) => {
    await spoil(path);
    throw new AppError('forbidden', 'No');
  };
  await expect(upload()).rejects.toMatchObject({ code: 'forbidden' });
  expect(logged).toEqual([0, 1].map(() => expect.stringContaining('a received file stays')));
  expect(ends).toMatchObject([{ isAnswered: false }, { isAnswered: false }]);
});
