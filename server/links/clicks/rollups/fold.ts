import { DAY_MS } from '../../../../shared/durations';
import { CLICK_SELECT, clickFromRow } from '../store/click-rows';
import type { ClickSql, ClickValue } from '../store/sql';
import { addToFacets, emptyFacets, type Facets } from './facets';

const DAYS_AT_A_TIME = 50;
const ROWS_AT_A_TIME = 20_000;

/** Up to 256 raw rows of a short day may stay unfolded, a sixteenth of a long one. */
const IS_GROWN = `clicks + bot_clicks - facets_count >= 256
  and (clicks + bot_clicks - facets_count) * 16 >= clicks + bot_clicks`;

interface LinkDay {
  workspaceId: ClickValue;
  day: number;
  linkId: ClickValue;
  facets: Facets;
  through: number;
}

const COLUMNS = 'workspace_id, day, link_id, facets, facets_through';
const linkDayOf = ([workspaceId, day, linkId, facets, through]: readonly unknown[]): LinkDay => ({
  workspaceId: workspaceId as ClickValue,
  day: Number(day),
  linkId: linkId as ClickValue,
  facets: facets === null ? emptyFacets() : (JSON.parse(facets as string) as Facets),
  through: Number(through),
});

export async function foldGrownDays(store: ClickSql): Promise<number> {
  const rows = await store.run(`select ${COLUMNS} from link_days where ${IS_GROWN} limit ${DAYS_AT_A_TIME}`);
  for (const row of rows) await fold(store, linkDayOf(row));
  return rows.length;
}

/** Fewer raw rows are as fast to read as facets. */
const MIN_FOLDED_CLICKS = 16;

/** Questions about many links then read no single clicks. Returns whether all days are folded. */
export async function foldPastDay(
  store: ClickSql,
  workspaceId: ClickValue,
  day: number,
  hasTime: () => boolean,
): Promise<boolean> {
  let rows: readonly unknown[][] = [];
  do {
    const last = rows.at(-1)?.[2] as ClickValue | undefined;
    rows = await store.run(
      `select ${COLUMNS} from link_days where workspace_id = $1 and day = $2 ${last === undefined ? '' : 'and link_id > $3'}
         and clicks + bot_clicks - facets_count >= ${MIN_FOLDED_CLICKS}
       order by link_id limit ${DAYS_AT_A_TIME}`,
      last === undefined ? [workspaceId, day] : [workspaceId, day, last],
    );
    const found = rows.map(linkDayOf);
    // One commit for several short days, since the commit is the main cost.
    await store.transaction(async (tx) => {
      for (const one of found) await foldWithin(tx, one);
    });
    if (!hasTime()) return false;
  } while (rows.length === DAYS_AT_A_TIME);
  return true;
}

export async function foldDay(store: ClickSql, workspaceId: ClickValue, day: number): Promise<number> {
  const rows = await store.run(
    `select ${COLUMNS} from link_days where workspace_id = $1 and day = $2 and facets_count < clicks + bot_clicks
     limit ${DAYS_AT_A_TIME}`,
    [workspaceId, day],
  );
  for (const row of rows) await fold(store, linkDayOf(row));
  return rows.length;
}

const fold = (store: ClickSql, linkDay: LinkDay): Promise<void> => store.transaction((tx) => foldWithin(tx, linkDay));

async function foldWithin(tx: ClickSql, { workspaceId, day, linkId, facets, through }: LinkDay): Promise<void> {
  const rows = await tx.run(
    `select ${CLICK_SELECT} where c.link_id = $1 and c.created_at >= $2 and c.created_at < $3 and c.seq > $4
     order by c.seq limit ${ROWS_AT_A_TIME}`,
    [linkId, tx.time(day * DAY_MS), tx.time((day + 1) * DAY_MS), through],
  );
  const clicks = rows.map((row) => clickFromRow(tx, row));
  for (const click of clicks) addToFacets(facets, click);
  // Fewer rows than counted mean that the others were purged.
  const count = rows.length < ROWS_AT_A_TIME ? 'clicks + bot_clicks' : `facets_count + ${rows.length}`;
  await tx.run(
    `update link_days set facets = $1, facets_through = $2, facets_count = ${count}
     where workspace_id = $3 and day = $4 and link_id = $5`,
    [JSON.stringify(facets), clicks.at(-1)?.seq ?? through, workspaceId, day, linkId],
  );
}
