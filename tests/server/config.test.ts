import { isAbsolute } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeDoubts } from '../../server/config/describe.ts';
import { Environment, GUESTS_PER_HOUR } from '../../server/config/environment.ts';
import { ConfigError, readConfig, readDatabaseLocation, readDataDir, readMediaStore } from '../../server/config.ts';

const SECRET = 'x'.repeat(32);

describe('the configuration', () => {
  test('needs nothing outside production', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: 'localhost',
      secret: null,
      demo: true,
      googleClientId: null,
    });
    expect(isAbsolute(config.dataDir)).toBe(true);
    expect(config.mapStyleUrl).toMatch(/^https:\/\/tiles\.openfreemap\.org\//);
  });

  test('uses the demo’s map if no other map is configured', () => {
    expect(readConfig({}).mapArchive).toMatch(/cite\.pmtiles$/);
    expect(readConfig({ MAP_STYLE_URL: '/style.json' }).mapArchive).toBeNull();
    expect(readConfig({ DEMO: '0' }).mapArchive).toBeNull();
    expect(readConfig({ NODE_ENV: 'production', SECRET }).mapArchive).toBeNull();
    const given = readConfig({ MAP_PMTILES: 'maps/paris.pmtiles', MAP_STYLE_URL: '/style.json' }).mapArchive ?? '';
    expect(isAbsolute(given) && given.endsWith('paris.pmtiles')).toBe(true);
  });

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SECRET: '', GOOGLE_CLIENT_ID: '' })).toMatchObject({
      port: 3000,
      secret: null,
      googleClientId: null,
    });
  });

  test('reports all faults at once, each with the received and the expected value', () => {
    const env = { PORT: '70000', SECRET: 'short', DEMO: 'no', MAP_STYLE_URL: 'ftp://a', GEOCODER_URL: 'photon' };
    const error = faultsOf(env);
    expect(error.faults).toHaveLength(5);
    expect(error.message).toContain('PORT: got "70000", expected a number from 0 to 65535');
    expect(error.message).toContain('SECRET: got 5 bytes, expected at least 32 bytes');
    for (const name of Object.keys(env)) expect(error.message).toContain(`- ${name}: got`);
  });

  test('contains the operator’s identity if set, and accepts only web addresses for its pages', () => {
    expect(new Set(Object.values(readConfig({}).identity))).toEqual(new Set([null]));
    expect(readConfig({ ASSOCIATION_NAME: 'Les Voix', WEBSITE_URL: 'https://example.org' }).identity).toMatchObject({
      associationName: 'Les Voix',
      associationContact: null,
      websiteUrl: 'https://example.org',
    });
    expect(faultsOf({ SOCIAL_URL: 'javascript:alert(1)' }).message).toContain('SOCIAL_URL: got');
  });

  test('declares no accessibility that nobody has audited, and takes a state, a rate and a day only if they are one', () => {
    expect(readConfig({}).accessibility).toMatchObject({ state: 'none', ratePercent: null, date: null });
    const audited = { ACCESSIBILITY_STATE: 'partial', ACCESSIBILITY_RATE: '96', ACCESSIBILITY_DATE: '2026-12-01' };
    expect(readConfig(audited).accessibility).toMatchObject({ state: 'partial', ratePercent: 96, date: '2026-12-01' });
    const wrong = { ACCESSIBILITY_STATE: 'yes', ACCESSIBILITY_RATE: '101', ACCESSIBILITY_DATE: '01/12/2026' };
    for (const name of Object.keys(wrong)) expect(faultsOf(wrong).message).toContain(`${name}: got`);
    // The call that sends it would fail for everybody.
    expect(faultsOf({ ACCESSIBILITY_DATE: '2026-02-31' }).message).toContain('ACCESSIBILITY_DATE: got');
  });

  test('stores media in a bucket if one is named with its keys, and in a folder otherwise', () => {
    expect(readConfig({ S3_ENDPOINT: 'https://s3.example.org' }).mediaStore).toBeNull();
    const keys = { AWS_ACCESS_KEY_ID: 'us', AWS_SECRET_ACCESS_KEY: 'hunter2' };
    const own = { MEDIA_STORE: 's3://voices/drop-ici/media/', S3_ENDPOINT: 'http://10.0.0.7:9000', ...keys };
    expect(readConfig(own).mediaStore).toEqual({
      origin: 'http://10.0.0.7:9000',
      region: 'us-east-1',
      bucket: 'voices',
      prefix: 'drop-ici/media/',
      accessKeyId: 'us',
      secretAccessKey: 'hunter2',
      pathStyle: true,
      redirects: false,
    });
    const amazon = { MEDIA_STORE: 's3://voices', S3_REGION: 'eu-west-3', MEDIA_REDIRECT: '1', ...keys };
    expect(readConfig(amazon).mediaStore).toMatchObject({
      origin: 'https://voices.s3.eu-west-3.amazonaws.com',
      prefix: '',
      pathStyle: false,
      redirects: true,
    });
    const named = {
      ...own,
      S3_ENDPOINT: 'http://s3.example.org:9000',
      S3_PATH_STYLE: '0',
      PORT: 'none of its business',
    };
    expect(readMediaStore(named)).toMatchObject({
      origin: 'http://voices.s3.example.org:9000',
      pathStyle: false,
    });
    expect(readMediaStore({})).toBeNull();
  });

  test('reports wrong and missing settings of a bucket without its secret', () => {
    const env = { MEDIA_STORE: 's3://voices', AWS_ACCESS_KEY_ID: 'us', AWS_SECRET_ACCESS_KEY: 'hunter2' };
    expect(faultsOf({ ...env, AWS_SECRET_ACCESS_KEY: '' }).message).toContain('AWS_SECRET_ACCESS_KEY: got nothing');
    expect(faultsOf({ ...env, AWS_ACCESS_KEY_ID: '' }).message).toContain('AWS_ACCESS_KEY_ID: got nothing');
    const numbered = { ...env, S3_ENDPOINT: 'http://10.0.0.7:9000', S3_PATH_STYLE: '0' };
    expect(faultsOf(numbered).message).toContain('S3_PATH_STYLE: got 0');
    expect(faultsOf({ MEDIA_REDIRECT: '1' }).message).toContain('MEDIA_REDIRECT: got 1 without MEDIA_STORE');
    expect(faultsOf({ ...env, UPLOAD_MAX_BYTES: String(6 * 2 ** 30) }).message).toContain('UPLOAD_MAX_BYTES');
    const wrong = { MEDIA_STORE: 'https://voices', S3_ENDPOINT: 's3.example.org', S3_REGION: 'the west' };
    const { message, faults } = faultsOf({ ...env, ...wrong });
    expect(faults).toHaveLength(3);
    for (const name of Object.keys(wrong)) expect(message).toContain(`- ${name}: got`);
    expect(message).not.toContain('hunter2');
    expect(() => readMediaStore({ ...env, S3_REGION: 'the west' })).toThrow(ConfigError);
    for (const address of ['s3://', 's3://Voices', 's3://voices/a b', 's3://voices//x', 's3://u:p@voices']) {
      expect(faultsOf({ ...env, MEDIA_STORE: address }).message).toContain('MEDIA_STORE: got');
    }
  });

  test('never prints a secret', () => {
    expect(faultsOf({ SECRET: 'hunter2', METRICS_TOKEN: 'hunter2' }).message).not.toContain('hunter2');
    expect(faultsOf({ SECRET: 'hunter2', METRICS_TOKEN: 'hunter2' }).faults).toHaveLength(2);
    expect(faultsOf({ SMTP_URL: 'http://me:hunter2@example.org' }).message).not.toContain('hunter2');
  });

  test('sends mails only if mail server, sender and origin for links are all set', () => {
    const mail = {
      SMTP_URL: 'smtps://me:pass@mail.example.org',
      MAIL_FROM: 'Drop ici <bonjour@example.org>',
      PUBLIC_URL: 'https://drop.example.org',
    };
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig({ MAIL_FROM: mail.MAIL_FROM, PUBLIC_URL: mail.PUBLIC_URL }).mail).toBeNull();
    expect(readConfig(mail).mail).toEqual({
      smtpUrl: mail.SMTP_URL,
      from: mail.MAIL_FROM,
      publicUrl: mail.PUBLIC_URL,
    });
    expect(faultsOf({ SMTP_URL: mail.SMTP_URL }).faults).toEqual([
      'MAIL_FROM: got nothing, expected it beside SMTP_URL',
      'PUBLIC_URL: got nothing, expected it beside SMTP_URL',
    ]);
    expect(faultsOf({ ...mail, SMTP_URL: 'smtps://me:p#ss@mail.example.org' }).message).toContain('%23 for #');
    for (const wrong of [
      { SMTP_URL: 'mail.example.org' },
      { MAIL_FROM: 'Drop ici' },
      { MAIL_FROM: 'Drop <a@b.org>, <c@d.org>' },
      { PUBLIC_URL: 'https://drop.example.org/app' },
      { PUBLIC_URL: 'drop.example.org' },
    ]) {
      expect(faultsOf({ ...mail, ...wrong }).faults).toHaveLength(1);
    }
  });

  test('warns of a site outside production and of one without HTTPS in it, and of nothing else', () => {
    const production = { NODE_ENV: 'production', SECRET };
    const doubtsOf = (env: Record<string, string>) => describeDoubts(readConfig(env));
    for (const env of [{ TRUST_PROXY: 'loopback' }, { PUBLIC_URL: 'https://drop.example' }]) {
      expect(doubtsOf(env)).toEqual([expect.stringContaining('Set NODE_ENV=production')]);
      expect(doubtsOf({ ...env, ...production })).toEqual([]);
      expect(
        ['1', '0'].map((DEMO) =>
          doubtsOf({ ...env, DEMO })
            .join()
            .includes('demo'),
        ),
      ).toEqual([true, false]);
    }
    expect(doubtsOf({ ...production, PUBLIC_URL: 'http://drop.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL is an address of http: .*https/),
    ]);
    for (const local of [{}, { PUBLIC_URL: 'http://localhost:3000' }]) {
      expect([...doubtsOf(local), ...doubtsOf({ ...production, ...local })]).toEqual([]);
    }
  });

  test('offers passkeys for PUBLIC_URL’s host name: not for an IP, in production only with one', () => {
    const passkeysOf = (env: Record<string, string>) => readConfig(env).passkeys;
    const production = { NODE_ENV: 'production', SECRET };
    expect(passkeysOf({})).toEqual({ id: 'localhost', origin: null });
    expect(passkeysOf(production)).toBeNull();
    expect(passkeysOf({ ...production, PUBLIC_URL: 'https://Drop.example.org:8443' })).toEqual({
      id: 'drop.example.org',
      origin: 'https://drop.example.org:8443',
    });
    for (const PUBLIC_URL of ['http://192.0.2.1:3000', 'http://[::1]:3000', 'https://192.0.2.1', 'http://bureau.lan'])
      expect(passkeysOf({ PUBLIC_URL })).toBeNull();
  });

  test('requires a secret in production, and reports its absence beside the other faults', () => {
    const { faults } = faultsOf({ NODE_ENV: 'production', PORT: '3000.5' });
    expect(faults).toHaveLength(2);
    expect(faults.join()).toMatch(/SECRET: got nothing/);
    expect(readConfig({ NODE_ENV: 'production', SECRET }).secret).toBe(SECRET);
  });

  test('rejects misspelt values of NODE_ENV', () => {
    for (const NODE_ENV of ['prod', 'Production', 'production ']) {
      expect(faultsOf({ NODE_ENV }).faults).toEqual([
        `NODE_ENV: got ${JSON.stringify(NODE_ENV)}, expected development, production or test`,
      ]);
    }
  });

  test('counts the bytes of a secret, not its characters', () => {
    expect(readConfig({ SECRET: 'é'.repeat(16) }).secret).toHaveLength(16);
  });

  test('trusts no proxy unless configured', () => {
    expect(readConfig({}).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::/32',
    ]);
    for (const TRUST_PROXY of ['true', '0', '100', 'proxy.example.org', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback,']) {
      expect(faultsOf({ TRUST_PROXY }).message).toContain(`TRUST_PROXY: got "${TRUST_PROXY}", expected`);
    }
  });

  test('uses Google’s own addresses unless others are set, and never a path of this server', () => {
    expect(readConfig({})).toMatchObject({
      googleTokenInfoUrl: 'https://oauth2.googleapis.com/tokeninfo',
      googleUserInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
    });
    expect(faultsOf({ GOOGLE_TOKENINFO_URL: '/tokeninfo', GOOGLE_USERINFO_URL: 'userinfo' }).faults).toHaveLength(2);
  });

  test('bounds sign-ups; the bounds can be changed but not removed', () => {
    const { signUpsPerHour, guestsPerHour } = readConfig({ SIGN_UPS_PER_HOUR: '7' });
    expect([signUpsPerHour, guestsPerHour]).toEqual([7, GUESTS_PER_HOUR]);
    expect(faultsOf({ SIGN_UPS_PER_HOUR: '0', GUESTS_PER_HOUR: 'many' }).faults).toHaveLength(2);
  });

  test('hashes passwords at full cost, and rejects any other cost in production', () => {
    expect(readConfig({}).passwordCost).toBe('strong');
    expect(readConfig({ PASSWORD_COST: 'fast' }).passwordCost).toBe('fast');
    expect(readConfig({ NODE_ENV: 'production', SECRET }).passwordCost).toBe('strong');
    expect(faultsOf({ NODE_ENV: 'production', SECRET, PASSWORD_COST: 'fast' }).faults).toEqual([
      'PASSWORD_COST: got "fast", expected strong, since NODE_ENV is production',
    ]);
    expect(faultsOf({ PASSWORD_COST: 'none' }).message).toContain('PASSWORD_COST: got "none", expected strong or fast');
  });

  test('accepts origins of a map, and no URL with more than an origin', () => {
    expect(readConfig({}).mapOrigins).toEqual([]);
    const { mapOrigins } = readConfig({ MAP_ORIGINS: 'https://tiles.example.org, http://127.0.0.1:8080' });
    expect(mapOrigins).toEqual(['https://tiles.example.org', 'http://127.0.0.1:8080']);
    for (const MAP_ORIGINS of [
      'tiles.example.org',
      'https://a.example.org/',
      "https://a.example.org; script-src 'none'",
      '*',
    ]) {
      expect(faultsOf({ MAP_ORIGINS }).message).toContain('MAP_ORIGINS: got');
    }
  });

  test('bounds calls and waits; the bounds can be changed but not removed', () => {
    expect(readConfig({ CALLS_PER_MINUTE: '7', SHUTDOWN_GRACE_S: '20' })).toMatchObject({
      callsPerMinute: 7,
      jsonBytesPerHour: 64 * 2 ** 20,
      mediaPerMinute: 6000,
      shutdownGraceS: 20,
      stallTimeoutS: 50,
      connectionsPerAddress: 1000,
    });
    const none = { CALLS_PER_MINUTE: '0', MEDIA_PER_MINUTE: '', SHUTDOWN_GRACE_S: '-1', STALL_TIMEOUT_S: '1.5' };
    expect(faultsOf(none).faults).toHaveLength(3);
  });

  test('reports names similar to a setting’s without their values, but no names of other programs', () => {
    for (const [name, meant] of [
      ['DATABSE_URL', 'DATABASE_URL'],
      ['DATABASE_URI', 'DATABASE_URL'],
      ['database_url', 'DATABASE_URL'],
      ['MEDIASTORE', 'MEDIA_STORE'],
      ['DATADIR', 'DATA_DIR'],
      ['SECRETS', 'SECRET'],
      ['SMPT_URL', 'SMTP_URL'],
      ['NODE_EVN', 'NODE_ENV'],
      ['PROT', 'PORT'],
      ['METRIC_TOKENS', 'METRICS_TOKEN'],
    ] as const) {
      const { faults, message } = faultsOf({ [name]: 'hunter2' });
      expect(faults).toContain(`${name}: there is no such setting; did you mean ${meant}? Rename it, or unset it`);
      expect(message.replaceAll('got "hunter2"', '')).not.toContain('hunter2');
    }
    const others =
      'PATH HOME USER LOGNAME SHELL SHLVL PWD OLDPWD LANG LANGUAGE LC_ALL TERM TERM_PROGRAM COLORTERM EDITOR VISUAL PAGER MAIL TZ HOSTNAME HOSTTYPE MACHTYPE OSTYPE DISPLAY XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK SUDO_USER SUDO_UID SUDO_COMMAND INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY CREDENTIALS_DIRECTORY NOTIFY_SOCKET LISTEN_FDS MAINPID SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGPASSFILE PGSSLMODE PGOPTIONS NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION NO_COLOR FORCE_COLOR CI HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE AWS_SESSION_TOKEN AWS_ROLE_ARN AWS_ENDPOINT_URL POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_PORT DATABASE_PORT DATABASE_HOST DATABASE_NAME DATABASE_PORT_5432_TCP DATABASE_SERVICE_HOST FILES_PORT SERVER1_PORT PORTS PORT0 PORT1 HOSTS POST MODE TMPDIR TMP TEMP UV_THREADPOOL_SIZE npm_config_cache npm_lifecycle_event npm_package_json INIT_CWD DOMAIN UPSTREAMS S3_BUCKET KUBERNETES_SERVICE_HOST KUBERNETES_PORT GPG_KEY PYTHON_VERSION DYNO VITEST VITEST_MODE TEST DEV PROD SSR';
    readConfig(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])));
    readDatabaseLocation({ PATH: 'x', DATA_DIR: 'x' });
    expect(() => readDatabaseLocation({ DATABSE_URL: 'postgres://a/b' })).toThrow('did you mean DATABASE_URL');
  });

  test('recognizes each setting of more than four letters despite one slip in its name', () => {
    const names = Object.keys(Environment.shape);
    const slips = fc
      .tuple(
        fc.constantFrom(...names.filter((name) => name.length > 4)),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom(...'AEZ_9'),
      )
      .map(([name, seed, kind, letter]) => {
        const at = seed % (name.length - 1);
        const [head, rest] = [name.slice(0, at), name.slice(at)];
        const changed = [rest.slice(1), letter + rest, letter + rest.slice(1), `${rest[1]}${rest[0]}${rest.slice(2)}`];
        return { name, slip: head + changed[kind] };
      })
      .filter(({ slip }) => !names.includes(slip));
    fc.assert(
      fc.property(slips, ({ name, slip }) => {
        expect(faultsOf({ [slip]: 'x' }).message).toContain(`did you mean ${name}?`);
      }),
      { seed: 34, numRuns: 300 },
    );
  });

  test('reports settings missing beside others together with wrong values and wrong names', () => {
    const env = {
      PORT: 'http',
      DATABASE_URL: 'mysql://a/b',
      MEDIA_STORE: 'https://voices',
      UPLOAD_MAX_BYTES: String(6 * 2 ** 30),
      SMPT_URL: 'smtp://mail.example.org',
      MAIL_FROM: 'nobody',
      LOG_LEVEL: 'verbose',
    };
    const { faults } = catchFaults(() => readConfig(env, ['--adpot']));
    const told = faults.map((fault) => fault.slice(0, fault.indexOf(':')));
    expect(new Set(told)).toEqual(
      new Set([...Object.keys(env), 'SECRET', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'PUBLIC_URL', 'Arguments']),
    );
    expect(told).toHaveLength(new Set(told).size);
  });

  test('refuses values with quotes, spaces or a carriage return around them, and unexpanded paths', () => {
    for (const value of ['"/var/lib/drop-ici"', "'/var/lib/drop-ici'", '/var/lib/drop-ici ', '/var/lib/drop-ici\r']) {
      for (const name of ['DATA_DIR', 'MAP_PMTILES', 'HOST', 'GOOGLE_CLIENT_ID']) {
        expect(faultsOf({ [name]: value }).faults).toEqual([
          expect.stringMatching(new RegExp(`^${name}: got .*, expected no (quotes|space) around it$`)),
        ]);
      }
      expect(() => readDatabaseLocation({ DATA_DIR: value })).toThrow('around it');
    }
    for (const path of ['~/data', '$HOME/data', `\${HOME}/data`, `/srv/\${NAME}/data`]) {
      for (const name of ['DATA_DIR', 'MAP_PMTILES'])
        expect(faultsOf({ [name]: path }).message).toContain('expected a whole path');
    }
    expect(faultsOf({ SECRET, DATABASE_URL: 'postgres://a:hunter2@b/c\r' }).message).not.toContain('hunter2');
    const meant = { SECRET: `"${SECRET}" `, ASSOCIATION_NAME: '« Les Voix » ', MAIL_FROM: '"Drop ici" <a@b.org>' };
    expect(readConfig({ ...meant, DATA_DIR: '/srv/l’été $1' }).secret).toBe(meant.SECRET);
  });

  test('requires different ports for metrics and for people', () => {
    expect(faultsOf({ PORT: '4000', METRICS_PORT: '4000' }).faults).toEqual([
      'METRICS_PORT: expected another port than PORT',
    ]);
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
  });

  test('logs from the named pino level on, and by default less in development', () => {
    expect([readConfig({}).logLevel, readConfig({ NODE_ENV: 'production', SECRET }).logLevel]).toEqual([
      'warn',
      'info',
    ]);
    for (const LOG_LEVEL of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      expect(readConfig({ LOG_LEVEL }).logLevel).toBe(LOG_LEVEL);
    expect(faultsOf({ LOG_LEVEL: 'INFO' }).faults).toEqual([
      'LOG_LEVEL: got "INFO", expected one of silent, fatal, error, warn, info, debug, trace',
    ]);
  });

  test('returns the data folder to tools, without the rest', () => {
    expect(readDataDir({ DATA_DIR: '/var/lib/drop-ici', NODE_ENV: 'production' })).toBe('/var/lib/drop-ici');
    expect(readDataDir({ DATA_DIR: '' })).toBe(readConfig({}).dataDir);
  });

  test('has no demo in production, or with DEMO=0', () => {
    expect(readConfig({ NODE_ENV: 'production', SECRET, DEMO: '1' }).demo).toBe(false);
    expect(readConfig({ DEMO: '0' }).demo).toBe(false);
  });
});

const faultsOf = (env: Record<string, string>): ConfigError => catchFaults(() => readConfig(env));

function catchFaults(read: () => void): ConfigError {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('Expected a ConfigError, got a configuration');
}
