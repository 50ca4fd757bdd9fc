import { isIP } from 'node:net';
import { EMAIL_PATTERN } from '../../contracts/user.ts';

/** Whether this is a number of proxies. */
export function isHopCount(text: string): boolean {
  return /^[1-9]\d?$/.test(text);
}

/** Splits a comma-separated list. */
export function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** Whether this is an address, a subnet, or one of Express' names for subnets. */
export function isProxyName(name: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(name)) return true;
  const [address = '', bits, ...rest] = name.split('/');
  const family = isIP(address);
  const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family !== 0 && isBits && rest.length === 0;
}

/** Whether this is the address of a mail server. */
export function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** Whether this is an email address, or a name with one in angle brackets. */
export function isMailAddress(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return EMAIL_PATTERN.test(address);
}

/** Whether this is an http(s) URL with nothing after its host. */
export function isOrigin(text: string): boolean {
  return isHttpUrl(text) && new URL(text).origin === text.toLowerCase();
}

/** Whether this is an http(s) URL. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Whether this is the address of a database, in libpq's form: the host may be a folder in the query. */
export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, searchParams } = new URL(text);
  return /^postgres(ql)?:$/.test(protocol) && (hostname !== '' || searchParams.has('host')) && pathname.length > 1;
}

/** Whether this is the address of a bucket or a prefix in one. Keys get no characters that URLs escape. */
export function isBucketAddress(text: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(text);
}

/** Whether this is the name of a store's region. */
export function isRegion(text: string): boolean {
  return /^[\w-]+$/.test(text);
}
