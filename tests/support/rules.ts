import type { restClient } from './client';
import { until } from './process';

/** Who may call the procedures of rules, one entry each. */
export const RULE_ROLES = {
  'automation.rules.list': 'member or key',
  'automation.rules.create': 'developer or key',
  'automation.rules.get': 'member or key',
  'automation.rules.update': 'developer or key',
  'automation.rules.delete': 'developer or key',
  'automation.rules.run': 'developer or key',
  // It only shows what a rule would do.
  'automation.rules.test': 'member or key',
  'automation.rules.versions.list': 'member or key',
  'automation.rules.versions.restore': 'developer or key',
  'automation.rule_runs.list': 'member or key',
  'automation.rule_runs.get': 'member or key',
  'automation.rule_runs.cancel': 'developer or key',
  'automation.rule_runs.retry': 'developer or key',
} as const;

export type FurnishedRules = Awaited<ReturnType<typeof furnishRules>>;

/** Rules of which one can be deleted, with a run that waits and one that failed. */
export async function furnishRules(call: ReturnType<typeof restClient>) {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const make = async (action: object) => {
    const rule = { name: 'Furnished', trigger: { type: 'manual' }, actions: [action] };
    return (await ask('POST', '/rules', rule)).id as string;
  };
  const run = async (rule: string, status: string) => {
    const { id } = await ask('POST', `/rules/${rule}/run`, { input: { order: '42' } });
    await until(async () => (await ask('GET', `/rule-runs/${id}`)).status === status);
    return id as string;
  };
  const rule = await make({ type: 'delay', seconds: 2_592_000 });
  const failing = await make({ type: 'create_link', link: { url: 'no address' } });
  const spare = await make({ type: 'delay', seconds: 60 });
  return { rule, spare, waiting: await run(rule, 'waiting'), failed: await run(failing, 'failed') };
}

export const knownRuleIds = (of: FurnishedRules): Record<string, string[]> => ({
  rule_id: [of.rule],
  'automation_rules_delete.rule_id': [of.spare],
  'automation_rules_versions_restore.version': ['1'],
  run_id: [of.waiting],
  'automation_rule_runs_retry.run_id': [of.failed],
});
