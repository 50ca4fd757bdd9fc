import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DEFAULT_MAP_STYLE_URL, Environment } from '../../server/config/environment.ts';
import { readConfig } from '../../server/config.ts';
import { IDLE_MS } from '../../server/http/connections.ts';
import { listFiles, ROOT, readSources } from './sources.ts';

const read = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const files = listFiles('deploy', /./)
  .map((path) => path.slice('deploy/'.length))
  // Files of a local run of compose.yaml, which git ignores.
  .filter((path) => path !== '.env' && !path.startsWith('backups/'));
const services = files.filter((path) => path.endsWith('.service'));

/** Names of settings of other programs, and of these files, that are no settings of the server. */
const OF_OTHERS =
  /^(POSTGRES_(USER|PASSWORD|DB)|NODE_OPTIONS|MALLOC_ARENA_MAX|PGPASSWORD|S3_BUCKET|NET_BIND_SERVICE|AF_(INET6?|UNIX)|DOMAIN|UPSTREAMS)$/;
/** Names of settings; without an underscore only where they are set, as Dockerfile instructions look the same. */
const NAME = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|^#?[A-Z]+(?==)/gm;

/** Values for settings that the operator must fill in. */
const LEFT_EMPTY: Readonly<Record<string, string>> = {
  SECRET: 's'.repeat(40),
  METRICS_TOKEN: 'm'.repeat(40),
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'bonjour@example.org',
};

/** Reads lines such as `NAME=value` of an environment file, including those in comments. */
const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value === '' ? (LEFT_EMPTY[name] ?? 'x') : value,
    ]),
  );

/** Returns the settings of compose.yaml, filled in from the example of its environment file. */
function settingsOfCompose(): Record<string, string> {
  const given = settingsOf(read('.env.example'));
  const [, block = ''] = /environment: &settings\n([\s\S]*?)\n\nservices:/.exec(read('compose.yaml')) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z][A-Z0-9_]*): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll("'", '').replace(/\$\{(\w+):[?-]\}/g, (_, variable: string) => given[variable] ?? ''),
    ]),
  );
}

const secondsOf = (path: string, pattern: RegExp): number => Number(pattern.exec(read(path))?.[1]);

describe('the table of settings in docs/operations.md', () => {
  const rows = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').match(/^\| `[A-Z][A-Z0-9_]*`.*/gm) ?? [];
  /** The names of each row, with the text of its column 'default'. */
  const listed = rows.flatMap((row) => {
    const [, names = '', stated = ''] = row.split('|');
    return [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => [name, stated.trim()] as const);
  });
  /** Defaults that depend on other settings, so that only the table states them. */
  const depending: Readonly<Record<string, string>> = {
    LOG_LEVEL: 'info',
    S3_PATH_STYLE: '1',
    MAP_STYLE_URL: DEFAULT_MAP_STYLE_URL,
  };

  it('lists each setting once, and no unknown setting', () => {
    expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(Environment.shape).sort());
  });

  it('states the defaults of the schema, and no others', () => {
    const defaults: Readonly<Record<string, unknown>> = { ...depending, ...z.parse(Environment, {}) };
    const ofCode = listed.map(([name]) => {
      const value = defaults[name];
      return [name, value === undefined || String(value) === '' ? null : String(value)];
    });
    const ofTable = listed.map(([name, stated]) => [name, /^`([^`]+)`/.exec(stated)?.[1] ?? null]);
    expect(ofTable).toEqual(ofCode);
  });

  it('is complete, because only server/config.ts reads the environment', () => {
    const readers = readSources(['server']).filter(({ code }) => /\bprocess\.env\b/.test(code));
    expect(readers.map(({ path }) => path)).toEqual(['server/config.ts']);
  });
});

describe('the files of deploy/', () => {
  it('name only settings that exist', () => {
    const known = new Set(Object.keys(Environment.shape));
    const unknown = files.flatMap((path) =>
      [...read(path).matchAll(NAME)]
        .map(([name]) => name.replace('#', ''))
        .filter((name) => !known.has(name) && !OF_OTHERS.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('configure a production server with accepted settings', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, added = ''] = /drop-ici\.env <<'END'\n([\s\S]*?)\nEND\n/.exec(readme) ?? [];
    const ours = { ...settingsOf(added), ...settingsOf('SECRET=') };
    const alone = { ...settingsOf(read('systemd/drop-ici.env').replace(/^#.*$/gm, '')), ...ours };
    const several = { ...settingsOf(read('systemd/drop-ici.env')), ...ours };
    const inContainers = { NODE_ENV: 'production', ...settingsOfCompose() };
    expect(Object.keys(inContainers).length).toBeGreaterThan(10);
    expect(Object.keys(several).length).toBeGreaterThan(Object.keys(alone).length);
    for (const env of [alone, several, inContainers]) {
      const config = readConfig(env);
      expect([config.production, config.passkeys?.id]).toEqual([true, 'example.org']);
      expect(config.trustProxy).not.toBe(false);
    }
  });

  it('give a server more time to stop than it gives uploads', () => {
    const { shutdownGraceS } = readConfig({});
    const stops = ['systemd/drop-ici.service', 'systemd/drop-ici@.service'].map((path) =>
      secondsOf(path, /TimeoutStopSec=(\d+)/),
    );
    for (const seconds of [...stops, secondsOf('compose.yaml', /stop_grace_period: (\d+)s/)]) {
      expect(seconds).toBeGreaterThan(shutdownGraceS + 10);
    }
  });

  it('make the proxy end silent bodies and idle connections before the server does', () => {
    const serverKeepsS = IDLE_MS / 1000;
    expect(secondsOf('nginx/drop-ici.conf', /client_body_timeout (\d+)s/)).toBeLessThan(readConfig({}).stallTimeoutS);
    expect(secondsOf('nginx/drop-ici.conf', /keepalive_timeout (\d+)s/)).toBeLessThan(serverKeepsS);
    expect(secondsOf('caddy/Caddyfile', /keepalive (\d+)s/)).toBeLessThan(serverKeepsS);
  });

  it('compress nothing in the proxy, because the length could reveal signed links', () => {
    for (const path of ['nginx/drop-ici.conf', 'caddy/Caddyfile']) {
      expect([path, read(path).match(/^\s*(gzip|brotli|zstd|encode)\b(?! off;).*$/gm)]).toEqual([path, null]);
    }
    expect(read('nginx/drop-ici.conf')).toMatch(/^\s*gzip off;/m);
  });

  it('end stalled readers, and limit the connections per address as the server does', () => {
    const { stallTimeoutS, connectionsPerAddress } = readConfig({});
    expect(secondsOf('nginx/drop-ici.conf', /send_timeout (\d+)s/)).toBeLessThan(stallTimeoutS);
    expect(secondsOf('nginx/drop-ici.conf', /limit_conn drop-ici-addresses (\d+);/)).toBe(connectionsPerAddress);
    // An hour's rendition (64 kbit/s) for a phone on 2G (20 kB/s).
    const hourOnSlowLineM = (3600 * 8000) / 20_000 / 60;
    for (const end of [/read_body (\d+)m/, /write (\d+)m/]) {
      expect(secondsOf('caddy/Caddyfile', end)).toBeGreaterThan(hourOnSlowLineM);
    }
  });

  it('build one image once, which all services of compose.yaml start', () => {
    const compose = read('compose.yaml');
    expect(compose.match(/^ +image: drop-ici$/gm)).toHaveLength(1);
    expect(compose.match(/^ +build:$/gm)).toHaveLength(1);
    const started = compose.match(/^ +<<: \*server$/gm) ?? [];
    expect(compose.match(/^ +pull_policy: never$/gm)).toHaveLength(started.length - 1);
  });

  it('leave secrets and back-ups out of the repository', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['deploy/.env', 'deploy/backups/']));
  });

  it('start only programs that exist', () => {
    const started = [...services, 'Dockerfile', 'compose.yaml']
      .flatMap((path) => [...read(path).matchAll(/\b(?:dist\/server\/(server\/\w+)\.js|(scripts\/\w+\.mjs))/g)])
      .map(([, built, script = '']) => (built === undefined ? script : `${built}.ts`));
    expect(new Set(started)).toContain('server/main.ts');
    expect(started.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('put all inputs of the build into the image', () => {
    const allowed = [...read('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    expect(allowed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const build = readFileSync(join(ROOT, 'scripts/build/build.mjs'), 'utf8');
    const inputs = [...build.matchAll(/\[((?:'[\w./-]+', )*'[\w./-]+')\]/g)]
      .flatMap(([, list = '']) => list.split(', ').map((path) => path.replaceAll("'", '')))
      .filter((path) => existsSync(join(ROOT, path)));
    expect(inputs).toContain('workers');
    expect(inputs.filter((path) => !allowed.some((part) => `${path}/`.startsWith(`${part}/`)))).toEqual([]);
  });

  it('restrict all services of systemd in the same way', () => {
    const guards = services.map((path) => {
      const [, guarded = ''] = /(UMask=[\s\S]*?SystemCallErrorNumber=\w+)/.exec(read(path)) ?? [];
      return guarded;
    });
    expect(guards[0]).toContain('ProtectSystem=strict');
    expect(new Set(guards).size).toBe(1);
  });
});
