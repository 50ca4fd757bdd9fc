import type { Knex } from 'knex';
import type { Slug } from '../../contracts/open-parcours.ts';
import type { Reader } from './database.ts';
import type { MediaName } from './files.ts';
import { onlyOpenPlaces } from './open-parcours.ts';
import { onlyVisibleToMember } from './place-visibility.ts';

/** The pictures with this file, with the places that show them. */
function picturesWith(reader: Reader, { sha256, extension: type }: MediaName): Knex.QueryBuilder {
  return reader('picture_files')
    .join('pictures', 'pictures.id', 'picture_files.picture_id')
    .join('places', 'places.id', 'pictures.place_id')
    .where({ 'picture_files.sha256': sha256, 'picture_files.type': type })
    .limit(1)
    .select('pictures.id');
}

/**
 * Whether the account of this session may see this file of a picture now: of a place that it may see as a member. For
 * moderation, an admin of the site also sees those of any place but another account's draft. False once the session has ended.
 */
export async function maySeeInSession(
  reader: Reader,
  sessionId: string,
  name: MediaName,
  now: string,
): Promise<boolean> {
  const ofSession = (): Knex.QueryBuilder =>
    picturesWith(reader, name)
      .join('sessions', (join) => join.onVal('sessions.id', sessionId).andOnVal('sessions.expires_at', '>', now))
      .join('accounts', 'accounts.id', 'sessions.account_id')
      .where({ 'accounts.suspended_at': null });
  const seen = ofSession();
  onlyVisibleToMember(seen, reader.ref('sessions.account_id'));
  if ((await seen).length > 0) return true;
  const moderated = await ofSession()
    .where({ 'accounts.role': 'admin' })
    .where((shown) =>
      shown.where({ 'places.is_draft': false }).orWhere('places.author_id', reader.ref('sessions.account_id')),
    );
  return moderated.length > 0;
}

/** Whether people without an account see this file of a picture on the open parcours with this slug. */
export async function isSeenOpenly(reader: Reader, slug: Slug, name: MediaName): Promise<boolean> {
  const query = picturesWith(reader, name)
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .where({ 'parcours.slug': slug });
  onlyOpenPlaces(query);
  return (await query).length > 0;
}
