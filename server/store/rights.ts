import type { ConsentKind } from '../../contracts/consents.ts';
import type { Language, ParcoursId, PlaceId, PlaceVersionId, Role, UserId } from '../../contracts/vocabulary.ts';
import type { AuditLogRow } from './audit-log.ts';
import type { Reader, Transactor } from './database.ts';
import { deleteEventsOf, type EventRow } from './events.ts';
import type { InvitationRow } from './invitations.ts';
import { deleteListensOf, type ListenRow } from './listens.ts';
import type { ImageRow } from './media.ts';
import type { MeasureRow, ReportRow } from './moderation.ts';
import { listParcoursOf } from './parcours.ts';
import type { PasskeyRow } from './passkeys.ts';
import { listPicturesBy, type OwnPictureRow } from './pictures.ts';
import { numberShown } from './place-steps.ts';
import type { VersionRow } from './place-versions.ts';
import { onlyReadable } from './place-visibility.ts';
import type { PlaceRow } from './places.ts';
import { listAsked } from './planned-places.ts';
import type { RemarkRow } from './remarks.ts';
import type { RoleRequestRow } from './role-requests.ts';
import type { SessionRow } from './sessions.ts';
import { listTellingsBy, type OwnTellingRow } from './tellings.ts';

/** An account that was not used for a long time. */
export interface InactiveRow {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly language: Language | null;
  /** When it was last used, ISO 8601 in UTC. */
  readonly active_at: string;
  /** When its owner was warned, if after the last use; otherwise null. */
  readonly warned_at: string | null;
}

/** Records a use of an account, which cancels an earlier warning. */
export async function noteActivity(tx: Transactor, id: UserId, now: string): Promise<void> {
  await tx('accounts').where({ id }).update({ active_at: now, warned_at: null });
}

/** Records that an account's owner was warned. */
export async function noteWarning(tx: Transactor, id: UserId, now: string): Promise<void> {
  await tx('accounts').where({ id }).update({ warned_at: now });
}

/** The accounts that were last used before this time, by id. */
export async function listInactive(reader: Reader, before: string): Promise<UserId[]> {
  return reader('accounts').where(lastUse(reader), '<', before).orderBy('id').pluck('id');
}

/** This account, if it was last used before this time. */
export async function findInactive(reader: Reader, id: UserId, before: string): Promise<InactiveRow | undefined> {
  const last = lastUse(reader);
  const [row] = await reader('accounts')
    .where({ id })
    .where(last, '<', before)
    .select<InactiveRow[]>('id', 'email', 'role', 'language', 'warned_at', reader.raw('? as ??', [last, 'active_at']));
  return row;
}

function lastUse(reader: Reader) {
  return reader.raw('coalesce(??, ??)', ['active_at', 'created_at']);
}

interface ConsentRow {
  readonly account_id: UserId;
  readonly kind: ConsentKind;
  /** Version of the terms. */
  readonly version: string;
  readonly given_at: string;
}

/** The consents of an account, oldest first. */
export async function listConsents(reader: Reader, accountId: UserId): Promise<ConsentRow[]> {
  return reader('consents').where({ account_id: accountId }).orderBy('id').select<ConsentRow[]>('*');
}

/** Adds a consent; returns false if the account has given it already. */
export async function addConsent(tx: Transactor, row: ConsentRow): Promise<boolean> {
  const { account_id, kind, version } = row;
  if ((await tx('consents').where({ account_id, kind, version }).first('id')) !== undefined) return false;
  await tx('consents').insert(row);
  if (kind === 'terms') await tx('accounts').where({ id: account_id }).update({ terms_version: version });
  return true;
}

/** Whether an account opted out of visit statistics. */
export async function refusesStatistics(reader: Reader, accountId: UserId): Promise<boolean> {
  const row = await reader('accounts')
    .where({ id: accountId })
    .first<{ no_statistics: boolean | number } | undefined>();
  return Boolean(row?.no_statistics);
}

/** Sets whether an account allows visit statistics. If not, its earlier events are deleted. */
export async function setStatistics(tx: Transactor, accountId: UserId, wanted: boolean): Promise<void> {
  await tx('accounts').where({ id: accountId }).update({ no_statistics: !wanted });
  if (wanted) return;
  await deleteEventsOf(tx, accountId);
  await deleteListensOf(tx, accountId);
}

/** A row of export_links: a link to all data that the server has of an account. */
interface ExportLinkRow {
  /** SHA-256 of the link's name, in hexadecimal. */
  readonly name_hash: string;
  readonly account_id: UserId;
  /** The session that requested it; the link is deleted with it. */
  readonly session_id: string;
  readonly expires_at: string;
}

/** Adds a link, replacing the account's earlier one. */
export async function replaceExportLink(tx: Transactor, row: ExportLinkRow): Promise<void> {
  await tx<ExportLinkRow>('export_links').where({ account_id: row.account_id }).delete();
  await tx<ExportLinkRow>('export_links').insert(row);
}

/** The link with this hash; undefined if there is none. */
export async function findExportLink(reader: Reader, nameHash: string): Promise<ExportLinkRow | undefined> {
  return reader<ExportLinkRow>('export_links').where({ name_hash: nameHash }).first();
}

/** Deletes a link. Returns whether there was one. */
export async function deleteExportLink(tx: Transactor, nameHash: string): Promise<boolean> {
  return (await tx<ExportLinkRow>('export_links').where({ name_hash: nameHash }).delete()) > 0;
}

/** Deletes the link of an account, if there is one. */
export async function deleteExportLinkOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx<ExportLinkRow>('export_links').where({ account_id: accountId }).delete();
}

/** Deletes the links that expired at this time or before. */
export async function deleteExpiredExportLinks(tx: Transactor, now: string): Promise<void> {
  await tx<ExportLinkRow>('export_links').where('expires_at', '<=', now).delete();
}

/** Rows that {@link readOwnRows} returns. Times are ISO 8601 in UTC. */
export interface OwnRows {
  /** When the account was last used, to the day; null if not since it was created. */
  readonly active_at: string | null;
  readonly memberships: readonly {
    readonly parcours_id: ParcoursId;
    readonly title: string;
    /** Null if the parcours is deleted or hidden from the account. */
    readonly description: string | null;
    readonly privilege: string;
    readonly joined_at: string;
  }[];
  readonly bundles: readonly { readonly name: string; readonly description: string; readonly title: string }[];
  /** Parcours from which an admin removed the account, or on which it was demoted. */
  readonly removals: readonly { readonly parcours_id: ParcoursId; readonly title: string }[];
  readonly drops: readonly OwnDropRow[];
  /** The numbers that members see of these drops, and of others on the same parcours. */
  readonly steps: ReadonlyMap<PlaceId, number>;
  /** What these drops were before changes, and other people's drops with audio that the account sent. */
  readonly versions: readonly OwnVersionRow[];
  /** Planned places that the account is asked to fill, without those that somebody fills. */
  readonly asked: readonly (Pick<PlaceRow, 'id' | 'parcours_id' | 'name'> & { readonly title: string })[];
  /** Audio that the account sent to other people's drops. */
  readonly soundsElsewhere: readonly SoundRow[];
  readonly images: readonly (Pick<ImageRow, 'sha256' | 'parcours_id' | 'created_at'> & {
    readonly title: string | null;
  })[];
  readonly pictures: readonly OwnPictureRow[];
  readonly tellings: readonly OwnTellingRow[];
  readonly sessions: readonly Pick<SessionRow, 'created_at' | 'used_at' | 'expires_at' | 'browser' | 'system'>[];
  readonly passkeys: readonly Pick<PasskeyRow, 'browser' | 'system' | 'added_at' | 'used_at'>[];
  readonly consents: readonly Pick<ConsentRow, 'kind' | 'version' | 'given_at'>[];
  readonly requests: readonly (Pick<
    RoleRequestRow,
    'words' | 'asked_at' | 'answer' | 'answer_words' | 'answered_at'
  > & { readonly title: string | null })[];
  readonly invitations: readonly (Pick<
    InvitationRow,
    'privilege' | 'label' | 'created_at' | 'expires_at' | 'revoked_at'
  > & { readonly title: string })[];
  readonly uses: readonly { readonly title: string; readonly used_at: string }[];
  readonly reports: readonly (Pick<ReportRow, 'reason' | 'words' | 'made_at' | 'closed_at'> & {
    readonly parcours: string | null;
    readonly place: string | null;
  })[];
  readonly remarks: readonly (Pick<RemarkRow, 'subject' | 'words' | 'made_at'> & { readonly place: string })[];
  readonly measures: readonly Pick<MeasureRow, 'kind' | 'name' | 'words' | 'taken_at' | 'answer' | 'answered_at'>[];
  readonly events: readonly Pick<EventRow, 'name' | 'happened_at' | 'properties'>[];
  readonly listens: readonly (Pick<ListenRow, 'place_id' | 'day' | 'is_finished'> & { readonly name: string })[];
  readonly trail: readonly Pick<AuditLogRow, 'happened_at' | 'action' | 'parcours_name' | 'place_name' | 'detail'>[];
}

/** The audio of a drop, with the drop's parcours. */
export interface SoundRow extends Pick<PlaceRow, 'id' | 'parcours_id' | 'name' | 'media_sha256'> {
  readonly title: string;
  readonly extension: string | null;
  readonly duration_s: number | null;
}

interface OwnDropRow extends PlaceRow, SoundRow {}

/** An earlier version of a drop. */
export interface OwnVersionRow extends SoundRow, Pick<VersionRow, 'replaced_at'> {
  readonly version: PlaceVersionId;
  /** Null in another person's drop, whose shape is not the account's. */
  readonly geometry: string | null;
}

/**
 * Reads everything that the database has of an account besides its row in `accounts`, without tokens and hashes.
 * @param begunUntil see `listPlannedPlaces`
 */
export async function readOwnRows(reader: Reader, id: UserId, begunUntil: string): Promise<OwnRows> {
  const withParcours = (table: string) => reader(table).join('parcours', 'parcours.id', `${table}.parcours_id`);
  const shown = new Map((await listParcoursOf(reader, id)).map((row) => [row.id, row.description]));
  const bundles = reader('bundles')
    .join('bundled_parcours', 'bundled_parcours.bundle_id', 'bundles.id')
    .join('parcours', 'parcours.id', 'bundled_parcours.parcours_id')
    .join('memberships', 'memberships.parcours_id', 'parcours.id')
    .where('memberships.account_id', id)
    .orderBy('bundles.id')
    .select<OwnRows['bundles'][number][]>('bundles.name', 'bundles.description', 'parcours.title');
  onlyReadable(bundles, 'memberships');
  const drops = await withParcours('places')
    .leftJoin('media', 'media.sha256', 'places.media_sha256')
    .where('author_id', id)
    .orderBy('places.id')
    .select<OwnDropRow[]>('places.*', 'title', 'extension', 'duration_s');
  const account = await reader('accounts').where({ id }).first<{ active_at: string | null } | undefined>('active_at');
  return {
    active_at: account?.active_at ?? null,
    memberships: (
      await withParcours('memberships')
        .where('account_id', id)
        .orderBy('parcours_id')
        .select<Omit<OwnRows['memberships'][number], 'description'>[]>('parcours_id', 'title', 'privilege', 'joined_at')
    ).map((row) => ({ ...row, description: shown.get(row.parcours_id) ?? null })),
    bundles: await bundles,
    removals: await withParcours('barred_members')
      .where('account_id', id)
      .orderBy('parcours_id')
      .select('parcours_id', 'title'),
    drops,
    steps: await numberShown(reader, [...new Set(drops.map(({ parcours_id }) => parcours_id))]),
    versions: await listOwnVersions(reader, id),
    asked: await listAsked(reader, id, begunUntil),
    soundsElsewhere: await withParcours('places')
      .join('media', 'media.sha256', 'places.media_sha256')
      .where('audio_by', id)
      .where((place) => place.whereNull('author_id').orWhereNot('author_id', id))
      .orderBy('places.id')
      .select('places.id', 'parcours_id', 'name', 'media_sha256', 'title', 'extension', 'duration_s'),
    images: await reader('images')
      .leftJoin('parcours', 'parcours.id', 'images.parcours_id')
      .where('uploader_id', id)
      .orderBy('images.id')
      .select('sha256', 'images.parcours_id', 'images.created_at', 'title'),
    pictures: await listPicturesBy(reader, id),
    tellings: await listTellingsBy(reader, id),
    sessions: await reader('sessions')
      .where('account_id', id)
      .orderBy('created_at')
      .select('created_at', 'used_at', 'expires_at', 'browser', 'system'),
    passkeys: await reader<PasskeyRow>('passkeys')
      .where({ account_id: id })
      .orderBy('id')
      .select('browser', 'system', 'added_at', 'used_at'),
    consents: await listConsents(reader, id),
    requests: await reader('role_requests')
      .leftJoin('parcours', 'parcours.id', 'role_requests.parcours_id')
      .where('account_id', id)
      .orderBy('role_requests.id')
      .select('title', 'words', 'asked_at', 'answer', 'answer_words', 'answered_at'),
    invitations: await withParcours('invites')
      .where('inviter_id', id)
      .orderBy('invites.id')
      .select('title', 'privilege', 'label', 'invites.created_at', 'expires_at', 'revoked_at'),
    uses: await withParcours('invites')
      .join('invite_uses', 'invite_uses.invite_id', 'invites.id')
      .where('invite_uses.account_id', id)
      .orderBy('used_at')
      .select('title', 'used_at'),
    reports: await reader('reports')
      .leftJoin('parcours', 'parcours.id', 'reports.parcours_id')
      .leftJoin('places', 'places.id', 'reports.place_id')
      .where('reporter_id', id)
      .orderBy('reports.id')
      .select('title as parcours', 'places.name as place', 'reason', 'words', 'made_at', 'closed_at'),
    remarks: await reader('remarks')
      .join('places', 'places.id', 'remarks.place_id')
      .where('sender_id', id)
      .orderBy('remarks.id')
      .select('places.name as place', 'subject', 'words', 'made_at'),
    measures: await reader('measures')
      .where('account_id', id)
      .orderBy('id')
      .select('kind', 'name', 'words', 'taken_at', 'answer', 'answered_at'),
    events: await reader<EventRow>('events')
      .where({ account_id: id })
      .orderBy('happened_at')
      .select('name', 'happened_at', 'properties'),
    listens: await reader('listens')
      .join('places', 'places.id', 'listens.place_id')
      .where('account_id', id)
      .orderBy(['day', 'place_id'])
      .select('place_id', 'day', 'is_finished', 'name'),
    trail: await reader('trail')
      .where({ actor_id: id })
      .orWhere({ account_id: id })
      .orderBy('id')
      .select('happened_at', 'action', 'parcours_name', 'place_name', 'detail'),
  };
}

async function listOwnVersions(reader: Reader, id: UserId): Promise<OwnVersionRow[]> {
  const rows = await reader('place_versions')
    .join('places', 'places.id', 'place_versions.place_id')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .leftJoin('media', 'media.sha256', 'place_versions.media_sha256')
    .where('places.author_id', id)
    .orWhere('place_versions.audio_by', id)
    .orderBy('place_versions.id')
    .select<(OwnVersionRow & Pick<PlaceRow, 'author_id'>)[]>(
      'places.id',
      'places.author_id',
      'places.parcours_id',
      'place_versions.id as version',
      'place_versions.name',
      'place_versions.geometry',
      'place_versions.media_sha256',
      'place_versions.replaced_at',
      'title',
      'extension',
      'duration_s',
    );
  return rows.map(({ author_id, ...row }) => (author_id === id ? row : { ...row, geometry: null }));
}
