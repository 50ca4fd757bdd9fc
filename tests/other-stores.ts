/**
 * Which of the server's tests run on other stores than SQLite, a folder and s3rver. What the domain's rules are is shown once, on
 * those; here is what a database or a bucket has a part in.
 */

/** Tests that run on PostgreSQL, most of them on SQLite as well. */
export const ON_POSTGRES: readonly string[] = [
  // What SQLite does not have: several servers on one database, moves to it, and connections that break.
  'tests/server/postgres/**/*.test.ts',
  // The store: transactions, values as they come back, migrations, copies of all tables.
  'tests/server/store/database.test.ts',
  'tests/server/store/migrations.test.ts',
  'tests/server/cluster/sync-tables.test.ts',
  // Each call with valid input, by everybody.
  'tests/server/permissions.test.ts',
  // What no column holds: large numbers, long texts, characters that are none.
  'tests/server/stored-values.test.ts',
  // Locks and unique rows: what is asked for at the same moment.
  'tests/server/at-once.test.ts',
  'tests/server/domain/idempotency.test.ts',
  'tests/server/domain/leases.test.ts',
  'tests/server/domain/media/played-media.test.ts',
  'tests/server/domain/upkeep/sweep.test.ts',
  'tests/server/cluster/agreement.test.ts',
  'tests/server/domain/media/audio-queue.test.ts',
  // Limits and quotas, which are counted there.
  'tests/server/domain/media/quota.test.ts',
  'tests/server/routes/row-bounds.test.ts',
  'tests/server/http/account-throttles.test.ts',
  'tests/server/http/rate-limit.test.ts',
  // The versions of lists, which triggers count.
  'tests/server/lists/kept-lists.test.ts',
  'tests/server/lists/list-cache.test.ts',
  // Joins with conditions, and two who fill a planned place at the same moment.
  'tests/server/routes/planned.test.ts',
  // What people without an account see: joins with conditions that nothing may contradict.
  'tests/server/routes/open-parcours.test.ts',
  // Earlier versions, and the quota without what only they have.
  'tests/server/routes/versions.test.ts',
  'tests/server/domain/places/place-versions.test.ts',
  // What people without an account see, in each state of a place and a parcours.
  'tests/server/open/open-pages.test.ts',
  // What places say, and the triggers that count its changes.
  'tests/server/routes/pictures.test.ts',
  'tests/server/routes/tellings.test.ts',
  'tests/server/routes/telling-sounds.test.ts',
  'tests/server/routes/words.test.ts',
  // Searches, orders, pages and moments.
  'tests/server/routes/order.test.ts',
  // Places inserted from a query, by what it computes.
  'tests/server/routes/many.test.ts',
  'tests/server/routes/heard.test.ts',
  'tests/server/admin.test.ts',
  'tests/server/routes/admin.test.ts',
  'tests/server/routes/account-admin.test.ts',
  'tests/server/routes/audit-log.test.ts',
  // Whole parcours: read for a file, and made of one.
  'tests/server/exchange/parcours-imports.test.ts',
  'tests/server/exchange/operator-exchange.test.ts',
  // What goes with an account or after its time, in whatever table it is.
  'tests/server/rights/erasure.test.ts',
  'tests/server/rights/export.test.ts',
  'tests/server/rights/retention.test.ts',
  'tests/server/domain/guests/unused-guests.test.ts',
  'tests/server/domain/moderation/purge-old.test.ts',
  'tests/server/domain/abandoned-keys.test.ts',
];

/** Tests that run on OpenStack Swift as well as on s3rver. */
export const ON_SWIFT: readonly string[] = [
  // How a bucket is spoken to.
  'tests/server/cluster/s3-store.test.ts',
  // What a store itself says of what is kept in it: types, parts, addresses, refusals.
  'tests/server/cluster/served-from-bucket.test.ts',
  // Whose files they are, what a sweep takes, and that nothing is lost to a copy of the database or a silence.
  'tests/server/store/media-owner.test.ts',
  'tests/server/domain/upkeep/sweep.test.ts',
  'tests/server/cluster/media-bucket.test.ts',
];
