import type { RuleAction } from '../../../shared/automation/rule-action';
import { extractMarks } from '../templates/marks';
import type { Json, TemplateContext, Templates } from '../templates/types';
import { stepErrorOf } from './failure';
import { treeOf } from './steps/index';

/** What the templates of an action become. Throws `StepError`. */
export async function renderAction(
  templates: Templates,
  workspaceId: string,
  action: RuleAction,
  context: TemplateContext,
): Promise<Json> {
  const rendered = await templates.render(workspaceId, treeOf(action), context);
  if (!rendered.ok) throw stepErrorOf(rendered.failure);
  // Only publications make short links of what is marked.
  return action.type === 'publish' ? rendered.value : unmarked(rendered.value);
}

function unmarked(value: Json): Json {
  if (typeof value === 'string') return extractMarks(value).text;
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unmarked(part)]));
}
