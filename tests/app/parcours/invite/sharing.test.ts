import { encode } from 'uqr';
import { expect, test } from 'vitest';
import {
  encodeQr,
  listShareTargets,
  QUIET_MODULES,
  qrFileName,
  toSvgFile,
} from '../../../../app/parcours/invite/sharing.ts';

const LINK = 'https://drop.example.org/invite?token=Zk3yQm0s7nTz1xW9aB4cD5eF6gH7iJ8kL9mN0oP1qR2&privilege=drop';

/** Decodes the dark modules of a path of runs, each `M x y h length v1 h-length z`. */
function readModules(path: string, side: number): boolean[][] {
  const modules = Array.from({ length: side }, () => Array.from({ length: side }, () => false));
  let rest = path;
  for (const run of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    const [all, x, y, length, back] = run;
    expect(back).toBe(length);
    rest = rest.replace(all, '');
    const row = modules[Number(y)];
    for (let step = 0; step < Number(length); step++) if (row) row[Number(x) + step] = true;
  }
  expect(rest).toBe('');
  return modules;
}

test('a code is drawn module by module, with its quiet zone', () => {
  const { side, path } = encodeQr(LINK);
  const modules = readModules(path, side);
  expect(modules).toEqual(encode(LINK, { ecc: 'M', border: QUIET_MODULES }).data);
  const quiet = modules.filter((_, y) => y < QUIET_MODULES || y >= side - QUIET_MODULES).flat();
  const sides = modules.flatMap((row) => [...row.slice(0, QUIET_MODULES), ...row.slice(-QUIET_MODULES)]);
  expect([...quiet, ...sides]).not.toContain(true);
});

test('the file for printing has an escaped title', () => {
  const shape = encodeQr(LINK);
  const file = toSvgFile(shape, 'Quai <nord> & sud');
  expect(file).toContain('<title>Quai &#60;nord&#62; &#38; sud</title>');
  expect(file).toContain(`viewBox="0 0 ${shape.side} ${shape.side}"`);
  expect(file).toContain(shape.path);
});

test.each([
  ['Classe de 5e B', 'invitation-classe-de-5e-b.png'],
  ['Été à la Cité\u00a0!', 'invitation-ete-a-la-cite.png'],
  ['../../etc/passwd', 'invitation-etc-passwd.png'],
  ['東京', 'invitation.png'],
  ['x'.repeat(80), `invitation-${'x'.repeat(60)}.png`],
])('the picture of %j is called %s', (label, expected) => {
  expect(qrFileName(label, 'png')).toBe(expected);
});

const INVITE = 'https://drop.example.org/invite?token=a-b_c&privilege=drop';
const MESSAGE = '« Quai & pont » sur Drop ici';
const targets = listShareTargets(INVITE, MESSAGE);

/** The query parameters that the service or program reads. */
function valuesOf(href: string): Record<string, string> {
  return Object.fromEntries(new URL(href).searchParams);
}

test.each([
  ['whatsapp', 'wa.me', { text: `${MESSAGE}\n${INVITE}` }],
  ['telegram', 't.me', { url: INVITE, text: MESSAGE }],
  ['facebook', 'www.facebook.com', { u: INVITE }],
  ['x', 'x.com', { url: INVITE, text: MESSAGE }],
])('%s reads the whole link at %s', (id, host, values) => {
  const target = targets.find((candidate) => candidate.id === id);
  expect(new URL(target?.href ?? '').host).toBe(host);
  expect(new URL(target?.href ?? '').protocol).toBe('https:');
  expect(valuesOf(target?.href ?? '')).toEqual(values);
  expect(target?.isPage).toBe(true);
});

test.each([
  ['email', 'mailto:', { subject: MESSAGE, body: `${MESSAGE}\n${INVITE}` }],
  ['sms', 'sms:', { body: `${MESSAGE}\n${INVITE}` }],
])('%s opens a program of the system', (id, protocol, values) => {
  const target = targets.find((candidate) => candidate.id === id);
  expect(new URL(target?.href ?? '').protocol).toBe(protocol);
  expect(valuesOf(target?.href ?? '')).toEqual(values);
  expect(target?.isPage).toBe(false);
});
