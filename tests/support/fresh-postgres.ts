import { dropDatabase, makeDatabase } from './postgres';
import { lasting } from './waiting';

/** To copy a database makes a thousand files, for half a second: those that tests are done with are emptied instead. */
const emptied: string[] = [];
let made = 0;
let original: Promise<string> | undefined;

/** A copy of the database `template`, on the server of the URL `server`. */
export async function freshPostgres(server: string, template: string) {
  original ??= onDatabase(urlOf(server, template), shapeOf);
  const shape = await original;
  const name = emptied.pop() ?? (await copyOf(server, template));
  const url = urlOf(server, name);
  const drop = async () => {
    if (await onDatabase(url, (sql) => empty(sql, shape)).catch(() => false)) emptied.push(name);
    else await dropDatabase(server, name);
  };
  return { url, drop };
}

async function copyOf(server: string, template: string): Promise<string> {
  made += 1;
  const name = `${template}_${made}`;
  await dropDatabase(server, name);
  await makeDatabase(server, name, template);
  return name;
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function onDatabase<T>(url: string, work: (sql: Bun.SQL) => Promise<T>): Promise<T> {
  const sql = new Bun.SQL(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}

/** Looks of 5 ms at whether the connections of those who have left are gone. */
const LOOKS = 40;

/** False where it is not as it was made, or somebody still has it open, and might go on to write. */
async function empty(sql: Bun.SQL, shape: string): Promise<boolean> {
  for (let look = 0; (await sql.unsafe(OTHERS)).length > 0; look += 1) {
    if (look === LOOKS) return false;
    await lasting(5);
  }
  if ((await shapeOf(sql)) !== shape || (await sql.unsafe(LARGE)).length > 0) return false;
  await sql.unsafe(EMPTY);
  return true;
}

async function shapeOf(sql: Bun.SQL): Promise<string> {
  const [row] = await sql.unsafe(SHAPE);
  return String(row.shape);
}

const OTHERS = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** Everything but rows, statistics included: a copy has the object ids of its template. */
const SHAPE = `
  select md5(string_agg(line, ';' order by line)) as shape from (
    select concat_ws(' ', 'class', oid, relnamespace, relname, relkind, reltuples, relowner, relacl, reloptions,
      relrowsecurity) from pg_class where oid >= 16384 and relkind not in ('t') and not relisshared
        and relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_')
    union all select concat_ws(' ', 'namespace', oid, nspname, nspacl) from pg_namespace where nspname !~ '^pg_'
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, atthasdef,
      attgenerated, attcollation, attacl) from pg_attribute where attrelid >= 16384 and attnum > 0
        and attrelid in (select oid from pg_class where relkind in ('r', 'v', 'p'))
    union all select concat_ws(' ', 'default', adrelid, adnum, adbin) from pg_attrdef
    union all select concat_ws(' ', 'index', indexrelid, indrelid, indisunique, indisvalid, indisready, indkey, indpred,
      indexprs) from pg_index where indrelid >= 16384 and indrelid in (select oid from pg_class where relkind = 'r')
    union all select concat_ws(' ', 'constraint', oid, conname, conrelid, convalidated, conkey, confkey, conbin)
      from pg_constraint where oid >= 16384
    union all select concat_ws(' ', 'trigger', oid, tgrelid, tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', oid, proname, prosrc, proacl) from pg_proc where oid >= 16384
    union all select concat_ws(' ', 'rule', oid, ev_class, ev_enabled) from pg_rewrite where oid >= 16384
    union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
    union all select concat_ws(' ', 'migration', id, hash, created_at) from drizzle.__drizzle_migrations
    union all select concat_ws(' ', 'setting', setrole, setting) from pg_db_role_setting, unnest(setconfig) setting
      where setdatabase = (select oid from pg_database where datname = current_database())
        and setting <> 'synchronous_commit=off'
    union all select concat_ws(' ', 'database', datallowconn, datconnlimit) from pg_database
      where datname = current_database()
  ) as lines (line)`;

/** With more pages it would take longer, and the planner would take the table for a full one. */
const LARGE = `
  select 1 from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 32 * 8192`;

/** Rows that are deleted leave files as they are; a truncated table has a new one for itself and each index. */
const EMPTY = `
  do $$ declare own regclass; begin
    set local session_replication_role = replica;
    for own in select oid from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
    loop execute 'delete from ' || own; end loop;
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence join pg_class on pg_class.oid = seqrelid
      where relnamespace = 'public'::regnamespace;
  end $$`;
