import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { type ConsentRow, listConsents } from './consents.ts';
import type { Reader } from './database.ts';
import type { EventRow } from './events.ts';
import type { ImageRow } from './images.ts';
import { listParcoursOf } from './parcours.ts';
import type { PasskeyRow } from './passkeys.ts';
import type { PlaceRow } from './places.ts';
import type { SessionRow } from './sessions.ts';
import { onlyReadable } from './standing.ts';
import type { TrailRow } from './trail.ts';

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
  /** The bundles that contain one of these parcours. */
  readonly bundles: readonly { readonly name: string; readonly description: string; readonly title: string }[];
  /** Parcours from which an admin removed the account, or on which it was demoted. */
  readonly removals: readonly { readonly parcours_id: ParcoursId; readonly title: string }[];
  readonly drops: readonly OwnDropRow[];
  /** Audio that the account sent to other people's drops. */
  readonly soundsElsewhere: readonly SoundRow[];
  readonly images: readonly (Pick<ImageRow, 'sha256' | 'parcours_id' | 'created_at'> & {
    readonly title: string | null;
  })[];
  readonly sessions: readonly Pick<SessionRow, 'created_at' | 'used_at' | 'expires_at' | 'browser' | 'system'>[];
  readonly passkeys: readonly Pick<PasskeyRow, 'browser' | 'system' | 'added_at' | 'used_at'>[];
  readonly consents: readonly Pick<ConsentRow, 'kind' | 'version' | 'given_at'>[];
  readonly requests: readonly {
    readonly title: string | null;
    readonly words: string | null;
    readonly asked_at: string;
    readonly answer: string | null;
    readonly answer_words: string | null;
    readonly answered_at: string | null;
  }[];
  readonly invitations: readonly {
    readonly title: string;
    readonly privilege: string;
    readonly label: string | null;
    readonly created_at: string;
    readonly expires_at: string | null;
    readonly revoked_at: string | null;
  }[];
  readonly uses: readonly { readonly title: string; readonly used_at: string }[];
  readonly reports: readonly {
    readonly parcours: string | null;
    readonly place: string | null;
    readonly reason: string;
    readonly words: string | null;
    readonly made_at: string;
    readonly closed_at: string | null;
  }[];
  readonly measures: readonly {
    readonly kind: string;
    readonly name: string | null;
    readonly words: string | null;
    readonly taken_at: string;
    readonly answer: string | null;
    readonly answered_at: string | null;
  }[];
  readonly events: readonly Pick<EventRow, 'name' | 'happened_at' | 'properties'>[];
  readonly trail: readonly Pick<TrailRow, 'happened_at' | 'action' | 'parcours_name' | 'place_name' | 'detail'>[];
}

/** The audio of a drop, with the drop's parcours. */
export interface SoundRow extends Pick<PlaceRow, 'id' | 'parcours_id' | 'name' | 'media_sha256'> {
  readonly title: string;
  readonly extension: string | null;
  readonly duration_s: number | null;
}

/** A drop with its parcours and its audio. */
export interface OwnDropRow extends PlaceRow, SoundRow {}

/** Reads everything that the database has of an account besides its row in `accounts`, without tokens and hashes. */
export async function readOwnRows(reader: Reader, id: UserId): Promise<OwnRows> {
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
    drops: await withParcours('places')
      .leftJoin('media', 'media.sha256', 'places.media_sha256')
      .where('author_id', id)
      .orderBy('places.id')
      .select<OwnDropRow[]>('places.*', 'title', 'extension', 'duration_s'),
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
    measures: await reader('measures')
      .where('account_id', id)
      .orderBy('id')
      .select('kind', 'name', 'words', 'taken_at', 'answer', 'answered_at'),
    events: await reader<EventRow>('events')
      .where({ account_id: id })
      .orderBy('happened_at')
      .select('name', 'happened_at', 'properties'),
    trail: await reader('trail')
      .where({ actor_id: id })
      .orWhere({ account_id: id })
      .orderBy('id')
      .select('happened_at', 'action', 'parcours_name', 'place_name', 'detail'),
  };
}
