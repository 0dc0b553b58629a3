import { DAY_MS } from '../../../../shared/durations';
import { DEFAULT_LINK_SETTINGS } from '../../../../shared/links/settings';
import type { Retention } from '../drain/drain-messages';
import type { ClickSql, ClickValue } from '../store/sql';
import { SALT_RETENTION_MS, firstVisitorOf } from '../visitors';
import { closeDays } from './close-days';
import { deleteRowsInSlices } from './delete-rows';
import { dayOf, QUARTER_DIMENSIONS, QUARTER_MS } from './dimensions';
import { foldDay } from './fold';

const QUARTER_RETENTION_MS = 32 * DAY_MS;
const BUDGET_MS = 1000;

/** Takes at most one second. Returns whether all is done. */
export async function maintain(store: ClickSql, retentions: readonly Retention[], now: number): Promise<boolean> {
  const deadline = performance.now() + BUDGET_MS;
  const hasTime = (): boolean => performance.now() < deadline;
  if (!(await closeDays(store, now, hasTime))) return false;

  const firstVisitor = firstVisitorOf(dayOf(now - SALT_RETENTION_MS));
  if (!(await deleteRowsInSlices(store, 'link_visitors', 'visitor', 'visitor < $1', [firstVisitor], hasTime)))
    return false;
  const oldQuarters = Math.floor((now - QUARTER_RETENTION_MS) / QUARTER_MS);
  const key = 'workspace_id, domain_id, dimension, bucket, "key"';
  for (const dimension of QUARTER_DIMENSIONS) {
    const where = 'dimension = $1 and bucket < $2';
    const values = [dimension, oldQuarters];
    if (dimension !== 'total' && !(await deleteRowsInSlices(store, 'link_rollups', key, where, values, hasTime)))
      return false;
  }
  return purgeClicks(store, retentions, now, hasTime);
}

async function purgeClicks(
  store: ClickSql,
  retentions: readonly Retention[],
  now: number,
  hasTime: () => boolean,
): Promise<boolean> {
  const daysOf = new Map(retentions.map(({ workspaceId, clickRetentionDays }) => [workspaceId, clickRetentionDays]));
  let after: ClickValue | undefined;
  for (;;) {
    const [row] = await store.run(
      `select workspace_id from link_clicks ${after === undefined ? '' : 'where workspace_id > $1'}
       order by workspace_id limit 1`,
      after === undefined ? [] : [after],
    );
    if (row === undefined) return true;
    after = row[0] as ClickValue;
    const days = daysOf.get(store.idOf('ws', after)) ?? DEFAULT_LINK_SETTINGS.clickRetentionDays;
    if (!(await purgeWorkspace(store, after, dayOf(now) - days, hasTime))) return false;
  }
}

async function purgeWorkspace(
  store: ClickSql,
  workspaceId: ClickValue,
  firstDay: number,
  hasTime: () => boolean,
): Promise<boolean> {
  let hasPurged = false;
  for (;;) {
    const [row] = await store.run(
      'select created_at from link_clicks where workspace_id = $1 order by created_at limit 1',
      [workspaceId],
    );
    const day = row === undefined ? firstDay : dayOf(store.timeOf(row[0]));
    if (day >= firstDay) break;
    while ((await foldDay(store, workspaceId, day)) > 0) if (!hasTime()) return false;
    const where = 'workspace_id = $1 and created_at < $2';
    const end = store.time((day + 1) * DAY_MS);
    if (!(await deleteRowsInSlices(store, 'link_clicks', 'seq', where, [workspaceId, end], hasTime))) return false;
    hasPurged = true;
  }
  if (!hasPurged) return true;
  const where = 'workspace_id = $1 and seen_day < $2';
  return deleteRowsInSlices(store, 'link_urls', 'workspace_id, hash', where, [workspaceId, firstDay], hasTime);
}
