import type { Knex } from 'knex';
import { firstTables } from './001-first-tables.ts';
import { wholeApi } from './002-whole-api.ts';
import { media } from './003-media.ts';
import { barredMembers } from './004-barred-members.ts';
import { renditions } from './005-renditions.ts';
import { drafts } from './006-drafts.ts';
import { guests } from './007-guests.ts';
import { roleRequests } from './008-role-requests.ts';
import { accountSecurity } from './009-account-security.ts';
import { trail } from './012-trail.ts';
import { moderation } from './013-moderation.ts';
import { rights } from './014-rights.ts';
import { passkeys } from './015-passkeys.ts';
import { leases } from './016-leases.ts';
import { uploads } from './017-uploads.ts';
import { listVersions } from './018-list-versions.ts';
import { moves } from './019-moves.ts';
import { longIds } from './020-long-ids.ts';
import { whoseWord } from './021-whose-word.ts';
import { storeOwner } from './022-store-owner.ts';
import { fingerprints } from './023-fingerprints.ts';
import { upkeepNotes } from './024-upkeep-notes.ts';
import { accountQuotas } from './025-account-quotas.ts';
import { reportedVersions } from './026-reported-versions.ts';
import { steps } from './027-steps.ts';
import { plannedPlaces } from './028-planned-places.ts';
import { placeVersions } from './029-place-versions.ts';
import { listens } from './030-listens.ts';
import { approvalMails } from './031-approval-mails.ts';
import { languages } from './032-languages.ts';
import { tellings } from './033-tellings.ts';
import { openParcours } from './034-open-parcours.ts';
import { reportSounds } from './035-report-sounds.ts';
import { remarks } from './036-remarks.ts';
import { outsideReports } from './037-outside-reports.ts';
import { formerSlugs } from './038-former-slugs.ts';
import { reportedTexts } from './039-reported-texts.ts';
import type { Migration } from './migration.ts';

/** Every migration, in the order they run. A released migration is never changed. */
const ORDERED: readonly Migration[] = [
  firstTables,
  wholeApi,
  media,
  barredMembers,
  renditions,
  drafts,
  guests,
  roleRequests,
  accountSecurity,
  trail,
  moderation,
  rights,
  passkeys,
  leases,
  uploads,
  listVersions,
  moves,
  longIds,
  whoseWord,
  storeOwner,
  fingerprints,
  upkeepNotes,
  accountQuotas,
  reportedVersions,
  steps,
  plannedPlaces,
  placeVersions,
  listens,
  approvalMails,
  languages,
  tellings,
  openParcours,
  reportSounds,
  remarks,
  outsideReports,
  formerSlugs,
  reportedTexts,
];

/** The name of the last migration: the schema that this version works with. */
export const SCHEMA = ORDERED.at(-1)?.name ?? 'none';

/** Passes knex the migrations as modules, so that they work both from source and compiled. */
export const migrations: Knex.MigrationSource<Migration> = {
  getMigrations: async () => [...ORDERED],
  getMigrationName: (migration) => migration.name,
  // Knex requires a way back, which nothing takes: a rollback restores a back-up.
  getMigration: async (migration) => ({ ...migration, down: () => Promise.reject(new Error('There is no way back')) }),
};
