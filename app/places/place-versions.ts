import { versionCalls } from '../../contracts/calls/version-calls.ts';
import type { PlaceDetail } from '../../contracts/place.ts';
import type { PlaceVersion } from '../../contracts/place-version.ts';
import type { PlaceId, PlaceVersionId } from '../../contracts/vocabulary.ts';
import { addCalls, call } from '../platform/net/api.ts';
import { showChanged } from './places.ts';

addCalls(versionCalls);

/** Fetches what a place was before each change of the last 30 days, latest first. @throws as `call` does */
export async function listVersions(placeId: PlaceId): Promise<PlaceVersion[]> {
  return (await call('listVersions', { params: { placeId } })).versions;
}

/** Restores an earlier version of a place. Returns the place as it is then. @throws as `call` does */
export async function restoreVersion(placeId: PlaceId, versionId: PlaceVersionId): Promise<PlaceDetail> {
  const changed = await call('restoreVersion', { params: { placeId, versionId } });
  showChanged(changed);
  return changed;
}

/** Somebody else has changed the place since, or it was not changed. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';
}

/** The server's clock says seconds. */
const TOLERATED_MS = 2000;

/**
 * Undoes a change of a place by the person, if nobody has changed it since.
 * @param sinceMs the server's time right before that change
 * @throws ChangedSinceError, also if it had changed nothing; as `call` does
 */
export async function undoChange(placeId: PlaceId, sinceMs: number): Promise<PlaceDetail> {
  const [latest] = await listVersions(placeId);
  const isOurs = latest?.replacedBy?.isSelf === true && Date.parse(latest.replacedAt) >= sinceMs - TOLERATED_MS;
  if (latest === undefined || !isOurs) throw new ChangedSinceError();
  return restoreVersion(placeId, latest.id);
}
