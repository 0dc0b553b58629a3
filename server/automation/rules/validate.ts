import type { Scope } from '../../../shared/access/scopes';
import type { RuleAction } from '../../../shared/automation/rule-action';
import type { FieldIssue } from '../../../shared/errors';
import { requireScope } from '../../access';
import { isModelName } from '../../ai';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError, requireValid, relatedNotFound } from '../../errors';
import { requireReadable, requireSelectors, requireWebhook } from '../../webhooks';
import type { AutomationCall } from '../context';
import { checkCron } from '../schedule/cron';
import { checkCondition, checkTree } from '../templates/check';
import type { TemplateIssue } from '../templates/types';
import { nextTime } from './engine/schedule-times';
import { schemaFault } from './engine/steps/answer-schema';
import { treeOf } from './engine/steps/index';
import { callsModel } from './engine/steps/models';
import type { RuleConfig } from './engine/types';

const SCOPES: Partial<Record<RuleAction['type'], Scope>> = {
  publish: 'automation.publications:write',
  reply: 'automation.publications:write',
  webhook: 'webhooks:write',
  create_link: 'links:create',
  ai_complete: 'ai:invoke',
  ai_transcribe: 'ai:invoke',
};

/** As if this caller had written all of it. Throws 403 for scopes and events, 400 for templates, 422 otherwise. */
export async function validateRuleConfig(ctx: AutomationCall, db: ScopedDb, config: RuleConfig): Promise<void> {
  const { trigger, actions } = config;
  for (const { type } of actions) {
    const scope = SCOPES[type];
    if (scope !== undefined) requireScope(ctx, scope);
  }
  if (trigger.type === 'event') requireReadable(ctx, trigger.events);

  requireValid([...templateIssues(config), ...timeIssues(config, ctx.now()), ...schemaIssues(config)]);
  requireFitting(config);
  if (trigger.type === 'event') await requireSelectorsOf(ctx, db, trigger.selectors ?? {});
  for (const [index, action] of actions.entries()) {
    if (action.type === 'webhook')
      await requireActionWebhook(ctx, db, action.webhook_id, `/actions/${index}/webhook_id`);
    if (callsModel(action) && !(await isModelName({ ...ctx, db }, action.model))) {
      const message = 'No such model in this workspace. `GET /api/v1/models` lists the models.';
      throw relatedNotFound(`/actions/${index}/model`, message);
    }
  }
}

function requireFitting({ trigger, debounce, chat, actions }: RuleConfig): void {
  const events = trigger.type === 'event' ? trigger.events : [];
  const hasMessage = events.length > 0 && events.every((type) => type === 'whatsapp.message.received');
  const needing = [
    ...(chat ? [{ pointer: '/chat', what: '`chat`' }] : []),
    ...actions.flatMap((action, index) => {
      if (action.type === 'reply') return [{ pointer: `/actions/${index}/type`, what: 'A `reply` step' }];
      if (action.type === 'ai_transcribe')
        return [{ pointer: `/actions/${index}/type`, what: 'An `ai_transcribe` step' }];
      const hasHistory = action.type === 'ai_complete' && (action.history ?? 0) > 0;
      return hasHistory ? [{ pointer: `/actions/${index}/history`, what: '`history`' }] : [];
    }),
  ];
  const [first] = needing;
  if (first && !hasMessage) {
    const message = `${first.what} needs \`whatsapp.message.received\` as the only event of the trigger.`;
    throw fieldError('unprocessable', first.pointer, 'not_allowed', message);
  }
  if (debounce !== null && trigger.type !== 'event') {
    throw fieldError('unprocessable', '/debounce', 'not_allowed', '`debounce` is only allowed with an event trigger.');
  }
}

function timeIssues({ trigger }: RuleConfig, now: Date): FieldIssue[] {
  if (trigger.type !== 'schedule') return [];
  const fault = checkCron(trigger.cron, trigger.timezone, now);
  if (fault) {
    const field = fault.code === 'unknown_timezone' ? 'timezone' : 'cron';
    return [{ in: 'body', pointer: `/trigger/${field}`, code: fault.code, message: fault.message }];
  }
  if (nextTime(trigger, now) !== null) return [];
  const message = 'The schedule has no time before `ends_at`.';
  return [{ in: 'body', pointer: '/trigger/ends_at', code: 'never', message }];
}

function schemaIssues({ actions }: RuleConfig): FieldIssue[] {
  return actions.flatMap((action, index): FieldIssue[] => {
    const fault = action.type === 'ai_complete' && action.schema !== undefined ? schemaFault(action.schema) : undefined;
    if (fault === undefined) return [];
    return [{ in: 'body', pointer: `/actions/${index}/schema`, code: 'invalid_schema', message: fault }];
  });
}

function templateIssues({ filter, debounce, throttle, actions }: RuleConfig): FieldIssue[] {
  const conditions = [
    ...filter.map((source, index) => ({ source, pointer: `/filter/${index}` })),
    ...actions.flatMap(({ if: source }, index) =>
      source === undefined ? [] : [{ source, pointer: `/actions/${index}/if` }],
    ),
  ];
  const keys = [
    { source: debounce?.key, pointer: '/debounce/key' },
    { source: throttle?.key, pointer: '/throttle/key' },
  ];
  return [
    ...conditions.flatMap(({ source, pointer }) => issueAt(pointer, checkCondition(source))),
    ...keys.flatMap(({ source = '', pointer }) => checkTree(source).flatMap((issue) => issueAt(pointer, issue))),
    ...actions.flatMap((action, index) =>
      checkTree(treeOf(action)).flatMap((issue) => issueAt(`/actions/${index}${placeIn(action)}${issue.path}`, issue)),
    ),
  ];
}

const issueAt = (pointer: string, issue: TemplateIssue | null): FieldIssue[] => {
  if (issue === null) return [];
  const place = issue.line === null ? '' : ` (line ${issue.line}${issue.col === null ? '' : `, column ${issue.col}`})`;
  return [{ in: 'body', pointer, code: issue.code, message: `${issue.message}${place}` }];
};

function placeIn(action: RuleAction): string {
  switch (action.type) {
    case 'publish':
      return '/publication';
    case 'reply':
      return action.content === undefined ? '' : '/content';
    case 'webhook':
      return '/payload';
    case 'create_link':
      return '/link';
    default:
      return '';
  }
}

/** Like the selectors of a webhook, with another pointer. */
async function requireSelectorsOf(
  ctx: AutomationCall,
  db: ScopedDb,
  selectors: Parameters<typeof requireSelectors>[2],
): Promise<void> {
  try {
    await requireSelectors(ctx, db, selectors);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = (error.details.errors ?? []).map((issue) => ({ ...issue, pointer: `/trigger${issue.pointer}` }));
    throw new ApiError(error.code, { ...error.details, errors });
  }
}

async function requireActionWebhook(ctx: AutomationCall, db: ScopedDb, id: string, pointer: string): Promise<void> {
  try {
    await requireWebhook(ctx, db, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw relatedNotFound(pointer, 'No such webhook in this workspace.');
  }
}
