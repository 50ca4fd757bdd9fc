import type { Migration } from './migration.ts';

/** Longest lifetime of a session that was started without 'stay logged in'. */
const SHORT_MAX_MS = 12 * 3600 * 1000;

interface OldSession {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly role: string;
  readonly email: string;
}

/** Kind, device and last use of sessions, verified emails, and the links in mails. */
export const accountSecurity: Migration = {
  name: '009-account-security',

  async up(knex) {
    await knex.schema.alterTable('sessions', (table) => {
      table.text('kind').notNullable().defaultTo('short');
      // Null if the browser didn't send it.
      table.text('browser');
      table.text('system');
      // When the session was last used, up to some minutes late.
      table.text('used_at').notNullable().defaultTo('');
    });
    await knex('sessions').update({ used_at: knex.ref('created_at') });
    const sessions: OldSession[] = await knex('sessions')
      .join('accounts', 'accounts.id', 'sessions.account_id')
      .select('sessions.id', 'sessions.created_at', 'sessions.expires_at', 'accounts.role', 'accounts.email');
    for (const session of sessions) {
      const kind = kindOf(session);
      if (kind !== 'short') await knex('sessions').where({ id: session.id }).update({ kind });
    }
    await knex.schema.alterTable('accounts', (table) => {
      table.text('email_verified_at');
    });
    // Google runs these mailboxes. For other domains it confirms the address at the next login.
    await knex('accounts')
      .whereNotNull('google_subject')
      .where('email', 'like', '%@gmail.com')
      .update({ email_verified_at: new Date().toISOString() });
    await knex.schema.createTable('mail_links', (table) => {
      // SHA-256 of the link's token, which is not stored.
      table.text('token_hash').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('purpose').notNullable();
      // Whether it was sent by mail, so that using it proves access to the mailbox.
      table.boolean('is_mailed').notNullable();
      table.text('created_at').notNullable();
      table.text('expires_at').notNullable();
      table.index('account_id');
      table.index('expires_at');
    });
  },
};

function kindOf({ role, email, created_at, expires_at }: OldSession): string {
  if (role === 'guest' && email.endsWith('@guest.invalid')) return 'guest';
  return Date.parse(expires_at) - Date.parse(created_at) > SHORT_MAX_MS ? 'long' : 'short';
}
