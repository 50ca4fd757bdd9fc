import type { Knex } from 'knex';

/**
 * Whether the schema that new tables would get has some already, those of extensions left out. Only a database's first start asks: with
 * a wrong address it would put its own beside those of another program.
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
