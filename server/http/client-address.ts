import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** Groups of an IPv6 address that identify a network: providers give each customer at least a /64. */
const NETWORK_GROUPS = 4;

/** The key under which a request's address is counted. The setting `trust proxy` decides which proxies are trusted. */
export function clientAddress(request: Request): string {
  return addressKey(withoutPort(request.ip ?? ''));
}

/** Removes the port that some proxies add to IPv4, or to IPv6 in brackets: each connection would count separately. */
function withoutPort(address: string): string {
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](:\d+)?$/.exec(address)?.[1] ?? address;
}

/**
 * The key under which an IP address is counted: the address for IPv4, also if mapped into IPv6; the network (/64) for
 * IPv6, because each customer has a whole network. Anything else is its own key.
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
