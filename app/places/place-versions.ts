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

/** Somebody else has changed the place since. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';
}

/** Undoes the last change of a place, if it was the person's own. @throws ChangedSinceError; as `call` does */
export async function undoLastChange(placeId: PlaceId): Promise<PlaceDetail> {
  const [latest] = await listVersions(placeId);
  if (latest === undefined || latest.replacedBy?.isSelf !== true) throw new ChangedSinceError();
  return restoreVersion(placeId, latest.id);
}
