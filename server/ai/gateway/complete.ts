import { z } from 'zod';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import type { GatewayContext } from './context';
import type { JsonRecord, TokenUsage } from './form';
import { listIn, objectIn } from './forms/members';
import type { CallResult } from './ledger';
import { chatRoute } from './routes/chat';
import { serveCall, type Served } from './serve';

export interface CompletionRequest {
  /** Id or alias. */
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  max_output_tokens: number;
  /** JSON schema of the answer. */
  schema?: JsonRecord;
  signal?: AbortSignal;
}

export interface Completion {
  /** Of the row in the ledger. */
  requestId: string;
  text: string;
  /** The parsed answer if a schema was given. */
  value: unknown;
  modelId: string;
  usage: TokenUsage;
}

/** On whose account a call that no request makes is counted, and what follows from its answer. */
export interface CallAccount<Answer> {
  /** The call also counts towards the budgets of this key; empty for none. */
  keyId?: string;
  /** Runs in the transaction that charges the answer, and returns the events to emit. */
  record?: (tx: ScopedDb, answer: Answer) => Promise<NewEvent[]>;
}

/**
 * One answer of a model, reserved and settled like a call of the API. Throws what a call answers with, and 422 for an
 * answer that is not as asked for, which is charged.
 */
export async function complete(
  ctx: GatewayContext,
  request: CompletionRequest,
  { keyId = '', record }: CallAccount<Completion> = {},
): Promise<Completion> {
  const { model, messages, max_output_tokens: limit, schema, signal } = request;
  const requestId = newId(ID_PREFIXES.request);
  const call = await chatRoute.parse(ctx, {
    model,
    messages,
    max_tokens: limit,
    ...(schema ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } } : {}),
  });
  const completionOf = ({ json, modelId }: Pick<Served, 'json' | 'modelId'>, { usage }: CallResult): Completion => {
    const text = objectIn(listIn(json, 'choices')[0], 'message')?.['content'];
    if (typeof text !== 'string') throw new ApiError('unprocessable', 'The model did not answer with text.');
    return { requestId, text, value: schema ? valueOf(text, schema) : undefined, modelId, usage };
  };
  const served = await serveCall({ ...ctx, signal: signal ?? ctx.signal }, chatRoute, call, {
    id: requestId,
    keyId,
    source: 'automation',
    idempotencyKey: null,
    ...(record ? { record: (tx, answer, result) => record(tx, completionOf(answer, result)) } : {}),
  });
  return completionOf(served, await served.result);
}

function valueOf(text: string, schema: JsonRecord): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError('unprocessable', 'The model did not answer with JSON.');
  }
  const checked = z.fromJSONSchema(schema).safeParse(value);
  if (checked.success) return value;
  const issue = checked.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  throw new ApiError(
    'unprocessable',
    `The answer of the model does not match the schema${place === '' ? '' : ` at \`${place}\``}: ${issue?.message ?? ''}`,
  );
}
