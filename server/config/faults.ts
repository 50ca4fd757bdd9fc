import type * as z from 'zod/mini';
import type { Misspelt } from './misspelt.ts';

/** A fault of a setting. */
export interface Fault {
  readonly name: string;
  /** The actual and the expected value, without a secret. */
  readonly message: string;
}

/** Variables whose values are never output: addresses of mail servers and databases contain passwords. */
const SECRETS: ReadonlySet<string> = new Set([
  'SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
  'DATABASE_URL',
  'AWS_SECRET_ACCESS_KEY',
]);

/** The variables that have a value; empty ones count as unset. */
export function givenOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** A fault for each value that a schema rejects. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], given: Readonly<Record<string, string>>): Fault[] {
  return issues.map((issue) => {
    const name = String(issue.path[0]);
    const value = given[name];
    if (value === undefined) return { name, message: `got nothing, ${issue.message}` };
    const got = SECRETS.has(name) ? `${Buffer.byteLength(value)} bytes` : JSON.stringify(value);
    return { name, message: `got ${got}, ${issue.message}` };
  });
}

/** Settings in which any character may be intended. */
const ANY_TEXT = /^(SECRET|METRICS_TOKEN|AWS_SECRET_ACCESS_KEY|MAIL_FROM|(ASSOCIATION|HOSTING|DPO)_\w+)$/;
const PATHS: ReadonlySet<string> = new Set(['DATA_DIR', 'MAP_PMTILES']);

/**
 * A fault for each value that a settings file probably didn't deliver as intended: not every reader of such files
 * strips quotes and spaces, and none expands `~` or `$HOME`.
 */
export function describeUnread(given: Readonly<Record<string, string>>, names: readonly string[]): Fault[] {
  return names.flatMap((name) => {
    const value = given[name];
    if (value === undefined || ANY_TEXT.test(name)) return [];
    const got = SECRETS.has(name) ? `${Buffer.byteLength(value)} bytes` : JSON.stringify(value);
    if (value !== value.trim()) return [{ name, message: `got ${got}, expected no space around it` }];
    if (/^(["']).*\1$/s.test(value)) return [{ name, message: `got ${got}, expected no quotes around it` }];
    const isUnread = PATHS.has(name) && /^~|^\$|\$\{/.test(value);
    return isUnread
      ? [{ name, message: `got ${got}, expected a whole path: nothing is put in the place of ~ or $` }]
      : [];
  });
}

/** The fault for an unknown name similar to a setting's, which would silently be ignored. */
export function describeMisspelt({ name, meant }: Misspelt): Fault {
  return { name, message: `there is no such setting; did you mean ${meant}? Rename it, or unset it` };
}

/** Adds the intended settings of misspelt names, unless they are also given under their own name. */
export function withMeant(given: Readonly<Record<string, string>>, misspelt: readonly Misspelt[]) {
  const meant = misspelt.map(({ name, meant }) => [meant, given[name] ?? '']);
  return { ...(Object.fromEntries(meant) as Record<string, string>), ...given };
}

/** Placeholders for invalid values on which others depend, so that faults of these are found, too. */
const STAND_INS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://host/database',
  MEDIA_STORE: 's3://bucket',
  SMTP_URL: 'smtp://host',
};

/** The variables without faulty ones, with placeholders where needed. */
export function withoutWrong(given: Readonly<Record<string, string>>, wrong: ReadonlySet<string>) {
  const sound = Object.entries(given).filter(([name]) => !wrong.has(name));
  const stands = Object.entries(STAND_INS).filter(([name]) => wrong.has(name));
  return Object.fromEntries([...sound, ...stands]);
}
