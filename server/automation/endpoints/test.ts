import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { InboundReason, InboundStage } from '../../../shared/automation/inbound-request';
import type { InboundTest, InboundTestStage, TestInboundEndpoint } from '../../../shared/automation/inbound-test';
import type { TestedCondition } from '../../../shared/automation/tested-condition';
import { defined } from '../../defined';
import { orNotFound, requireValid } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import type { AutomationCall, AutomationContext } from '../context';
import type { FoundEndpoint } from '../inbound/call';
import { inboundReply } from '../inbound/commit/reply';
import { type Mapped, mapRequest } from '../inbound/map/map';
import { warningOf } from '../inbound/map/missing-values';
import { requireKnownRecipients } from '../inbound/map/prepare';
import { filterOf, type Selection, selectRequest } from '../inbound/map/select';
import { contextOf, type ParsedRequest } from '../inbound/map/template-context';
import { parseBody, parseQuery } from '../inbound/parse/parse';
import { visibleHeaders } from '../inbound/parse/visible-headers';
import { presetOf } from '../inbound/presets/presets';
import { asRefused, Refused } from '../inbound/refusal';
import { automationContext } from '../inbound/request';
import type { RunStage } from '../inbound/stages';
import { previewPublication } from '../publications/create';
import { readInboundBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { findEndpoint } from '../system/endpoints';
import { testConditions } from '../templates/test-conditions';
import type { TemplateContext } from '../templates/types';
import { requireInboundEndpoint } from './find';
import { requireRequest } from './requests';
import { inboundPayload } from './samples';
import { templateIssues } from './validate';

/** A dry run starts after authentication. */
const STAGES = ['parse', 'dedupe', 'filter', 'map', 'resolve'] as const satisfies readonly InboundStage[];

/** Dry run of an active endpoint, stage by stage. Throws 400 for an invalid mapping or filter. */
export async function testEndpoint(ctx: AutomationCall, input: TestInboundEndpoint): Promise<InboundTest> {
  await requireInboundEndpoint(ctx, ctx.db, input.endpoint_id);
  const found = orNotFound(await findEndpoint(ctx.db.store, input.endpoint_id));
  const config = tried(found.row.config, input);
  const endpoint: FoundEndpoint = { ...found, row: { ...found.row, status: 'active', config } };

  const stages: InboundTestStage[] = [];
  const conditions: TestedCondition[] = [];
  const runStage = recordingStages(stages);
  const automation = automationContext(ctx, endpoint.row, { id: '', requestId: ctx.requestId, keyId: null, depth: 0 });
  try {
    const payload = await runStage(
      'parse',
      () => payloadFor(ctx, config, input),
      ({ body }) => body,
    );
    const context = contextOf(payload, {
      endpoint: endpoint.row,
      workspace: endpoint.workspace,
      config,
      now: automation.now(),
    });
    conditions.push(...(await testConditions(ctx.automation.templates, ctx.workspaceId, filterOf(config), context)));
    const { selection, publications } = await run(automation, endpoint, { payload, context }, runStage);
    return { ...answerOf(config, selection), conditions, stages: complete(stages), publications };
  } catch (error) {
    const { reason, answer } = asRefused(error);
    return {
      expected_result: 'reject',
      reason,
      http: { status: answer.status },
      conditions,
      stages: complete(stages),
      publications: [],
    };
  }
}

function tried(
  config: EndpointConfig,
  { mapping, on_missing: onMissing, filter, targets }: TestInboundEndpoint,
): EndpointConfig {
  requireValid(templateIssues({ mapping: mapping ?? null, filter: filter ?? null }));
  return { ...config, ...defined({ mapping, on_missing: onMissing, filter, targets }) };
}

async function payloadFor(
  ctx: AutomationCall,
  config: EndpointConfig,
  { sample, request_id: requestId }: TestInboundEndpoint,
): Promise<ParsedRequest> {
  if (requestId !== undefined) {
    await ctx.db.relate(inboundRequests, requestId, '/request_id');
    const row = await requireRequest(ctx, requestId);
    return inboundPayload(row, await readInboundBody(ctx.db.store, ctx.workspaceId, row.bodyOf ?? row.id));
  }
  const preset = presetOf(config.preset);
  const given = sample ?? { body: preset.sample_body, headers: preset.sample_headers };
  const { body } = await parseBody(new TextEncoder().encode(JSON.stringify(given.body ?? {})), 'application/json');
  const query = parseQuery(new URLSearchParams(given.query ?? {}).toString());
  return { method: 'POST', headers: visibleHeaders(config, headersOf(given.headers ?? {})), query, body, files: [] };
}

function headersOf(given: Record<string, string>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
      headers.set(name, value);
  }
  return headers;
}

async function run(
  ctx: AutomationContext,
  endpoint: FoundEndpoint,
  { payload, context }: { payload: ParsedRequest; context: TemplateContext },
  runStage: RunStage,
): Promise<{ selection: Selection; publications: unknown[] }> {
  const { config } = endpoint.row;
  const bodySha256 = sha256Hex(JSON.stringify(payload.body));
  const idempotencyKey = payload.headers['idempotency-key'] ?? null;
  const selected = { services: ctx, endpoint, context, idempotencyKey, bodySha256, isReplay: false };
  const { selection } = await selectRequest(selected, runStage);
  if (selection.kind !== 'map') return { selection, publications: [] };
  const mapped = await runStage(
    'map',
    () => mapRequest(ctx, endpoint, context),
    (made) => made.map(({ input }) => input),
    (made) => made.flatMap(({ gaps }) => gaps.map(warningOf)),
  );
  return { selection, publications: await runStage('resolve', () => previewAll(ctx, config, mapped)) };
}

async function previewAll(
  ctx: AutomationContext,
  config: EndpointConfig,
  mapped: readonly Mapped[],
): Promise<unknown[]> {
  const previews: unknown[] = [];
  for (const one of mapped) {
    if (config.dynamic_targets === 'known') await requireKnownRecipients(ctx, one);
    const preview = await previewPublication(ctx, one.input);
    const [first] = preview.issues;
    if (first) {
      const isOfTargets = preview.issues.every(({ pointer }) => pointer.startsWith('/targets'));
      throw new Refused(isOfTargets ? 'target_unresolved' : 'content_invalid', {
        message: first.message,
        path: first.pointer,
        issues: preview.issues.map((issue) => ({ in: 'body' as const, ...issue })),
        ...(first.code === 'probable_duplicate' ? { code: 'conflict' as const } : {}),
      });
    }
    previews.push(preview);
  }
  return previews;
}

const WOULD = {
  map: 'accept',
  recorded: 'record',
  filtered: 'filter',
  duplicate: 'duplicate',
} as const satisfies Record<Selection['kind'], InboundTest['expected_result']>;

function answerOf(
  config: EndpointConfig,
  selection: Selection,
): Pick<InboundTest, 'expected_result' | 'reason' | 'http'> {
  const reason: InboundReason | null =
    selection.kind === 'recorded' ? selection.reason : selection.kind === 'map' ? null : selection.kind;
  const status = selection.kind === 'map' ? 'accepted' : selection.kind;
  const isDuplicate = selection.kind === 'duplicate';
  const waited = config.response.wait_ms > 0 && selection.kind === 'map';
  const reply = inboundReply(config, { id: '', status, reason, duplicate: isDuplicate, publications: [] }, waited);
  return { expected_result: WOULD[selection.kind], reason, http: { status: reply.status } };
}

function recordingStages(stages: InboundTestStage[]): RunStage {
  return async (stage, work, show, warn) => {
    const began = performance.now();
    const record = (made: Pick<InboundTestStage, 'status' | 'output' | 'error' | 'warnings'>): void => {
      stages.push({ stage, duration_ms: Math.round((performance.now() - began) * 100) / 100, ...made });
    };
    try {
      const made = await work();
      const status = stage === 'filter' && !made ? 'stopped' : 'ok';
      record({ status, output: show ? show(made) : null, error: null, warnings: warn?.(made) ?? [] });
      return made;
    } catch (error) {
      record({ status: 'failed', output: null, error: error instanceof Refused ? error.error : null, warnings: [] });
      throw error;
    }
  };
}

const complete = (stages: readonly InboundTestStage[]): InboundTestStage[] =>
  STAGES.map(
    (stage) =>
      stages.find((one) => one.stage === stage) ?? {
        stage,
        status: 'skipped',
        duration_ms: 0,
        output: null,
        error: null,
        warnings: [],
      },
  );
