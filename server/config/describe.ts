import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Where a configuration has the database: its file's folder, or its address as far as it holds no password. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `SQLite in ${dataDir}`;
  const { protocol, username, host, pathname, searchParams } = new URL(databaseUrl);
  // libpq's form has the host, which may be a folder, among the parameters, and may have the password there.
  const named = ['host', 'port', 'user', 'dbname'].flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`${name}=${value}`];
  });
  const who = username === '' ? '' : `${username}@`;
  return `${protocol}//${who}${host}${pathname}${named.length === 0 ? '' : `?${named.join('&')}`}`;
}

/** Where it has the files. */
export function describeStore({ mediaStore, dataDir }: Pick<Config, 'mediaStore' | 'dataDir'>): string {
  if (mediaStore === null) return join(dataDir, 'media');
  const { bucket, prefix, origin } = mediaStore;
  return `${['s3:/', bucket, ...prefix.split('/')].filter((part) => part !== '').join('/')} at ${origin}`;
}

/** What may be meant and rarely is, a sentence each: nothing fails by it, and it would go unnoticed. */
export function describeDoubts({
  production,
  demo,
  publicUrl,
  trustProxy,
}: Pick<Config, 'production' | 'demo' | 'publicUrl' | 'trustProxy'>): string[] {
  const isSite = trustProxy !== false || publicUrl?.startsWith('https:') === true;
  if (!production && isSite) {
    const risks = [
      ...(demo ? ['an empty database gets a demo with passwords that everybody knows'] : []),
      'browsers are not kept to HTTPS',
    ].join(', and ');
    return [
      `NODE_ENV is not production, though TRUST_PROXY or PUBLIC_URL speaks of a site: ${risks}. Set NODE_ENV=production`,
    ];
  }
  const isOpen = production && publicUrl?.startsWith('http:') === true && new URL(publicUrl).hostname !== 'localhost';
  return isOpen
    ? [
        'PUBLIC_URL is an address of http: links in mails lead there unencrypted, and nobody can have a passkey. Give the address of https, as browsers show it',
      ]
    : [];
}
