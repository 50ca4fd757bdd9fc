import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../server/project-root.ts';
import { find, makeCertificate, SITE } from './proxy.ts';

/** What an operator does: types the commands of a document, or opens the service as its people do. */
export type Step = { readonly from: string; readonly type: string } | { readonly from: string; readonly visit: Visit };

/**
 * What people do. `sign-up` makes the accounts that the documents name; `drop` leaves a recording with this name; `hear` expects
 * recordings with these names, the same by their bytes, and no others.
 */
export type Visit =
  | { readonly what: 'sign-up' }
  | { readonly what: 'drop'; readonly name: string }
  | { readonly what: 'hear'; readonly names: readonly string[]; readonly origin: string };

/** What the machine printed for a step. */
export interface Done {
  readonly from: string;
  readonly printed: string;
}

/** Where the machine has the program of the checkout: the documents' commands move links to it. */
export const PROGRAM = '/opt/drop-ici';

/** What the machine has of this one's /etc. */
const OF_ETC = ['passwd', 'group', 'shadow', 'gshadow', 'nsswitch.conf', 'ld.so.cache', 'alternatives', 'ssl', 'nginx'];
const SUPPORT = 'tests/support/proxies';
/** Where programs lie that stand for others. */
const STAND_INS = '/stand-ins';

/** Names of what is missing here for a machine of its own; none where there can be one. */
export function missingForMachine(): string[] {
  const programs = ['nginx', 'openssl', 'curl', 'unshare', 'ip', 'systemd-sysusers'];
  const missing = programs.filter((program) => find(program) === undefined);
  return process.getuid?.() === 0 ? missing : [...missing, 'root'];
}

/**
 * Does the steps one after the other on a machine without Drop ici: its own /etc, /opt, /var, /mnt, processes and network, with
 * the programs of this one, and the built checkout in {@link PROGRAM}.
 *
 * Others stand in for what is not here: `systemctl` and `systemd-run` (systemd is process 1 of whole machines alone), `certbot`, which
 * gives the tests' certificate, `npm`, which does nothing, since all is built, and `apt-get`, which starts nginx, as Debian does.
 *
 * @throws Error with what it printed where a step failed
 */
export async function runOnEmptyMachine(steps: readonly Step[]): Promise<Done[]> {
  const root = mkdtempSync(join(tmpdir(), 'drop-ici-machine-'));
  try {
    furnish(root);
    writeFileSync(join(root, 'tmp/steps.json'), JSON.stringify(steps));
    const { code, printed } = await run(root);
    if (code !== 0) throw new Error(printed);
    return JSON.parse(readFileSync(join(root, 'tmp/done.json'), 'utf8'));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function furnish(root: string): void {
  // Services of other users run there.
  chmodSync(root, 0o755);
  const folders = ['etc/sysusers.d', 'etc/systemd/system', 'opt', 'mnt', 'root', 'run', 'proc', 'dev', 'usr', 'tmp'];
  const ofPrograms = ['var/lib/nginx', 'var/log/nginx', 'var/www/html', 'var/tmp', STAND_INS.slice(1)];
  for (const folder of [...folders, ...ofPrograms]) mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    if (existsSync(`/${name}`)) cpSync(`/${name}`, join(root, name), { recursive: false, verbatimSymlinks: true });
  }
  for (const name of OF_ETC) {
    if (existsSync(`/etc/${name}`)) execFileSync('cp', ['-a', `/etc/${name}`, join(root, 'etc/')]);
  }
  for (const name of ['passwd', 'group', 'shadow', 'gshadow']) {
    const file = join(root, 'etc', name);
    if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^drop-ici:.*\n/gm, ''));
  }
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${SITE}\n::1 localhost\n`);
  makeCertificate(root);
  const live = `/etc/letsencrypt/live/${SITE}`;
  const manager = `exec ${process.execPath} ${projectRoot()}/${SUPPORT}/service-manager.mjs`;
  const standIns = {
    'apt-get': 'case " $* " in *" nginx "*) systemctl start nginx ;; esac',
    npm: 'exit 0',
    systemctl: `${manager} systemctl "$@"`,
    'systemd-run': `${manager} systemd-run "$@"`,
    certbot: `mkdir -p ${live} && cp /certificate.pem ${live}/fullchain.pem && cp /key.pem ${live}/privkey.pem`,
  };
  for (const [name, script] of Object.entries(standIns)) {
    writeFileSync(join(root, STAND_INS, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
}

async function run(root: string): Promise<{ code: number | null; printed: string }> {
  const operator = `${process.execPath} --import tsx ${projectRoot()}/${SUPPORT}/operator.ts`;
  // A shell as process 1 collects those that have ended.
  const inside = `cd ${projectRoot()} && ln -s ${projectRoot()} ${PROGRAM} && ${operator}; exit $?`;
  const script = [
    'set -e',
    'ip link set lo up',
    ...[...new Set(['/usr', projectRoot(), realpathSync(join(projectRoot(), 'node_modules'))])].map(readOnly),
    ...(process.execPath.startsWith('/usr/') ? [] : [readOnly(dirname(process.execPath))]),
    'mount -t tmpfs tmpfs "$ROOT/usr/local/sbin"',
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    `exec chroot "$ROOT" /bin/bash -c '${inside}'`,
  ].join('\n');
  const args = ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', script];
  const child = spawn('unshare', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ROOT: root,
      PATH: `${STAND_INS}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
      HOME: '/root',
      LANG: 'C.UTF-8',
      NODE_EXTRA_CA_CERTS: '/certificate.pem',
      CURL_CA_BUNDLE: '/certificate.pem',
    },
  });
  return ended(child);
}

/** Binds a folder of this machine to the same path there. */
function readOnly(path: string): string {
  return `mkdir -p "$ROOT${path}" && mount --rbind "${path}" "$ROOT${path}" && mount -o remount,bind,ro "$ROOT${path}"`;
}

function ended(child: ChildProcess): Promise<{ code: number | null; printed: string }> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, printed })));
}
