import { z } from 'zod';

import { ApiError } from '../../errors';
import type { JsonObject } from '../../json-object';
import { type CallAccount, callWithin } from './call-within';
import type { GatewayContext } from './context';
import type { TokenUsage } from './form';
import { listIn, objectIn } from './forms/members';
import { chatRoute } from './routes/json-routes';

export interface CompletionRequest {
  /** Id or alias. */
  model: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  max_output_tokens: number;
  /** A JSON schema. */
  schema?: JsonObject;
}

export interface Completion {
  /** The row in the ledger. */
  requestId: string;
  text: string;
  value: unknown;
  modelId: string;
  usage: TokenUsage;
}

/** Throws the errors of a call of the API, and 422 for an answer of another shape, which is charged. */
export async function complete(
  ctx: GatewayContext,
  request: CompletionRequest,
  account: CallAccount<Completion> = {},
): Promise<Completion> {
  const { model, messages, max_output_tokens: limit, schema } = request;
  const call = await chatRoute.parse(ctx, {
    model,
    messages,
    max_tokens: limit,
    ...(schema ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } } : {}),
  });
  return callWithin(ctx, { route: chatRoute, call }, account, (answer) => {
    const text = objectIn(listIn(answer.json, 'choices')[0], 'message')?.['content'];
    if (typeof text !== 'string') throw new ApiError('unprocessable', 'The model did not answer with text.');
    const { requestId, modelId, usage } = answer;
    return { requestId, text, value: schema ? valueOf(text, schema) : undefined, modelId, usage };
  });
}

function valueOf(text: string, schema: JsonObject): unknown {
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
