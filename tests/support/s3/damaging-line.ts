import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a line to a server that changes the first byte of each piece of a body on its way there, for the first `bodies` bodies. */
export async function startDamagingLine(
  target: string,
  bodies = Number.POSITIVE_INFINITY,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  let damaged = 0;
  const server = createServer((request, response) => {
    const isDamaged = request.method === 'PUT' && ++damaged <= bodies;
    const { method, headers } = request;
    const onward = forward(new URL(request.url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.on('data', (piece: Buffer) => {
      if (isDamaged) piece[0] = (piece[0] ?? 0) ^ 1;
      onward.write(piece);
    });
    request.on('end', () => onward.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
