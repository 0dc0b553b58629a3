import type { Rule, RuleVersion } from '../../../shared/automation/rule';
import type { ListRules, ListRuleVersions, RuleId } from '../../../shared/automation/rule-inputs';
import { DAY_MS } from '../../../shared/durations';
import type { Page } from '../../../shared/page';
import { openPage, pageInMemory } from '../../paging';
import { ago } from '../../schedule';
import type { AutomationCall } from '../context';
import { countEndedRuns } from '../queries/rule-runs';
import { readRuleVersions } from '../queries/rules';
import { rules } from '../schema/rules';
import { presentRule, presentRuleVersion } from './engine/present';
import type { RuleRow } from './engine/types';
import { requireRule, canSeeRule } from './visible';

export async function listRules(ctx: AutomationCall, input: ListRules): Promise<Page<Rule>> {
  const page = openPage(ctx.workspaceId, 'rules', input);
  const rows = (await ctx.db.select(rules)).filter((row) => canSeeRule(ctx, row) && matchesFilters(row, input));
  return pageInMemory(page, rows, 'desc', 'id', (shown) => presentRules(ctx, shown));
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
  const since = ago(ctx.now, DAY_MS);
  const ids = rows.map(({ id }) => id);
  const counts = await countEndedRuns(ctx.db.store, ctx.workspaceId, ids, since);
  return rows.map((row) => presentRule(row, counts.get(row.id)));
}

export async function listRuleVersions(ctx: AutomationCall, input: ListRuleVersions): Promise<Page<RuleVersion>> {
  const { rule_id: ruleId, limit, cursor } = input;
  await requireRule(ctx, ctx.db, ruleId);
  const page = openPage(ctx.workspaceId, 'desc', { limit, cursor, ruleId });
  const range = { before: page.afterNumber(), limit: page.maxRows };
  const rows = await readRuleVersions(ctx.db.store, ctx.workspaceId, ruleId, range);
  return page.answer(rows, 'number', (versions) => versions.map(presentRuleVersion));
}
