import type { Knex } from 'knex';

/**
 * Creates the triggers that write `list_versions`, for both databases. Any statement that inserts, changes or deletes a
 * place, changes the listed properties of its audio, or adds a parcours, gives the list another version in the same
 * transaction. Versions are random, not counted, so that a database restored from a back-up never repeats one.
 *
 * A version doesn't cover who may see a parcours: that is looked up for each request. A migration that creates
 * `parcours`, `places` or `media` anew drops the triggers and empties `list_versions` first, then calls this again, and
 * {@link createWordTriggers}.
 */
export async function createListTriggers(knex: Knex): Promise<void> {
  const { create, newVersion } = dialectOf(knex);
  // Versions for the parcours that already exist.
  await knex.raw(`INSERT INTO list_versions (parcours_id, version) SELECT id, ${newVersion} FROM parcours`);
  for (const sql of create) await knex.raw(sql);
}

/**
 * Creates the triggers that do the same for what places and parcours say beside name and sound, and for the audio of
 * tellings. Called after {@link createListTriggers}, one of whose triggers it replaces.
 */
export async function createWordTriggers(knex: Knex): Promise<void> {
  const isSqlite = knex.client.dialect === 'sqlite3';
  for (const sql of isSqlite ? SQLITE_WORD_TRIGGERS : POSTGRES_WORD_TRIGGERS) await knex.raw(sql);
}

/** Listed columns of audio. A new row needs no trigger, because no place plays it yet. */
const MEDIA_COLUMNS = 'extension, duration_s, peaks_sha256, rendition_sha256, rendition_bytes, loudness_lufs';

const SQLITE_VERSION = 'lower(hex(randomblob(12)))';
const SQLITE_TRIGGERS: Readonly<Record<string, string>> = {
  list_of_new_parcours: `AFTER INSERT ON parcours BEGIN
    INSERT INTO list_versions (parcours_id, version) VALUES (NEW.id, ${SQLITE_VERSION}); END`,
  list_with_new_place: `AFTER INSERT ON places BEGIN ${renewInSqlite('= NEW.parcours_id')} END`,
  list_with_changed_place: `AFTER UPDATE ON places BEGIN ${renewInSqlite('IN (OLD.parcours_id, NEW.parcours_id)')} END`,
  list_without_place: `AFTER DELETE ON places BEGIN ${renewInSqlite('= OLD.parcours_id')} END`,
  list_with_changed_media: `AFTER UPDATE OF ${MEDIA_COLUMNS} ON media BEGIN
    ${renewInSqlite('IN (SELECT parcours_id FROM places WHERE media_sha256 = NEW.sha256)')} END`,
};

function renewInSqlite(parcours: string): string {
  return `UPDATE list_versions SET version = ${SQLITE_VERSION} WHERE parcours_id ${parcours};`;
}

const POSTGRES_VERSION = "replace(gen_random_uuid()::text, '-', '')";
/** Triggers on places run once per statement: thousands of inserted places change their list's row once. */
const POSTGRES_TRIGGERS: Readonly<Record<string, { readonly on: string; readonly body: string }>> = {
  list_of_new_parcours: {
    on: 'AFTER INSERT ON parcours FOR EACH ROW',
    body: `INSERT INTO list_versions (parcours_id, version) VALUES (NEW.id, ${POSTGRES_VERSION});`,
  },
  list_with_new_place: {
    on: 'AFTER INSERT ON places REFERENCING NEW TABLE AS added FOR EACH STATEMENT',
    body: renewInPostgres('SELECT parcours_id FROM added'),
  },
  list_with_changed_place: {
    on: 'AFTER UPDATE ON places REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT',
    body: renewInPostgres('SELECT parcours_id FROM before UNION SELECT parcours_id FROM changed'),
  },
  list_without_place: {
    on: 'AFTER DELETE ON places REFERENCING OLD TABLE AS removed FOR EACH STATEMENT',
    body: renewInPostgres('SELECT parcours_id FROM removed'),
  },
  list_with_changed_media: {
    on: `AFTER UPDATE OF ${MEDIA_COLUMNS} ON media FOR EACH ROW`,
    body: renewInPostgres('SELECT parcours_id FROM places WHERE media_sha256 = NEW.sha256'),
  },
};

/** Locks the rows in the order of their ids, so that two transactions that change several lists don't deadlock. */
function renewInPostgres(parcours: string): string {
  return `UPDATE list_versions SET version = ${POSTGRES_VERSION} WHERE parcours_id IN (
    SELECT parcours_id FROM list_versions WHERE parcours_id IN (${parcours}) ORDER BY parcours_id FOR UPDATE);`;
}

/** By table: the parcours whose words the rows are. `of` returns the values of a column of these rows, for `IN`. */
const WORD_TABLES: Readonly<Record<string, (of: (column: string) => string) => string>> = {
  tellings: ofPlaces,
  pictures: ofPlaces,
  picture_files: ofPictures,
  picture_words: ofPictures,
  parcours_words: (of) => of('parcours_id'),
};
const EVENTS = [
  ['INSERT', 'NEW'],
  ['UPDATE', 'NEW'],
  ['DELETE', 'OLD'],
] as const;
/** The parcours whose places, or their tellings, have the audio of the row `NEW`. */
const OF_CHANGED_MEDIA = `SELECT parcours_id FROM places WHERE media_sha256 = NEW.sha256
  UNION SELECT parcours_id FROM places WHERE id IN (SELECT place_id FROM tellings WHERE media_sha256 = NEW.sha256)`;

function ofPlaces(of: (column: string) => string): string {
  return `SELECT parcours_id FROM places WHERE id IN (${of('place_id')})`;
}

function ofPictures(of: (column: string) => string): string {
  return ofPlaces(() => `SELECT place_id FROM pictures WHERE id IN (${of('picture_id')})`);
}

const SQLITE_WORD_TRIGGERS: readonly string[] = [
  'DROP TRIGGER list_with_changed_media',
  `CREATE TRIGGER list_with_changed_media AFTER UPDATE OF ${MEDIA_COLUMNS} ON media BEGIN
    ${renewInSqlite(`IN (${OF_CHANGED_MEDIA})`)} END`,
  `CREATE TRIGGER list_with_changed_about AFTER UPDATE OF language, facts ON parcours BEGIN
    ${renewInSqlite('= NEW.id')} END`,
  ...Object.entries(WORD_TABLES).flatMap(([table, parcours]) =>
    EVENTS.map(
      ([event, row]) => `CREATE TRIGGER list_at_${event.toLowerCase()}_of_${table} AFTER ${event} ON ${table} BEGIN
        ${renewInSqlite(`IN (${parcours((column) => `${row}.${column}`)})`)} END`,
    ),
  ),
];

const POSTGRES_WORD_TRIGGERS: readonly string[] = [
  `CREATE OR REPLACE ${postgresFunction('list_with_changed_media', renewInPostgres(OF_CHANGED_MEDIA))}`,
  `CREATE ${postgresFunction('list_with_changed_about', renewInPostgres('SELECT NEW.id'))}`,
  `CREATE TRIGGER list_with_changed_about AFTER UPDATE OF language, facts ON parcours FOR EACH ROW
    EXECUTE FUNCTION list_with_changed_about()`,
  ...Object.entries(WORD_TABLES).flatMap(([table, parcours]) => [
    `CREATE ${postgresFunction(`list_with_changed_${table}`, renewInPostgres(parcours((column) => `SELECT ${column} FROM changed`)))}`,
    ...EVENTS.map(
      ([event, rows]) => `CREATE TRIGGER list_at_${event.toLowerCase()}_of_${table} AFTER ${event} ON ${table}
        REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_with_changed_${table}()`,
    ),
  ]),
];

function postgresFunction(name: string, body: string): string {
  return `FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`;
}

function dialectOf({ client }: Knex) {
  if (client.dialect === 'sqlite3') {
    return {
      newVersion: SQLITE_VERSION,
      create: Object.entries(SQLITE_TRIGGERS).map(([name, rest]) => `CREATE TRIGGER ${name} ${rest}`),
    };
  }
  return {
    newVersion: POSTGRES_VERSION,
    create: Object.entries(POSTGRES_TRIGGERS).flatMap(([name, { on, body }]) => [
      `CREATE ${postgresFunction(name, body)}`,
      `CREATE TRIGGER ${name} ${on} EXECUTE FUNCTION ${name}()`,
    ]),
  };
}
