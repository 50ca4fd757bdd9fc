import * as z from 'zod/mini';
import { requestByFetch } from './http.ts';

/** Where the build puts the list of packages; it is stored on the device with the app. */
const LIST_PATH = '/licences.json';

/** Where the build puts every notice in full. Not stored on the device. */
export const NOTICES_PATH = '/licences.txt';

const Packages = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), inBrowsers: z.boolean() }),
);

/** A package that the app contains (`inBrowsers`) or that only the server needs. */
export type LicensedPackage = z.output<typeof Packages>[number];

/** Loads the packages of this build, by name. Rejects in development, and without a network or a stored copy. */
export async function loadLicences(): Promise<readonly LicensedPackage[]> {
  const { status, text } = await requestByFetch({ method: 'GET', url: LIST_PATH, headers: {}, body: null });
  if (status !== 200) throw new Error(`Expected the list of licences, got status ${status}`);
  return Packages.parse(JSON.parse(text));
}
