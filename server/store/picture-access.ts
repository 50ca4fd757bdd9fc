import type { Knex } from 'knex';
import type { Slug } from '../../contracts/open-parcours.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader } from './database.ts';
import type { MediaName } from './files.ts';
import { onlyOpenPlaces } from './open-parcours.ts';
import { onlyModerated, onlyVisibleToMember } from './place-visibility.ts';

/** The pictures with this file, with the places that show them. */
function picturesWith(reader: Reader, sha256: string, type: string): Knex.QueryBuilder {
  return reader('picture_files')
    .join('pictures', 'pictures.id', 'picture_files.picture_id')
    .join('places', 'places.id', 'pictures.place_id')
    .where({ 'picture_files.sha256': sha256, 'picture_files.type': type })
    .limit(1)
    .select('pictures.id');
}

type InSession = readonly [sha256: string, type: string, sessionId: string, now: string];

function ofSession(reader: Reader, [sha256, type, sessionId, now]: InSession): Knex.QueryBuilder {
  return picturesWith(reader, sha256, type)
    .join('sessions', (join) => join.onVal('sessions.id', sessionId).andOnVal('sessions.expires_at', '>', now))
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .where({ 'accounts.suspended_at': null });
}

const seenByMember = compiled<unknown, InSession>((reader, values) => {
  const query = ofSession(reader, values);
  onlyVisibleToMember(query, reader.ref('sessions.account_id'));
  return query;
});

const seenByAdmin = compiled<unknown, InSession>((reader, values) =>
  onlyModerated(ofSession(reader, values), reader.ref('sessions.account_id')),
);

/**
 * Whether the account of this session may see this file of a picture now: of a place that it may see as a member. For
 * moderation, an admin of the site also sees those of any place but another account's draft. False once the session has ended.
 */
export async function maySeeInSession(
  reader: Reader,
  sessionId: string,
  { sha256, extension }: MediaName,
  now: string,
): Promise<boolean> {
  const values = [sha256, extension, sessionId, now] as const;
  return (await seenByMember(reader, values)).length > 0 || (await seenByAdmin(reader, values)).length > 0;
}

const seenOpenly = compiled<unknown, readonly [Slug, sha256: string, type: string]>((reader, [slug, sha256, type]) => {
  const query = picturesWith(reader, sha256, type)
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .where({ 'parcours.slug': slug });
  onlyOpenPlaces(query);
  return query;
});

/** Whether people without an account see this file of a picture on the open parcours with this slug. */
export async function isSeenOpenly(reader: Reader, slug: Slug, { sha256, extension }: MediaName): Promise<boolean> {
  return (await seenOpenly(reader, [slug, sha256, extension])).length > 0;
}
