import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Groups of an IPv6 address that name a network: providers give each customer a /64 at the least. */
const NETWORK_GROUPS = 4;

/** Where a request came from, as throttles count it; which proxies are believed is the application's setting. */
export function clientAddress(request: Request): string {
  return addressKey(request.ip ?? '');
}

/**
 * The key that an IP address counts under: itself for IPv4, the same for its form within IPv6, and the network (/64) for
 * IPv6, whose customers have more addresses than could ever be counted. Anything else is its own key.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  if (address.includes('::')) groups.push(...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'));
  groups.push(...after);
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
