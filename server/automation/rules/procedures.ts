import { Rule, RuleVersion } from '../../../shared/automation/rule';
import {
  CreateRule,
  ListRules,
  ListRuleVersions,
  PreviewRule,
  RestoreRuleVersion,
  RuleId,
  RunRule,
  RuleTestBody,
  TestRule,
  UpdateRule,
} from '../../../shared/automation/rule-inputs';
import { RuleRun } from '../../../shared/automation/rule-run';
import { RulePreview, RuleTest } from '../../../shared/automation/rule-test';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { createRule } from './create';
import { getRule, listRules, listRuleVersions } from './list';
import { runRule } from './run-rule';
import { previewRule, testRule } from './test';
import { deleteRule, restoreRuleVersion, updateRule } from './update';

const read = routesFor('automation.rules:read');
const write = routesFor('automation.rules:write');
const REFUSALS = ['related_not_found', 'unprocessable'] as const;

export const rulesRouter = router({
  list: read('GET /rules', 'List rules', {
    description: 'Lists the rules, newest first. Rules that start from events you may not read are left out.',
  }).run(ListRules, pageOf(Rule), listRules),

  create: write('POST /rules', 'Create a rule', {
    description:
      'Creates a rule: one to ten steps that run in order when an event occurs, on a schedule, or on request. Steps that publish or reply also need `automation.publications:write`, `webhook` needs `webhooks:write`, `create_link` needs `links:create` and steps that ask a model need `ai:invoke`; events need the scope that reads them. If your key is limited to certain resources, the rule has the same limits.',
    status: 201,
    errors: REFUSALS,
  }).run(CreateRule, Rule, createRule),

  get: read('GET /rules/{rule_id}', 'Get a rule', {
    description:
      'Returns one rule. `version`, which is the ETag, grows with each change; `config_version` grows with each change of the configuration.',
  }).run(RuleId, Rule, getRule),

  update: write('PATCH /rules/{rule_id}', 'Update a rule', {
    description:
      'Updates the given fields; null clears a field. Each change of the configuration creates a version. To change the configuration you need the scopes for all triggers and steps of the rule; from then on the rule runs with your permissions.',
    errors: REFUSALS,
    examples: { request: { status: 'paused' } },
  }).run(UpdateRule, Rule, updateRule),

  delete: write('DELETE /rules/{rule_id}', 'Delete a rule', {
    description: 'Deletes a rule with its versions and cancels its unfinished runs.',
    errors: ['precondition_failed'],
  }).run(RuleId, deleteRule),

  run: write('POST /rules/{rule_id}/run', 'Run a rule', {
    description:
      'Runs an active rule now, whatever its trigger. Templates can use the field `input` of the body. The filter and the throttle of the rule are ignored. Returns the run.',
    status: 202,
    errors: ['invalid_state', 'unprocessable'],
    examples: { request: { input: { order: '42' } } },
  }).run(RunRule, RuleRun, runRule),

  preview: write('POST /rules/preview', 'Preview a rule', {
    description:
      'Validates a rule without creating it, and returns its issues or what it would do with a logged event, a made-up event or an input: the result of each condition, and each step with its templates rendered. Nothing is stored or sent. You need the same scopes as for creating the rule.',
    idempotency: 'none',
    errors: REFUSALS,
  }).run(PreviewRule, RulePreview, previewRule),

  test: read('POST /rules/{rule_id}/test', 'Test a rule', {
    description:
      'Returns, condition by condition and step by step, what a rule would do with a logged event, a made-up event or an input. Nothing is stored or sent. Without any of these, the rule is tested with an empty input, or with the next time of its schedule.',
    idempotency: 'none',
    errors: REFUSALS,
    bodySchema: RuleTestBody,
  }).run(TestRule, RuleTest, testRule),

  versions: router({
    list: read('GET /rules/{rule_id}/versions', 'List the versions of a rule', {
      description: 'Lists the versions of a rule, newest first. Each change of the configuration creates a version.',
    }).run(ListRuleVersions, pageOf(RuleVersion), listRuleVersions),

    restore: write('POST /rules/{rule_id}/versions/{version}/restore', 'Restore a version of a rule', {
      description:
        'Restores the configuration of an earlier version as a new version. You need the scopes for all triggers and steps of that version.',
      etag: true,
      errors: REFUSALS,
    }).run(RestoreRuleVersion, Rule, restoreRuleVersion),
  }),
});
