import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { call } from '../support/api.ts';
import { fixture, makeParcours, makePlace, signUp } from '../support/people.ts';
import { serverProgram } from '../support/server-process.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-main-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the server process', () => {
  test('prints its address, serves, and ends by itself on SIGTERM', async () => {
    const main = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
    await expect.poll(main.output, { timeout: 15_000 }).toMatch(/http:\/\/localhost:\d+/);
    const [origin] = /http:\/\/localhost:\d+/.exec(main.output()) ?? [];
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    main.child.kill('SIGTERM');
    expect(await main.ended).toBe(0);
    expect(main.errors()).toBe('');
  });

  test('asked to stop during an upload, stores it before it ends with 0', async () => {
    const first = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
    await expect.poll(first.output, { timeout: 15_000 }).toContain('http://');
    const [origin = ''] = /http:\/\/localhost:\d+/.exec(first.output()) ?? [];
    const ana = await signUp(origin, 'Ana');
    const mapId = await makeParcours(origin, ana);
    const place = await makePlace(origin, ana, mapId);
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

    const second = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
    await expect.poll(second.output, { timeout: 15_000 }).toContain('http://');
    const [again = ''] = /http:\/\/localhost:\d+/.exec(second.output()) ?? [];
    const { places } = await call(again, 'listPlaces', { body: { mapIds: [mapId] } }, ana.token);
    const heard = await fetch(again + places[0]?.media?.data.link);
    expect(Buffer.from(await heard.arrayBuffer()).equals(clip)).toBe(true);
    second.child.kill('SIGTERM');
    await second.ended;
  }, 45_000);

  test('stores a secret readable by its owner only, and reuses it at the next start', async () => {
    const secrets: string[] = [];
    for (let start = 0; start < 2; start++) {
      const main = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
      await expect.poll(main.output, { timeout: 15_000 }).toContain('http://');
      main.child.kill('SIGINT');
      await main.ended;
      secrets.push(await readFile(join(dataDir, 'secret'), 'utf8'));
    }
    expect(secrets[1]).toBe(secrets[0]);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  });

  test('reports every fault of its configuration and exits with 1', async () => {
    const main = run({ NODE_ENV: 'production', PORT: 'http', DATA_DIR: dataDir });
    expect(await main.ended).toBe(1);
    expect(main.errors()).toMatch(/PORT: got "http"[\s\S]*SECRET: got nothing/);
    expect(main.errors()).not.toContain('    at ');
  });

  test('reports that its port is taken and exits with 1', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, 'localhost', resolve));
    const address = squatter.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const main = run({ PORT: String(port), DATA_DIR: dataDir, DEMO: '0' });
    expect(await main.ended).toBe(1);
    expect(main.errors()).toContain(`port ${port}`);
    expect(main.errors()).not.toContain('    at ');
    squatter.close();
  });

  test('does not touch what another server on the same data is receiving, and exits with 1', async () => {
    const first = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
    await expect.poll(first.output, { timeout: 15_000 }).toContain('http://');
    const arriving = join(dataDir, 'drop-ici.incoming', 'arriving');
    await writeFile(arriving, 'RIFF');
    const second = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
    expect(await second.ended).toBe(1);
    expect(second.errors()).toContain('another server is running on it');
    expect(second.errors()).not.toContain('    at ');
    expect(await readFile(arriving, 'utf8')).toBe('RIFF');
    first.child.kill('SIGKILL');
    await first.ended;
    const third = run({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
    await expect.poll(third.output, { timeout: 15_000 }).toContain('http://');
    await expect(readFile(arriving)).rejects.toThrow('ENOENT');
    third.child.kill('SIGTERM');
    await third.ended;
  }, 45_000);
});

function run(env: Record<string, string>): {
  child: ChildProcess;
  ended: Promise<number | null>;
  output(): string;
  errors(): string;
} {
  const child = spawn(process.execPath, [serverProgram('main')], {
    cwd: projectRoot(),
    env: { PATH: process.env.PATH, ...env },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output, errors: () => errors };
}

/** Begins an upload and keeps back its second half until `finish` is called, which answers the status. */
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

/** Bytes of all files that are arriving. */
async function incomingBytes(folder: string): Promise<number> {
  const incoming = join(folder, 'drop-ici.incoming');
  const sizes = (await readdir(incoming)).map(async (name) => (await stat(join(incoming, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}
