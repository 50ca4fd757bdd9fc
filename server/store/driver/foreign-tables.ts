import type { Knex } from 'knex';

/**
 * Whether the schema for new tables already has tables, not counting those of extensions. Asked only at a database's
 * first start: with a wrong address the server would create its tables beside another program's.
 */
export async function hasTables(reader: Knex): Promise<boolean> {
  if (reader.client.config.client !== 'pg') return false;
  const { rows } = await reader.raw<{ rows: { found: boolean }[] }>(
    `select exists (
       select 1 from pg_class c
       where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and not exists
         (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     ) as found`,
  );
  return rows[0]?.found === true;
}
