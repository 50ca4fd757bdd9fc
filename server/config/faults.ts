import type * as z from 'zod/mini';

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

/** An unknown name in the environment, and the setting that was probably meant. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Longest name that is compared: no typing error makes one of our names longer. */
const NAME_MAX = 40;

/**
 * Finds unknown names similar to a setting's: in other case (`database_url`), or one or two typing errors away, fewer
 * for short names, which have many neighbours. Among equally similar settings the first wins.
 */
export function findMisspelt(names: readonly string[], known: readonly string[]): Misspelt[] {
  const isKnown = new Set(known);
  return names.flatMap((name) => {
    if (isKnown.has(name) || name.length > NAME_MAX) return [];
    const near = known
      .map((meant) => ({ name, meant, slips: slipsBetween(name.toUpperCase(), meant) }))
      .filter(({ meant, slips }) => slips <= slipsMax(name.toUpperCase(), meant))
      .sort((a, b) => a.slips - b.slips);
    return near.slice(0, 1).map(({ meant }) => ({ name, meant }));
  });
}

/** Short names have neighbours that other programs set, as `PORT0`: there only swapped letters count as an error. */
function slipsMax(name: string, meant: string): number {
  if (meant.length >= 9) return 2;
  return meant.length >= 5 || [...name].sort().join() === [...meant].sort().join() ? 1 : 0;
}

/** Counts left out, added, changed and swapped neighbouring letters (optimal string alignment distance). */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
