import type { Rule, RuleVersion } from '../../../shared/automation/rule';
import type { ListRules, ListRuleVersions, RuleId } from '../../../shared/automation/rule-inputs';
import { DAY_MS } from '../../../shared/durations';
import type { Page } from '../../../shared/page';
import { decodeCursor, readNumberCursor, sealOf, writeCursor } from '../../paging';
import type { AutomationCall } from '../context';
import { countEndedRuns } from '../queries/rule-runs';
import { readRuleVersions as readVersions } from '../queries/rules';
import { rules } from '../schema/rules';
import { presentRule, presentRuleVersion } from './engine/present';
import type { RuleRow } from './engine/types';
import { requireRule, seesRule } from './visible';

export async function listRules(ctx: AutomationCall, input: ListRules): Promise<Page<Rule>> {
  const { limit, cursor, ...filters } = input;
  const seal = sealOf(ctx.workspaceId, 'desc', filters);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, seal);
  const rows = (await ctx.db.select(rules))
    .filter((row) => seesRule(ctx, row) && matchesFilters(row, filters) && (after === undefined || row.id < after))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));

  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: await presentRules(ctx, page),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(last.id, seal) : null,
  };
}

const matchesFilters = (
  row: RuleRow,
  { status, trigger_type: trigger, q }: Omit<ListRules, 'limit' | 'cursor'>,
): boolean =>
  (status?.includes(row.status) ?? true) &&
  (trigger === undefined || row.triggerType === trigger) &&
  (q === undefined || row.config.name.toLowerCase().includes(q.toLowerCase()));

export const getRule = async (ctx: AutomationCall, { rule_id }: RuleId): Promise<Rule> =>
  showRule(ctx, await requireRule(ctx, ctx.db, rule_id));

/** `version` counts only changes of the rule's behaviour. */
export async function showRule(ctx: AutomationCall, row: RuleRow): Promise<Rule> {
  ctx.reply.etag = `"${row.version}"`;
  const [rule] = await presentRules(ctx, [row]);
  return rule ?? presentRule(row);
}

async function presentRules(ctx: AutomationCall, rows: readonly RuleRow[]): Promise<Rule[]> {
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const ids = rows.map(({ id }) => id);
  const counts = await countEndedRuns(ctx.db.store, ctx.workspaceId, ids, since);
  return rows.map((row) => presentRule(row, counts.get(row.id)));
}

export async function listRuleVersions(ctx: AutomationCall, input: ListRuleVersions): Promise<Page<RuleVersion>> {
  const { rule_id: ruleId, limit, cursor } = input;
  await requireRule(ctx, ctx.db, ruleId);
  const seal = sealOf(ctx.workspaceId, 'desc', { ruleId });
  const before = cursor === undefined ? undefined : readNumberCursor(cursor, seal);
  const rows = await readVersions(ctx.db.store, ctx.workspaceId, ruleId, { before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentRuleVersion),
    has_more: last !== undefined,
    next_cursor: last ? writeCursor(String(last.number), seal) : null,
  };
}
