import { DAY_MS, HOUR_MS } from '../../../../shared/durations';
import { ID_PREFIXES } from '../../../../shared/ids';
import { FOR_UPDATE } from '../../../db/dialect';
import type { ClickSql, ClickValue } from '../store/sql';
import { OTHER_KEY, QUARTERS_A_DAY, urlKey } from './dimensions';
import { foldPastDay } from './fold';

const MAX_KEYS = 1000;
/** Late clicks have arrived by 02:00 UTC. */
const CLOSE_AFTER_MS = 2 * HOUR_MS;

interface Ranked {
  key: string;
  sums: [clicks: number, unique: number, bots: number];
}
interface Domain {
  workspaceId: ClickValue;
  domainId: ClickValue;
  day: number;
}

/** Late clicks reopen a day. Returns whether all days are closed. */
export async function closeDays(store: ClickSql, now: number, hasTime = (): boolean => true): Promise<boolean> {
  const last = Math.floor((now - CLOSE_AFTER_MS) / DAY_MS) - 1;
  for (const [number] of await store.run('select day from link_open_days where day <= $1 order by day', [last])) {
    const day = Number(number);
    const domains = await store.run(
      `select distinct workspace_id, domain_id from link_rollups
       where dimension = 'total' and bucket >= $1 and bucket < $2`,
      [day * QUARTERS_A_DAY, (day + 1) * QUARTERS_A_DAY],
    );
    for (const workspaceId of workspacesOf(domains)) {
      if (!(await foldPastDay(store, workspaceId, day, hasTime))) return false;
    }
    for (const [workspaceId, domainId] of domains) {
      const domain = { workspaceId: workspaceId as ClickValue, domainId: domainId as ClickValue, day };
      await store.transaction(async (tx) => {
        const open = await tx.run(`select day from link_open_days where day = $1${FOR_UPDATE}`, [day]);
        if (open.length === 0) return;
        await replaceTopKeys(tx, domain, 'link', await topLinks(tx, domain));
        if (await hasOmittedDestinations(tx, domain))
          await replaceTopKeys(tx, domain, 'destination', await topDestinations(tx, domain));
      });
    }
    await store.run('delete from link_open_days where day = $1', [day]);
  }
  return true;
}

const workspacesOf = (domains: readonly unknown[][]): ClickValue[] => [
  ...new Map(domains.map(([id]) => [String(id), id as ClickValue])).values(),
];

async function topLinks(tx: ClickSql, { workspaceId, domainId, day }: Domain): Promise<Ranked[]> {
  const rows = await tx.run(
    `select link_id, clicks, unique_clicks, bot_clicks from link_days
     where workspace_id = $1 and day = $2 and domain_id = $3 order by clicks desc, bot_clicks desc, link_id
     limit ${MAX_KEYS}`,
    [workspaceId, day, domainId],
  );
  return rows.map(([id, ...sums]) => ({ key: tx.idOf(ID_PREFIXES.link, id), sums: sumsOf(sums) }));
}

/** The day had more destinations than are stored, so the stored ones may not be the most frequent. */
async function hasOmittedDestinations(tx: ClickSql, { workspaceId, domainId, day }: Domain): Promise<boolean> {
  const rows = await tx.run(
    `select 1 from link_rollup_days where workspace_id = $1 and domain_id = $2 and dimension = 'destination'
     and bucket = $3 and "key" = $4`,
    [workspaceId, domainId, day, OTHER_KEY],
  );
  return rows.length > 0;
}

async function topDestinations(tx: ClickSql, { workspaceId, domainId, day }: Domain): Promise<Ranked[]> {
  const rows = await tx.run(
    `select u.url, t.clicks, t.unique_clicks, t.bot_clicks from (
       select destination_hash as hash, sum(case when bot_reason is null then 1 else 0 end) as clicks,
         sum(case when is_unique then 1 else 0 end) as unique_clicks,
         sum(case when bot_reason is null then 0 else 1 end) as bot_clicks
       from link_clicks where workspace_id = $1 and created_at >= $2 and created_at < $3 and domain_id = $4
         and destination_hash is not null
       group by destination_hash order by 2 desc, 4 desc, 1 limit ${MAX_KEYS}) t
     join link_urls u on u.workspace_id = $1 and u.hash = t.hash`,
    [workspaceId, tx.time(day * DAY_MS), tx.time((day + 1) * DAY_MS), domainId],
  );
  return rows.map(([url, ...sums]) => ({ key: urlKey(String(url)), sums: sumsOf(sums) }));
}

const sumsOf = (values: readonly unknown[]): Ranked['sums'] => [
  Number(values[0]),
  Number(values[1]),
  Number(values[2]),
];

async function replaceTopKeys(
  tx: ClickSql,
  domain: Domain,
  dimension: string,
  ranked: readonly Ranked[],
): Promise<void> {
  if (ranked.length === 0) return;
  const { workspaceId, domainId, day } = domain;
  const source = dimension === 'link' ? 'total' : dimension;
  const [whole] = await tx.run(
    `select sum(clicks), sum(unique_clicks), sum(bot_clicks) from link_rollup_days
     where workspace_id = $1 and domain_id = $2 and dimension = $3 and bucket = $4`,
    [workspaceId, domainId, source, day],
  );
  const rest = sumsOf(whole ?? []).map(
    (sum, index) => sum - ranked.reduce((total, { sums }) => total + (sums[index] ?? 0), 0),
  );
  await tx.run(
    'delete from link_rollup_days where workspace_id = $1 and domain_id = $2 and dimension = $3 and bucket = $4',
    [workspaceId, domainId, dimension, day],
  );
  const other = rest.some((sum) => sum > 0)
    ? [{ key: OTHER_KEY, sums: sumsOf(rest.map((sum) => Math.max(0, sum))) }]
    : [];
  for (const { key, sums } of [...ranked, ...other]) {
    await tx.run(
      `insert into link_rollup_days (workspace_id, domain_id, dimension, bucket, "key", clicks, unique_clicks,
         bot_clicks) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (workspace_id, domain_id, dimension, bucket, "key") do update
         set clicks = excluded.clicks, unique_clicks = excluded.unique_clicks, bot_clicks = excluded.bot_clicks`,
      [workspaceId, domainId, dimension, day, key, ...sums],
    );
  }
}
