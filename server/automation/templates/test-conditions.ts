import type { TestedCondition } from '../../../shared/automation/tested-condition';
import { runErrorOf } from './run-error';
import type { TemplateContext, Templates } from './types';

/** Every condition by itself; the first that is not true decides, as in a run. */
export async function testConditions(
  templates: Templates,
  workspaceId: string,
  conditions: readonly string[],
  context: TemplateContext,
): Promise<TestedCondition[]> {
  const sets = conditions.map((condition, index) => ({ key: String(index), conditions: [condition] }));
  const results = await templates.holdsEach(workspaceId, sets, context);
  return conditions.map((condition, index) => {
    const result = results.get(String(index));
    if (result?.ok) return { condition, is_true: result.holds, error: null };
    // Each was evaluated alone, as the first of its list.
    return { condition, is_true: null, error: result ? { ...runErrorOf(result.failure), path: `/${index}` } : null };
  });
}
