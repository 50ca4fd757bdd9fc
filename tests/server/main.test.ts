import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeDatabase, describeStore } from '../../server/config/describe.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { serve } from '../../server/serve.ts';
import { SCHEMA } from '../../server/store/migrations/index.ts';
import { readVersion } from '../../server/version.ts';
import { putEmptyDatabase } from '../support/database/test-database.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, makePlace, signUp } from '../support/server/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { makeFolder } from '../support/test-folder.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeFolder();
});

/** Starts the server on the folder of this test. */
const start = (env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startServerProcess({ DATA_DIR: dataDir, ...env });

describe('the server process', () => {
  test('prints its version and settings first, serves, and when stopped stores a running upload', async () => {
    const first = await start({ PUBLIC_URL: 'https://drop.example', LOG_LEVEL: 'info' });
    const { origin } = first;
    const [head, ...rest] = first.printed.split('\n');
    expect(head).toBe(
      `Drop ici ${readVersion()} on Node ${process.version}, database SQLite in ${dataDir}, schema ${SCHEMA}, files ${dataDir}/media, public address https://drop.example`,
    );
    expect(rest[0]).toContain(`listens on ${origin}`);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    const ana = await signUp(origin, 'Ana');
    const parcoursId = await makeParcours(origin, ana);
    const place = await makePlace(origin, ana, parcoursId);
    const clip = Buffer.from(await (await fixture('conforming-mono.wav')).arrayBuffer());
    const sending = sendSlowly(origin, ana.token, { place_id: place, size: clip.length, length: 1 }, clip);
    await expect.poll(() => incomingBytes(dataDir)).toBeGreaterThan(0);

    first.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${origin}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    expect(first.child.exitCode).toBeNull();
    expect(await sending.finish()).toBe(200);
    expect(await first.ended).toBe(0);
    // A doubt about its settings, and nothing else.
    expect(first.errors()).toMatch(/^NODE_ENV is not production, though .*\n$/);

    const second = await serve(readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: '0' }), createLog('silent'));
    const { places } = await call(second.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, ana.token);
    const heard = await fetch(second.origin + places[0]?.media?.data.link);
    expect(Buffer.from(await heard.arrayBuffer()).equals(clip)).toBe(true);
    await second.close();
  });

  test('reports every fault of its configuration and exits with 1', async () => {
    const failure = await failureOf({ NODE_ENV: 'production', PORT: 'http' });
    expect(failure).toMatch(/ended with 1: [\s\S]*PORT: got "http"[\s\S]*SECRET: got nothing/);
  });

  test('exits with 1 beside another server on the same data, whose uploads stay untouched', async () => {
    await putEmptyDatabase(dataDir);
    const first = await start();
    const arriving = join(dataDir, 'drop-ici.incoming', 'arriving');
    await writeFile(arriving, 'RIFF');
    expect(await failureOf({})).toMatch(/ended with 1: .*another server is running on it/);
    expect(await readFile(arriving, 'utf8')).toBe('RIFF');
    first.child.kill('SIGKILL');
    await first.ended;
    const third = await start();
    await expect(readFile(arriving)).rejects.toThrow('ENOENT');
    third.child.kill('SIGINT');
    expect(await third.ended).toBe(0);
  });
});

test('the addresses of database and files are described without their passwords', () => {
  const env = {
    DATABASE_URL: 'postgres://drop_ici:hunter2@127.0.0.1:9/guide?password=hunter2&sslmode=disable',
    SECRET: 's'.repeat(32),
    MEDIA_STORE: 's3://voices/a',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'us',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
  };
  const config = readConfig(env);
  expect(describeDatabase(config)).toBe('postgres://drop_ici@127.0.0.1:9/guide');
  expect(describeStore(config)).toBe('s3://voices/a at http://127.0.0.1:9');
  const bySocket = readConfig({ ...env, DATABASE_URL: 'postgres:///guide?host=/run/postgresql&password=hunter2' });
  expect(describeDatabase(bySocket)).toBe('postgres:///guide?host=/run/postgresql');
});

/** Returns the exit code and the output, without a stack, of a start that fails. */
async function failureOf(env: Readonly<Record<string, string>>): Promise<string> {
  const failure = await start(env).then(() => 'it listens', String);
  expect(failure.split('it ended with')[1]).not.toContain('    at ');
  return failure;
}

/** Begins an upload and holds back its second half until `finish` is called, which returns the status. */
function sendSlowly(
  origin: string,
  token: string,
  fields: Readonly<Record<string, number>>,
  file: Buffer,
): { finish(): Promise<number | undefined> } {
  const boundary = 'a-boundary';
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const sent = request(`${origin}/v1/drop/upload`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
  });
  for (const [name, value] of Object.entries(fields)) sent.write(part(name, String(value)));
  sent.write(`--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`);
  sent.write(file.subarray(0, file.length / 2));
  return {
    finish: () => {
      sent.write(file.subarray(file.length / 2));
      sent.end(`\r\n--${boundary}--\r\n`);
      return answered;
    },
  };
}

/** Sums the bytes of all arriving files. */
async function incomingBytes(folder: string): Promise<number> {
  const incoming = join(folder, 'drop-ici.incoming');
  const sizes = (await readdir(incoming)).map(async (name) => (await stat(join(incoming, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
