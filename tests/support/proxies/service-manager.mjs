import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * `systemctl` and `systemd-run` where systemd is not process 1, as far as the documents use them: `node service-manager.mjs
 * systemctl start drop-ici`. It reads the real units, and runs their ExecStart with their user, folder, environment and umask.
 * What a unit forbids its processes is left to `systemd-analyze`. The log is /var/log/UNIT.log.
 */
const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];
/** One file for each running unit, with its process id. */
const RUNNING = '/run/units';
const SPECIFIERS = { S: '/var/lib', t: '/run' };

const [program, ...given] = process.argv.slice(2);
process.exitCode = await (program === 'systemd-run' ? systemdRun(given) : systemctl(given));

async function systemctl([verb, ...rest]) {
  const isNow = rest.includes('--now');
  const names = rest
    .filter((part) => !part.startsWith('--'))
    .map((name) => (/\.\w+$/.test(name) ? name : `${name}.service`));
  if (verb === 'daemon-reload') return 0;
  for (const name of names) {
    const code = await act(verb, name, isNow);
    if (code !== 0) {
      console.error(`systemctl ${verb} ${name} failed: ${code}`);
      return code;
    }
  }
  return names.length > 0 ? 0 : 1;
}

async function act(verb, name, isNow) {
  switch (verb) {
    case 'enable':
      if (!readUnit(name).has('Install.WantedBy')) throw new Error(`${name} has no WantedBy`);
      return isNow ? start(name) : 0;
    case 'start':
      return start(name);
    case 'stop':
      return stop(name);
    case 'restart':
      return (await stop(name)) || start(name);
    case 'reload':
      return runHere(readUnit(name), 'Service.ExecReload');
    default:
      throw new Error(`systemctl ${verb} is not known here`);
  }
}

async function start(name) {
  const unit = readUnit(name);
  if (name.endsWith('.timer')) {
    // It would wait for its time.
    readUnit(name.replace('.timer', '.service'));
    return 0;
  }
  const type = last(unit, 'Service.Type') ?? 'simple';
  if (type === 'forking' || type === 'oneshot') {
    return (await runHere(unit, 'Service.ExecStartPre')) || runHere(unit, 'Service.ExecStart');
  }
  if (pidOf(name) === undefined) launch(name, processOf(unit, last(unit, 'Service.ExecStart')));
  return 0;
}

async function stop(name) {
  const pid = pidOf(name);
  if (pid === undefined) return 0;
  process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) await wait(20);
  rmSync(`${RUNNING}/${name}`, { force: true });
  return 0;
}

/** As far as the documents need it: `--wait --pipe` in the foreground, else a service of its own. */
function systemdRun(args) {
  const end = args.findIndex((part) => !part.startsWith('--'));
  const unit = new Map([['Service.ExecStart', [args.slice(end).map(quoted).join(' ')]]]);
  const add = (key, value) => unit.set(key, [...(unit.get(key) ?? []), value]);
  let name;
  for (const option of args.slice(0, end)) {
    const [, key, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(option);
    if (key === 'uid') add('Service.User', value);
    else if (key === 'working-directory') add('Service.WorkingDirectory', value);
    else if (key === 'setenv') add('Service.Environment', quoted(value));
    else if (key === 'unit') name = `${value}.service`;
    else if (key === 'property')
      add(`Service.${value.slice(0, value.indexOf('='))}`, value.slice(value.indexOf('=') + 1));
    else if (!['pipe', 'wait', 'collect', 'quiet'].includes(key))
      throw new Error(`systemd-run --${key} is not known here`);
  }
  if (args.includes('--wait')) return runHere(unit, 'Service.ExecStart');
  launch(name, processOf(unit, last(unit, 'Service.ExecStart')));
  return 0;
}

/** Runs the commands of a unit until they end; the first that fails ends them, unless it begins with `-`. */
function runHere(unit, key) {
  for (const line of unit.get(key) ?? []) {
    const { command, args, options } = processOf(unit, line.replace(/^-/, ''));
    const { status } = spawnSync(command, args, { ...options, stdio: 'inherit' });
    if (status !== 0 && !line.startsWith('-')) return status ?? 1;
  }
  return 0;
}

function launch(name, { command, args, options }) {
  const log = openSync(`/var/log/${name}.log`, 'a');
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  mkdirSync(RUNNING, { recursive: true });
  writeFileSync(`${RUNNING}/${name}`, String(child.pid));
  child.unref();
}

/** What a unit's command becomes: its program, arguments, user and environment. */
function processOf(unit, line) {
  const user = userOf(last(unit, 'Service.User'));
  for (const folder of unit.get('Service.StateDirectory') ?? []) {
    if (existsSync(`/var/lib/${folder}`)) continue;
    const mode = ['-m', last(unit, 'Service.StateDirectoryMode') ?? '0755'];
    spawnSync('install', ['-d', '-o', String(user.uid), '-g', String(user.gid), ...mode, `/var/lib/${folder}`]);
  }
  const environment = Object.fromEntries([
    ...(unit.get('Service.Environment') ?? []).flatMap((assignments) => words(assignments).map(assignment)),
    ...(unit.get('Service.EnvironmentFile') ?? []).flatMap(readSettings),
  ]);
  const umask = last(unit, 'Service.UMask') ?? '0022';
  return {
    command: '/bin/sh',
    args: ['-c', `umask ${umask}; exec "$@"`, 'sh', ...words(line).map(programHere)],
    options: {
      cwd: last(unit, 'Service.WorkingDirectory') ?? '/',
      uid: user.uid,
      gid: user.gid,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: user.home, ...environment },
    },
  };
}

/** Keys such as `Service.Type` of a unit, each with its values in order. */
function readUnit(name) {
  const [, stem, instance = '', kind] = /^([^@.]+@?)(.*)\.(\w+)$/.exec(name) ?? [];
  const file = `${stem}.${kind}`;
  const path = UNIT_FOLDERS.map((folder) => `${folder}/${file}`).find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`Unit ${name} could not be found`);
  const unit = new Map();
  let section = '';
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (title !== undefined) {
      section = title;
      continue;
    }
    const key = `${section}.${line.slice(0, line.indexOf('='))}`;
    const value = line.slice(line.indexOf('=') + 1).replace(/%(\w)/g, (_, letter) => SPECIFIERS[letter] ?? instance);
    unit.set(key, [...(unit.get(key) ?? []), value]);
  }
  return unit;
}

/** The lines of an environment file as systemd takes them; one whose name begins with `-` may be missing. */
function readSettings(file) {
  const path = file.replace(/^-/, '');
  if (path !== file && !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*([#;]|$)/.test(line))
    .map(assignment);
}

function assignment(text) {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1).trim()];
}

/** Splits a line as systemd does where it has nothing but plain words and quoted ones. */
function words(line) {
  return (line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );
}

/** Node may lie elsewhere here. */
function programHere(word) {
  return word === '/usr/bin/node' ? process.execPath : word;
}

function quoted(word) {
  if (word.includes("'")) throw new Error(`${word} has a quote`);
  return `'${word}'`;
}

function userOf(name = 'root') {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  if (row === undefined) throw new Error(`There is no user ${name}`);
  const [, , uid, gid, , home] = row.split(':');
  return { uid: Number(uid), gid: Number(gid), home };
}

function last(unit, key) {
  return unit.get(key)?.at(-1);
}

function pidOf(name) {
  if (!existsSync(RUNNING) || !readdirSync(RUNNING).includes(name)) return undefined;
  const pid = Number(readFileSync(`${RUNNING}/${name}`, 'utf8'));
  return isRunning(pid) ? pid : undefined;
}

/** Whether a process is there, and not only its exit code, which nobody has asked for yet. */
function isRunning(pid) {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
