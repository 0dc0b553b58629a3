import { z } from 'zod';

import { ApiError } from '../../errors';
import { type CallAccount, callWithin } from './call-within';
import type { GatewayContext } from './context';
import type { JsonRecord, TokenUsage } from './form';
import { listIn, objectIn } from './forms/members';
import { chatRoute } from './routes/chat';

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

/**
 * One answer of a model, reserved and settled like a call of the API. Throws what a call answers with, and 422 for an
 * answer that is not as asked for, which is charged.
 */
export async function complete(
  ctx: GatewayContext,
  request: CompletionRequest,
  account: CallAccount<Completion> = {},
): Promise<Completion> {
  const { model, messages, max_output_tokens: limit, schema, signal } = request;
  const call = await chatRoute.parse(ctx, {
    model,
    messages,
    max_tokens: limit,
    ...(schema ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } } : {}),
  });
  return callWithin(ctx, { route: chatRoute, call, signal }, account, (answer) => {
    const text = objectIn(listIn(answer.json, 'choices')[0], 'message')?.['content'];
    if (typeof text !== 'string') throw new ApiError('unprocessable', 'The model did not answer with text.');
    const { requestId, modelId, usage } = answer;
    return { requestId, text, value: schema ? valueOf(text, schema) : undefined, modelId, usage };
  });
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
