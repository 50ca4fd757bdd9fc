import { tmpdir } from 'node:os';
import { openDatabase } from '../../../server/cluster/open-stores.ts';
import { createClient } from './client.ts';

/** A database that has all tables and no rows. */
const TEMPLATE = 'drop_ici_template';

/** Makes the database that those of tests are copied from. */
export async function makeTemplate(url: string): Promise<void> {
  await createDatabase(url, TEMPLATE, 'template1');
  const database = await openDatabase({ dataDir: tmpdir(), url: addressOf(url, TEMPLATE) });
  await database.close();
}

/** Creates a database with empty tables, unless it is there; returns its address. */
export async function createTestDatabase(url: string, name: string): Promise<string> {
  await createDatabase(url, name, TEMPLATE);
  return addressOf(url, name);
}

/** Creates a database without tables, which sorts texts as people do, and not by their bytes; returns its address. */
export async function createEmptyDatabase(url: string, name: string): Promise<string> {
  const client = createClient(url);
  try {
    await client.raw("create database ?? template template0 locale_provider icu icu_locale 'fr-FR' locale 'C'", [name]);
  } finally {
    await client.destroy();
  }
  return addressOf(url, name);
}

/** Deletes a database, ending its connections. */
export async function dropTestDatabase(url: string, name: string): Promise<void> {
  const client = createClient(url);
  try {
    await client.raw('drop database if exists ?? with (force)', [name]);
  } finally {
    await client.destroy();
  }
}

async function createDatabase(url: string, name: string, template: string): Promise<void> {
  const client = createClient(url);
  try {
    const found = await client('pg_database').where({ datname: name }).first<unknown>('oid');
    if (found === undefined) await client.raw('create database ?? template ??', [name, template]);
  } finally {
    await client.destroy();
  }
}

function addressOf(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return String(address);
}
