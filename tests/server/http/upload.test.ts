import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { receiveUpload } from '../../../server/http/upload.ts';
import { makeFolder } from '../../support/test-folder.ts';

test('an upload whose sender disconnected before it was read is refused at once', async () => {
  const folder = await makeFolder();
  const app = express();
  const refused = new Promise<unknown>((resolve) => {
    app.post('/', async (request, response) => {
      socket.destroy();
      await new Promise((closed) => request.once('close', closed));
      const rules = { incomingDir: folder, fileBytesMax: 10_000, isStored: true, admit: async () => undefined };
      const body = { kind: 'multipart', schema: z.unknown(), file: 'audio', missingFile: 'none' } as const;
      receiveUpload(request, response, body, rules).then(resolve, resolve);
    });
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const socket = connect((server.address() as AddressInfo).port, 'localhost');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nContent-Type: multipart/form-data; boundary=cut\r\n\r\n' +
      '--cut\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\nRIFF',
  );
  expect(await refused).toMatchObject({ code: 'invalid_request' });
  expect(await readdir(folder)).toEqual([]);
  server.close();
});
