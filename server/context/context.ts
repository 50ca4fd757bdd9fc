import type { Logger } from 'pino';
import type { StoreCounts } from '../cluster/object-store.ts';
import type { Config } from '../config.ts';
import type { AuditLog } from '../domain/audit-log/read-audit-log.ts';
import type { Cards } from '../domain/cards/cards.ts';
import type { Clock } from '../domain/clock.ts';
import type { Adoptions } from '../domain/guests/adoptions.ts';
import type { Visits } from '../domain/guests/visits.ts';
import type { MailCounts } from '../domain/mail/mailer.ts';
import type { Bundles } from '../domain/maps/bundles.ts';
import type { Invitations } from '../domain/maps/invitations.ts';
import type { Members } from '../domain/maps/members.ts';
import type { ParcoursBook } from '../domain/maps/parcours.ts';
import type { RoleRequests } from '../domain/maps/role-requests.ts';
import type { MediaLinks } from '../domain/media/media-links.ts';
import type { PlayedMedia } from '../domain/media/played-media.ts';
import type { StoredRenditions } from '../domain/media/renditions/renditions.ts';
import type { StoredWaveforms } from '../domain/media/waveforms.ts';
import type { DeletedThings } from '../domain/moderation/deleted-items.ts';
import type { AdminView } from '../domain/overview/admin-view.ts';
import type { Packs } from '../domain/packs/packs.ts';
import type { PlaceLists } from '../domain/places/lists/place-lists.ts';
import type { Places, PlaceWrites } from '../domain/places/places.ts';
import type { Consents } from '../domain/rights/consents.ts';
import type { Erasures } from '../domain/rights/erasures.ts';
import type { Exports } from '../domain/rights/exports.ts';
import type { MapTiles } from '../domain/tiles/map-tiles.ts';
import type { Events } from '../domain/upkeep/events.ts';
import type { Readiness } from '../domain/upkeep/readiness.ts';
import type { createTotals } from '../domain/upkeep/totals.ts';
import type { UpkeepNotes } from '../domain/upkeep/upkeep-notes.ts';
import type { Images } from '../domain/uploads/images.ts';
import type { RecordingSessions } from '../domain/uploads/recording-sessions.ts';
import type { Recordings } from '../domain/uploads/recordings.ts';
import type { ResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import type { UploadGate } from '../domain/uploads/upload-checks.ts';
import type { Counts, Database } from '../store/database.ts';
import type { MediaFiles } from '../store/files.ts';
import type { AccountParts } from './accounts.ts';
import type { ModerationParts } from './moderation.ts';

/** The shared counters for the servers' limits. */
export interface SharedCounts extends Pick<Counts, 'client' | 'table'> {
  /** Key for hashing the counters' keys, so that the table reveals no addresses or emails. */
  readonly hashKey: Uint8Array;
}

/** All parts of the running server, wired together once. */
export interface Context extends AccountParts, ModerationParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly database: Database;
  /** Null for a single server. */
  readonly sharedCounts: SharedCounts | null;
  readonly files: MediaFiles;
  readonly links: MediaLinks;
  readonly parcours: ParcoursBook;
  readonly members: Members;
  readonly roleRequests: RoleRequests;
  readonly bundles: Bundles;
  readonly events: Events;
  readonly auditLog: AuditLog;
  readonly consents: Consents;
  readonly exports: Exports;
  readonly erasures: Erasures;
  readonly adminView: AdminView;
  readonly places: Places;
  readonly placeLists: PlaceLists;
  readonly placeWrites: PlaceWrites;
  readonly packs: Packs;
  readonly played: PlayedMedia;
  readonly renditions: StoredRenditions;
  readonly waveforms: StoredWaveforms;
  readonly images: Images;
  /** Null if the deployment has no map of its own. */
  readonly mapTiles: MapTiles | null;
  readonly uploadGate: UploadGate;
  readonly recordings: Recordings;
  readonly recordingSessions: RecordingSessions;
  readonly resumable: ResumableUploads;
  readonly invitations: Invitations;
  readonly deleted: DeletedThings;
  readonly visits: Visits;
  readonly adoptions: Adoptions;
  readonly cards: Cards;
  /** Whether the server can do its work; checked at most once in 5 s. */
  readonly readiness: () => Promise<Readiness>;
  /** Statistics of the bucket's answers; null without a bucket. */
  readonly storeCounts: StoreCounts | null;
  readonly mailCounts: Readonly<MailCounts>;
  /** The latest results of the operator's commands. */
  readonly upkeepNotes: () => Promise<UpkeepNotes>;
  /** How much is stored, and how much waits for a rendition or waveform. */
  readonly totals: ReturnType<typeof createTotals>;
  /** Closes the database and releases the data folder. The context must not be used afterwards. */
  close(): Promise<void>;
}
