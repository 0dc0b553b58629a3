import { findWorkspace } from '../../../access';
import type { AutomationServices } from '../../context';
import { zoneOf } from '../../schedule/local-time';
import type { TemplateContext } from '../../templates/types';
import type { RuleConfig, RuleRow, RunContext, RunRow } from './types';

interface RuleTemplateInput {
  rule: Pick<RuleRow, 'id' | 'configVersion' | 'workspaceId'>;
  config: Pick<RuleConfig, 'name' | 'trigger'>;
  trigger: { type: RunRow['trigger']; event_id?: string | null; scheduled_for?: string | null };
  context: RunContext;
  steps?: readonly unknown[];
  now: Date;
}

export async function templateContext(
  { store }: Pick<AutomationServices, 'store'>,
  { rule, config, trigger, context, steps = [], now }: RuleTemplateInput,
): Promise<TemplateContext> {
  const workspace = await findWorkspace(store, rule.workspaceId);
  return {
    event: context.event,
    input: context.input ?? {},
    steps,
    trigger,
    rule: { id: rule.id, name: config.name, version: rule.configVersion },
    workspace: { id: rule.workspaceId, name: workspace?.name ?? '' },
    now: now.toISOString(),
    timezone: config.trigger.type === 'schedule' ? zoneOf(config.trigger) : 'UTC',
  };
}
