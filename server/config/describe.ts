import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Describes the location of the configured database: its file's folder, or its address without a password. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `SQLite in ${dataDir}`;
  const { protocol, username, host, pathname, searchParams } = new URL(databaseUrl);
  // libpq's form has the host, which may be a folder, in the query, and may have the password there, too.
  const named = ['host', 'port', 'user', 'dbname'].flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`${name}=${value}`];
  });
  const who = username === '' ? '' : `${username}@`;
  return `${protocol}//${who}${host}${pathname}${named.length === 0 ? '' : `?${named.join('&')}`}`;
}

/** Describes where a configuration has the media. */
export function describeStore({ mediaStore, dataDir }: Pick<Config, 'mediaStore' | 'dataDir'>): string {
  if (mediaStore === null) return join(dataDir, 'media');
  const { bucket, prefix, origin } = mediaStore;
  return `${['s3:/', bucket, ...prefix.split('/')].filter((part) => part !== '').join('/')} at ${origin}`;
}

/** Describes settings that are valid but rarely intended, a sentence each; nothing else would point them out. */
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
