import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { InboundReason, InboundStage } from '../../../shared/automation/inbound-request';
import type { InboundTest, InboundTestStage, TestInboundEndpoint } from '../../../shared/automation/inbound-test';
import { LIMITS } from '../../../shared/limits';
import { ApiError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import type { AutomationCall } from '../context';
import type { AutomationContext } from '../context';
import type { FoundEndpoint } from '../inbound/call';
import { contextOf, type InboundPayload } from '../inbound/context';
import { contextFor } from '../inbound/facts';
import { asRefused } from '../inbound/faults';
import { visibleHeaders } from '../inbound/headers';
import { mapAll, type Mapped } from '../inbound/map';
import { warningOf } from '../inbound/missing';
import { parseBody, parseQuery } from '../inbound/parse/parse';
import { requireKnown } from '../inbound/prepare';
import { presetOf } from '../inbound/presets';
import { Refused } from '../inbound/refused';
import { replyOf } from '../inbound/reply';
import { sift, type SiftVerdict } from '../inbound/sift';
import type { Watch } from '../inbound/watch';
import { previewPublication } from '../publications/create';
import { readBody } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { findEndpoint } from '../system/endpoints';
import { requireInboundEndpoint } from './find';
import { templateIssues } from './judge';
import { requireRequest } from './requests';
import { payloadOf } from './samples';

/** Stages of a dry run, in their order: it begins where the sender is known already. */
const STAGES = ['parse', 'dedupe', 'filter', 'map', 'resolve'] as const satisfies readonly InboundStage[];

/**
 * What the endpoint would make of a request, stage by stage; an active one, whatever its status is. Writes nothing.
 * Throws 400 for a mapping or filter that cannot be read.
 */
export async function testEndpoint(ctx: AutomationCall, input: TestInboundEndpoint): Promise<InboundTest> {
  await requireInboundEndpoint(ctx, ctx.db, input.endpoint_id);
  const found = await findEndpoint(ctx.db.store, input.endpoint_id);
  if (!found) throw new ApiError('not_found');
  const config = tried(found.row.config, input);
  const endpoint: FoundEndpoint = { ...found, row: { ...found.row, status: 'active', config } };

  const stages: InboundTestStage[] = [];
  const watch = keepingStages(stages);
  const automation = contextFor(ctx, endpoint.row, { id: '', requestId: ctx.requestId, keyId: null, depth: 0 });
  try {
    const payload = await watch(
      'parse',
      () => payloadFor(ctx, config, input),
      ({ body }) => body,
    );
    const { verdict, publications } = await run(automation, endpoint, payload, watch);
    return answerOf(config, verdict, publications, complete(stages));
  } catch (error) {
    const { reason, answer } = asRefused(error);
    return { would: 'reject', reason, http: { status: answer.status }, stages: complete(stages), publications: [] };
  }
}

function tried(
  config: EndpointConfig,
  { mapping, on_missing: onMissing, filter, targets }: TestInboundEndpoint,
): EndpointConfig {
  const own = {
    ...config,
    ...(mapping === undefined ? {} : { mapping }),
    ...(onMissing === undefined ? {} : { on_missing: onMissing }),
    ...(filter === undefined ? {} : { filter }),
    ...(targets === undefined ? {} : { targets }),
  };
  const issues = templateIssues({ mapping: mapping ?? null, filter: filter ?? null });
  const [first] = issues;
  if (first) {
    throw new ApiError('validation_failed', {
      detail: first.message,
      errors: issues.slice(0, LIMITS.issuesPerProblem),
    });
  }
  return own;
}

async function payloadFor(
  ctx: AutomationCall,
  config: EndpointConfig,
  { sample, request_id: requestId }: TestInboundEndpoint,
): Promise<InboundPayload> {
  if (requestId !== undefined) {
    await ctx.db.relate(inboundRequests, requestId, '/request_id');
    const row = await requireRequest(ctx, requestId);
    return payloadOf(row, await readBody(ctx.db.store, ctx.workspaceId, row.bodyOf ?? row.id));
  }
  const preset = presetOf(config.preset);
  const given = sample ?? { body: preset.sample_body, headers: preset.sample_headers };
  const { body } = await parseBody(new TextEncoder().encode(JSON.stringify(given.body ?? {})), 'application/json');
  const query = parseQuery(new URLSearchParams(given.query ?? {}).toString());
  return { method: 'POST', headers: visibleHeaders(config, headersOf(given.headers ?? {})), query, body, files: [] };
}

/** A name or a value that no header can have is left out. */
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
  payload: InboundPayload,
  watch: Watch,
): Promise<{ verdict: SiftVerdict; publications: unknown[] }> {
  const { config } = endpoint.row;
  const context = contextOf(payload, {
    endpoint: endpoint.row,
    workspace: endpoint.workspace,
    config,
    now: ctx.now(),
  });
  const bodySha256 = sha256Hex(JSON.stringify(payload.body));
  const idempotencyKey = payload.headers['idempotency-key'] ?? null;
  const parts = { services: ctx, endpoint, context, idempotencyKey, bodySha256, isReplay: false };
  const { verdict } = await sift(parts, watch);
  if (verdict.kind !== 'map') return { verdict, publications: [] };
  const mapped = await watch(
    'map',
    () => mapAll(ctx, endpoint, context),
    (made) => made.map(({ input }) => input),
    (made) => made.flatMap(({ gaps }) => gaps.map(warningOf)),
  );
  return { verdict, publications: await watch('resolve', () => previewAll(ctx, config, mapped)) };
}

/** Previews of what would be published. Throws `Refused` where one of them could not be. */
async function previewAll(
  ctx: AutomationContext,
  config: EndpointConfig,
  mapped: readonly Mapped[],
): Promise<unknown[]> {
  const previews: unknown[] = [];
  for (const one of mapped) {
    if (config.dynamic_targets === 'known') await requireKnown(ctx, one);
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
} as const satisfies Record<SiftVerdict['kind'], InboundTest['would']>;

function answerOf(
  config: EndpointConfig,
  verdict: SiftVerdict,
  publications: unknown[],
  stages: InboundTestStage[],
): InboundTest {
  const reason: InboundReason | null =
    verdict.kind === 'recorded' ? verdict.reason : verdict.kind === 'map' ? null : verdict.kind;
  const status = verdict.kind === 'map' ? 'accepted' : verdict.kind;
  const isDuplicate = verdict.kind === 'duplicate';
  const waited = config.response.wait_ms > 0 && verdict.kind === 'map';
  const reply = replyOf(config, { id: '', status, reason, duplicate: isDuplicate, publications: [] }, waited);
  return { would: WOULD[verdict.kind], reason, http: { status: reply.status }, stages, publications };
}

/** Keeps what every stage made, or why it did not. */
function keepingStages(stages: InboundTestStage[]): Watch {
  return async (stage, work, show, warn) => {
    const began = performance.now();
    const keep = (made: Pick<InboundTestStage, 'status' | 'output' | 'error' | 'warnings'>): void => {
      stages.push({ stage, duration_ms: Math.round((performance.now() - began) * 100) / 100, ...made });
    };
    try {
      const made = await work();
      const status = stage === 'filter' && !made ? 'stopped' : 'ok';
      keep({ status, output: show ? show(made) : null, error: null, warnings: warn?.(made) ?? [] });
      return made;
    } catch (error) {
      keep({ status: 'failed', output: null, error: error instanceof Refused ? error.error : null, warnings: [] });
      throw error;
    }
  };
}

/** With the stages that were not reached. */
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
