import { ON_MISSING_DEFAULT } from '../../../../shared/automation/on-missing';
import type { RuleAction } from '../../../../shared/automation/rule-action';
import type { RuleRunError } from '../../../../shared/automation/rule-run';
import { extractMarks } from '../../templates/marks';
import type { JsonValue, MissingValue, TemplateContext, Templates } from '../../templates/types';
import { StepError, stepErrorOf } from './failure';
import { treeOf } from './steps/index';
import type { RuleConfig } from './types';

export interface RenderedAction {
  input: JsonValue;
  warnings: RuleRunError[];
}

const FIX = 'Add the filter `default` to the template, or set `on_missing` of the rule to `empty`.';

/** Throws `StepError`. */
export async function renderAction(
  templates: Templates,
  workspaceId: string,
  { action, config, context }: { action: RuleAction; config: Pick<RuleConfig, 'on_missing'>; context: TemplateContext },
): Promise<RenderedAction> {
  const rendered = await templates.render(workspaceId, treeOf(action), context);
  if (!rendered.ok) throw stepErrorOf(rendered.failure);
  const warnings = (rendered.missing ?? []).map(missingError);
  const [first] = warnings;
  if (first && (config.on_missing ?? ON_MISSING_DEFAULT) === 'reject') {
    throw new StepError(first.code, `${first.message} ${FIX}`, first.path);
  }
  // Only publications create short links of marked URLs.
  return { input: action.type === 'publish' ? rendered.value : unmarked(rendered.value), warnings };
}

const missingError = ({ name, path }: MissingValue): RuleRunError => ({
  code: 'missing_value',
  message: `The template uses \`${name}\`, which has no value.`,
  path,
});

function unmarked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return extractMarks(value).text;
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, unmarked(part)]));
}
