import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { connect } from 'node:tls';
import { projectRoot } from '../../../server/project-root.ts';
import { until } from '../until.ts';

/** The proxies whose files `deploy/` has. */
export const PROXIES = ['nginx', 'caddy'] as const;
/** One of {@link PROXIES}. */
export type ProxyName = (typeof PROXIES)[number];

/** The name that the files of `deploy/` have for the site. */
export const SITE = 'example.org';

/** The environment of servers behind a proxy, as `deploy/` sets it. */
export const BEHIND_A_PROXY = {
  NODE_ENV: 'production',
  PASSWORD_COST: 'strong',
  HOST: '127.0.0.1',
  TRUST_PROXY: 'loopback',
  PUBLIC_URL: `https://${SITE}`,
};

/** A proxy that runs with its file of `deploy/`, on other ports and with a certificate of the tests. */
export interface RunningProxy {
  /** Of HTTPS, on 127.0.0.1. */
  readonly port: number;
  /** Of HTTP. */
  readonly plainPort: number;
  /** What vouches for its certificate. */
  readonly ca: Buffer;
  stop(): Promise<void>;
  /** The end of what it had logged, once it is stopped. */
  log(): string;
}

/** What a proxy is given: where it writes, its ports, the certificate, and the servers behind it (host and port). */
interface Given {
  readonly folder: string;
  readonly port: number;
  readonly plainPort: number;
  readonly upstreams: readonly string[];
  /** In the place of `/opt/drop-ici/deploy`. */
  readonly programFolder: string;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const PREPARE: Readonly<Record<ProxyName, (given: Given) => Promise<Command>>> = { nginx, caddy };

/** Where nginx logs. */
const ERROR_LOG = 'error.log';

/** Debian's programs for the system are not on everybody's path. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);

/** Host and port of a server, as a proxy is given it. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}

/** Names of the programs that are missing here for a proxy; none where it can be started. */
export function missingFor(name: ProxyName): string[] {
  return [name, 'openssl'].filter((program) => find(program) === undefined);
}

/**
 * Starts a proxy in front of servers (`127.0.0.1:3001`). The caller stops it.
 *
 * @param programFolder where it finds the maintenance page.
 */
export async function startProxy(
  name: ProxyName,
  upstreams: readonly string[],
  programFolder = join(projectRoot(), 'deploy'),
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `drop-ici-${name}-`));
  makeCertificate(folder);
  const [port, plainPort] = await freePorts();
  const { program, args, env } = await PREPARE[name]({ folder, port, plainPort, upstreams, programFolder });
  const child = spawn(find(program) ?? program, [...args], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const errors = tailOf(child);
  let inFile = '';
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    const logged = join(folder, ERROR_LOG);
    if (existsSync(logged)) inFile = readFileSync(logged, 'utf8');
    await rm(folder, { recursive: true, force: true });
  };
  const ca = readFileSync(join(folder, 'certificate.pem'));
  const died = ended.then(() => Promise.reject(new Error('It ended')));
  await Promise.race([until(() => expectToListen(port, ca)), died]).catch(async () => {
    await stop();
    throw new Error(`Expected ${name} to listen: ${errors()}`);
  });
  died.catch(() => undefined);
  return { port, plainPort, ca, stop, log: () => errors() + inFile };
}

async function nginx({ folder, port, plainPort, upstreams, programFolder }: Given): Promise<Command> {
  let site = deployed('nginx/drop-ici.conf');
  site = replaced(site, / {2}server 127\.0\.0\.1:3001 .*\n {2}server 127\.0\.0\.1:3002 (.*)\n/, (_, rest) =>
    upstreams.map((address) => `  server ${address} ${rest}\n`).join(''),
  );
  site = replaced(site, /listen \[::\]:.*;/g, () => '');
  site = replaced(site, 'listen 80;', () => `listen 127.0.0.1:${plainPort};`);
  site = replaced(site, 'listen 443 ', () => `listen 127.0.0.1:${port} `);
  site = replaced(site, /\/etc\/letsencrypt\/live\/[\w.]+\/fullchain\.pem/, () => join(folder, 'certificate.pem'));
  site = replaced(site, /\/etc\/letsencrypt\/live\/[\w.]+\/privkey\.pem/, () => join(folder, 'key.pem'));
  site = replaced(site, '/opt/drop-ici/deploy', () => programFolder);
  site = replaced(site, '/var/log/nginx/drop-ici.error.log', () => join(folder, ERROR_LOG));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    // One more process ends by itself once its master is killed.
    'daemon off; master_process off; worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr error;',
    'events { worker_connections 512; }',
    'http {',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    site,
    '}',
  ];
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'));
  return { program: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf')], env: {} };
}

async function caddy({ folder, port, plainPort, upstreams, programFolder }: Given): Promise<Command> {
  let file = deployed('caddy/Caddyfile');
  file = replaced(
    file,
    '\tservers {',
    (found) => `\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n${found}`,
  );
  file = replaced(file, '\treverse_proxy ', (found) => `\ttls ${folder}/certificate.pem ${folder}/key.pem\n${found}`);
  file = replaced(file, /\/opt\/drop-ici\/deploy/g, () => programFolder);
  await writeFile(join(folder, 'Caddyfile'), file);
  return {
    program: 'caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    env: { DOMAIN: SITE, UPSTREAMS: upstreams.join(' ') },
  };
}

function deployed(path: string): string {
  return readFileSync(join(projectRoot(), 'deploy', path), 'utf8');
}

/** @throws where the text has nothing to replace: the file has changed. */
function replaced(text: string, what: string | RegExp, by: (found: string, ...groups: string[]) => string): string {
  const result = text.replace(what, by);
  if (result === text) throw new Error(`Expected ${what} in a file of deploy/`);
  return result;
}

/** Makes `certificate.pem` and `key.pem` for {@link SITE} in a folder. */
export function makeCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];
  const name = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`];
  const args = ['req', '-x509', ...key, '-out', 'certificate.pem', '-days', '2', ...name];
  execFileSync(find('openssl') ?? 'openssl', args, { cwd: folder, stdio: 'ignore' });
}

/** Path of an installed program. */
export function find(program: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-2000);
  });
  return () => text;
}

function expectToListen(port: number, ca: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: SITE, ca }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** Two ports that are free now; both are held until both are known. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [ports[0] ?? 0, ports[1] ?? 0];
}
