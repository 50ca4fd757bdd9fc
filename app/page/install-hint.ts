import { type Device, readDevice } from '../platform/page/device.ts';
import { installStrings } from './install-words.ts';

/**
 * Explains why and how to install the app, for data on the device: packs, or drops that wait to be sent. Null if
 * nothing is lost otherwise: Safari's engine deletes a site's storage after seven days of use without a visit, unless
 * the site is installed (https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
 */
export function installHint(forWhat: keyof typeof installStrings, device: Device = readDevice()): string | null {
  const { system, isSafari, isInstalled } = device;
  if (isInstalled) return null;
  if (system === 'ios') return installStrings[forWhat].ios;
  return isSafari ? installStrings[forWhat].mac : null;
}
