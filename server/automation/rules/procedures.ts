import { Rule, RuleVersion } from '../../../shared/automation/rule';
import {
  CreateRule,
  ListRules,
  ListRuleVersions,
  RestoreRuleVersion,
  RuleId,
  RunRule,
  RuleTestBody,
  TestRule,
  UpdateRule,
} from '../../../shared/automation/rule-inputs';
import { RuleRun } from '../../../shared/automation/rule-run';
import { RuleTest } from '../../../shared/automation/rule-test';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { createRule } from './create';
import { getRule, listRules, listRuleVersions } from './list';
import { runRule } from './run';
import { testRule } from './test';
import { deleteRule, restoreRuleVersion, updateRule } from './update';

const place = { surface: 'automation' } as const;
const tags = ['Rules'];
const reading = procedure('automation.rules:read');
const writing = procedure('automation.rules:write');
/** What a rule names may not be there, or not fit together. */
const REFUSALS = ['related_not_found', 'unprocessable'] as const;

export const rulesRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/rules',
        tags,
        summary: 'List rules',
        description: 'Lists the rules whose triggering events you read, newest first.',
      },
    })
    .input(optionalInput(ListRules))
    .output(pageOf(Rule))
    .query(({ ctx, input }) => listRules(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 201,
      errors: REFUSALS,
      openapi: {
        method: 'POST',
        path: '/rules',
        tags,
        summary: 'Create a rule',
        description:
          'Runs one to ten steps, one after the other, when an event comes, at times that repeat, or when it is asked to. Steps that publish or reply need `automation.publications:write` as well, `webhook` needs `webhooks:write`, `create_link` needs `links:create`; events need the scope that reads them. A narrowed key passes its narrowing on.',
      },
    })
    .input(CreateRule)
    .output(Rule)
    .mutation(({ ctx, input }) => createRule(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/rules/{rule_id}',
        tags,
        summary: 'Read a rule',
        description:
          'Returns one rule. `version`, its ETag, grows with each change; `config_version` with those of what it does.',
      },
    })
    .input(RuleId)
    .output(Rule)
    .query(({ ctx, input }) => getRule(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: [...REFUSALS, 'precondition_failed'],
      examples: { request: { status: 'paused' } },
      openapi: {
        method: 'PATCH',
        path: '/rules/{rule_id}',
        tags,
        summary: 'Change a rule',
        description:
          'Changes the given fields; null clears. Every change of what it does is a version. Whoever changes what it does needs the scopes of all of it, and it reaches as far as they do from then on.',
      },
    })
    .input(UpdateRule)
    .output(Rule)
    .mutation(({ ctx, input }) => updateRule(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: '/rules/{rule_id}',
        tags,
        summary: 'Delete a rule',
        description: 'Removes a rule with its versions, and cancels the runs that it has under way.',
      },
    })
    .input(RuleId)
    .mutation(({ ctx, input }) => deleteRule(ctx, input)),

  run: writing
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state', 'unprocessable'],
      examples: { request: { input: { order: '42' } } },
      openapi: {
        method: 'POST',
        path: '/rules/{rule_id}/run',
        tags,
        summary: 'Run a rule',
        description:
          'Runs an active rule now, whatever its trigger is; templates read the body as `input`. Neither its filter nor its throttle is asked.',
      },
    })
    .input(RunRule)
    .output(RuleRun)
    .mutation(({ ctx, input }) => runRule(ctx, input)),

  test: reading
    .meta({
      ...place,
      idempotency: 'none',
      errors: REFUSALS,
      bodySchema: RuleTestBody,
      openapi: {
        method: 'POST',
        path: '/rules/{rule_id}/test',
        tags,
        summary: 'Try a rule out',
        description:
          'Shows what a rule would do with an event of the log, a made-up event or an input, step by step. Nothing is written or sent. Without any of them it is tried on an empty input, or on the next time of its schedule.',
      },
    })
    .input(TestRule)
    .output(RuleTest)
    .mutation(({ ctx, input }) => testRule(ctx, input)),

  versions: router({
    list: reading
      .meta({
        ...place,
        openapi: {
          method: 'GET',
          path: '/rules/{rule_id}/versions',
          tags,
          summary: 'List versions of a rule',
          description: 'What the rule did, newest first: one version for each change of it.',
        },
      })
      .input(ListRuleVersions)
      .output(pageOf(RuleVersion))
      .query(({ ctx, input }) => listRuleVersions(ctx, input)),

    restore: writing
      .meta({
        ...place,
        etag: true,
        errors: [...REFUSALS, 'precondition_failed'],
        openapi: {
          method: 'POST',
          path: '/rules/{rule_id}/versions/{version}/restore',
          tags,
          summary: 'Restore a version of a rule',
          description: 'Makes the rule do again what it did then, as a new version, with the scopes that this needs.',
        },
      })
      .input(RestoreRuleVersion)
      .output(Rule)
      .mutation(({ ctx, input }) => restoreRuleVersion(ctx, input)),
  }),
});
