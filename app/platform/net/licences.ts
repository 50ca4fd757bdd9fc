import * as z from 'zod/mini';
import { requestByFetch } from './http.ts';

/** Where the build puts the list of packages; it is kept on the device with the app. */
const LIST_PATH = '/licences.json';

/** Where the build puts every notice in full. Not kept on the device. */
export const NOTICES_PATH = '/licences.txt';

const Packages = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), inBrowsers: z.boolean() }),
);

/** A package whose work is in the app (`inBrowsers`) or that only the server needs. */
export type LicensedPackage = z.output<typeof Packages>[number];

/** The packages of this build, by name. Rejects without a network, if the device has no copy, and in development. */
export async function loadLicences(): Promise<readonly LicensedPackage[]> {
  const { status, text } = await requestByFetch({ method: 'GET', url: LIST_PATH, headers: {}, body: null });
  if (status !== 200) throw new Error(`Expected the list of licences, got status ${status}`);
  return Packages.parse(JSON.parse(text));
}
