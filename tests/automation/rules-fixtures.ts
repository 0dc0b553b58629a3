import type { restClient } from '../support/client';
import { until } from '../support/process';

export type RulesFixtures = Awaited<ReturnType<typeof addRulesFixtures>>;

/** Makes rules, and runs of them in the state that is asked for. */
function rulesOf(call: ReturnType<typeof restClient>) {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const make = async (action: object) => {
    const rule = { name: 'Fixtures', trigger: { type: 'manual' }, actions: [action] };
    return (await ask('POST', '/rules', rule)).id as string;
  };
  const run = async (rule: string, status: string) => {
    const { id } = await ask('POST', `/rules/${rule}/run`, { input: { order: '42' } });
    await until(async () => (await ask('GET', `/rule-runs/${id}`)).status === status);
    return id as string;
  };
  return { make, run };
}
const LONG_DELAY = { type: 'delay', seconds: 2_592_000 };
const NO_ADDRESS = { type: 'create_link', link: { url: 'no address' } };

/** Rules of which one can be deleted, with a run that waits and one that failed. */
export async function addRulesFixtures(call: ReturnType<typeof restClient>) {
  const { make, run } = rulesOf(call);
  const rule = await make(LONG_DELAY);
  const failing = await make(NO_ADDRESS);
  const spare = await make({ type: 'delay', seconds: 60 });
  const changing = await make(LONG_DELAY);
  return { rule, spare, changing, waiting: await run(rule, 'waiting'), failed: await run(failing, 'failed') };
}

/** A rule that a sample may do with what it says, or a run of one. */
export async function freshRule(
  call: ReturnType<typeof restClient>,
  printed: string,
): Promise<{ rul: string; run?: string }> {
  const { make, run } = rulesOf(call);
  const isRetry = /\/rule-runs\/\w+\/retry/.test(printed);
  const rul = await make(isRetry ? NO_ADDRESS : LONG_DELAY);
  return printed.includes('run_') ? { rul, run: await run(rul, isRetry ? 'failed' : 'waiting') } : { rul };
}

export const knownRuleIds = (of: RulesFixtures): Record<string, string[]> => ({
  rule_id: [of.rule],
  'automation_rules_delete.rule_id': [of.spare],
  // A change may pause it, and then it does not run.
  'automation_rules_update.rule_id': [of.changing],
  'automation_rules_versions_restore.version': ['1'],
  run_id: [of.waiting],
  'automation_rule_runs_retry.run_id': [of.failed],
  // No schema says what a condition or a line of cron is.
  ...Object.fromEntries(
    ['create', 'preview', 'update'].flatMap((verb) =>
      Object.entries(ALLOWED).map(([name, value]) => [`automation_rules_${verb}.${name}`, [value]]),
    ),
  ),
});
const ALLOWED = {
  filter: 'event.data.id',
  if: 'input.order',
  ignore: '+15550100020',
  model: 'switchboard/echo',
  cron: '@daily',
  timezone: 'Europe/Berlin',
};
