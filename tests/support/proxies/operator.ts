import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { startMailServer } from '../network/mail-server.ts';
import { call } from '../server/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../server/people.ts';
import type { Done, Step, Visit } from './empty-machine.ts';
import { SITE } from './proxy.ts';

/**
 * The operator of an empty machine, and its people: a process there, which does the steps of /tmp/steps.json and writes
 * /tmp/done.json. It ends with 1, and prints all that was printed, where a step fails.
 */
const ORIGIN = `https://${SITE}`;
/** After it a step hangs. */
const STEP_MS = 120_000;
const LOGS = '/var/log';

const mail = await startMailServer();
const shell = spawn('bash', ['-eE', '-o', 'pipefail'], { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/root' });
let printed = '';
for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));

const people: Person[] = [];
let parcoursId: ParcoursId | undefined;
const sha256Of = new Map<string, string>();
const done: Done[] = [];

for (const step of JSON.parse(readFileSync('/tmp/steps.json', 'utf8')) as Step[]) {
  printed = '';
  try {
    await ('type' in step ? type(step.type) : visit(step.visit));
  } catch (error) {
    console.error(`${step.from} failed: ${error instanceof Error ? error.message : error}\n${printed}\n${logs()}`);
    process.exit(1);
  }
  done.push({ from: step.from, printed });
}
writeFileSync('/tmp/done.json', JSON.stringify(done));
process.exit(0);

/** Types commands into the one shell, which ends with the first that fails. */
function type(commands: string): Promise<void> {
  const end = `::done ${done.length}`;
  const file = `/tmp/step-${done.length}.sh`;
  // The mail server is the operator's own.
  writeFileSync(file, commands.replace(/smtps:\/\/user:password@\S+/, mail.env.SMTP_URL));
  shell.stdin.write(`source ${file} < /dev/null; echo "${end}"\n`);
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      shell.off('close', fail);
      shell.stdout.off('data', look);
      if (error === undefined) resolve();
      else reject(error);
    };
    const fail = (code: number | null): void => settle(new Error(`a command failed with ${code}`));
    const timer = setTimeout(() => settle(new Error('it hangs')), STEP_MS);
    const look = (): void => {
      if (!printed.includes(`${end}\n`)) return;
      printed = printed.replace(`${end}\n`, '');
      settle();
    };
    shell.once('close', fail);
    shell.stdout.on('data', look);
  });
}

async function visit(wanted: Visit): Promise<void> {
  if (wanted.what === 'sign-up') {
    // The commands of the documents name these two emails.
    for (const name of ['you', 'somebody']) people.push(await signUp(ORIGIN, name, `${name}@example.org`));
  } else if (wanted.what === 'drop') {
    const you = await logIn(ORIGIN);
    parcoursId ??= await makeParcours(ORIGIN, you);
    const placeId = await makePlace(ORIGIN, you, parcoursId, wanted.name);
    const { link } = await upload(ORIGIN, you, placeId, await fixture('conforming-mono.wav'));
    sha256Of.set(wanted.name, await hear(ORIGIN, link));
  } else {
    const you = await logIn(wanted.origin);
    if (parcoursId === undefined) throw new Error('Expected a parcours');
    const { places } = await call(wanted.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, you.token);
    const heard = await Promise.all(
      places.map(async ({ appelation, media }) => [appelation, await hear(wanted.origin, media?.data.link)]),
    );
    const expected = wanted.names.map((name) => [name, sha256Of.get(name)]);
    if (JSON.stringify(heard.sort()) !== JSON.stringify(expected.sort())) {
      throw new Error(`Expected to hear ${JSON.stringify(expected)}, got ${JSON.stringify(heard)}`);
    }
  }
}

/** Logs the first who signed up in anew: sessions of after a back-up are not in it. */
async function logIn(origin: string): Promise<Person> {
  const [you] = people;
  if (you === undefined) throw new Error('Expected somebody who has signed up');
  return { ...you, ...(await call(origin, 'login', { body: { email: you.email, password: you.password } })) };
}

/** SHA-256 of a recording. */
async function hear(origin: string, link: string | undefined): Promise<string> {
  const response = await fetch(new URL(link ?? '', origin));
  if (!response.ok) throw new Error(`Expected a recording, got ${response.status}`);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}

function logs(): string {
  return readdirSync(LOGS)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}:\n${readFileSync(`${LOGS}/${name}`, 'utf8').slice(-3000)}`)
    .join('\n');
}
