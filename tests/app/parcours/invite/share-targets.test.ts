import { expect, test } from 'vitest';
import { listShareTargets } from '../../../../app/parcours/invite/share-targets.ts';

const LINK = 'https://drop.example.org/invite?token=a-b_c&privilege=drop';
const MESSAGE = '« Quai & pont » sur Drop ici';
const targets = listShareTargets(LINK, MESSAGE);

/** The query parameters that the service or program reads. */
function valuesOf(href: string): Record<string, string> {
  return Object.fromEntries(new URL(href).searchParams);
}

test.each([
  ['whatsapp', 'wa.me', { text: `${MESSAGE}\n${LINK}` }],
  ['telegram', 't.me', { url: LINK, text: MESSAGE }],
  ['facebook', 'www.facebook.com', { u: LINK }],
  ['x', 'x.com', { url: LINK, text: MESSAGE }],
])('%s reads the whole link at %s', (id, host, values) => {
  const target = targets.find((candidate) => candidate.id === id);
  expect(new URL(target?.href ?? '').host).toBe(host);
  expect(new URL(target?.href ?? '').protocol).toBe('https:');
  expect(valuesOf(target?.href ?? '')).toEqual(values);
  expect(target?.isPage).toBe(true);
});

test.each([
  ['email', 'mailto:', { subject: MESSAGE, body: `${MESSAGE}\n${LINK}` }],
  ['sms', 'sms:', { body: `${MESSAGE}\n${LINK}` }],
])('%s opens a program of the system', (id, protocol, values) => {
  const target = targets.find((candidate) => candidate.id === id);
  expect(new URL(target?.href ?? '').protocol).toBe(protocol);
  expect(valuesOf(target?.href ?? '')).toEqual(values);
  expect(target?.isPage).toBe(false);
});
