import { z } from 'zod';

import type { ActionOf, RuleAction } from '../../../../../shared/automation/rule-action';
import { complete, type Completion, type CompletionRequest } from '../../../../ai';
import type { ScopedDb } from '../../../../db/scoped';
import { ApiError } from '../../../../errors';
import type { NewEvent } from '../../../../events/emit';
import { printStorable, storable } from '../../../../storable';
import type { JsonValue } from '../../../templates/types';
import { historyOf, receivedMessage } from '../chat';
import { StepError } from '../failure';
import type { StepContext } from './step';

/** A step that asks a model, which takes longer than others and costs something. */
export type ModelAction = ActionOf<'ai_complete'>;

export const callsModel = (action: RuleAction): action is ModelAction => action.type === 'ai_complete';

/** Longer answers are not used. */
const OUTPUT_BYTES = 65_536;
const CALL_MINUTES = 5;
export const CALL_MS = CALL_MINUTES * 60_000;

type Output = Record<string, JsonValue>;

/** Called in the transaction that charges the answer. */
export type RecordOutput = (tx: ScopedDb, output: Output) => Promise<NewEvent[]>;

export interface PreparedCall {
  preview: unknown;
  /** Resolves once the answer is charged and recorded. Throws `ApiError` or `StepError`. */
  send(record: RecordOutput): Promise<void>;
}

/** Model, limit and schema are no templates, so that no event can change them. */
export const modelTree = ({ system, prompt }: ModelAction): JsonValue => ({
  ...(system === undefined ? {} : { system }),
  prompt,
});

/** Reads only. */
export async function prepareCall(ctx: StepContext, action: ModelAction, input: JsonValue): Promise<PreparedCall> {
  const { automation, config, run, keyId } = ctx;
  const { model, max_output_tokens, schema, history = 0 } = action;
  const { system, prompt } = textsIn(input);
  if (prompt.trim() === '') throw new StepError('empty_prompt', 'The prompt is empty.', '/prompt');
  const received = receivedMessage(run.context);
  const earlier = received
    ? await historyOf(automation.db, received, { chat: config.chat ?? null, limit: history })
    : [];
  const messages: CompletionRequest['messages'] = [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...earlier,
    { role: 'user', content: prompt },
  ];
  return {
    preview: { model, messages, max_output_tokens },
    send: (record) =>
      answered(model, async (signal) => {
        await complete(
          { ...automation, signal },
          { model, messages, max_output_tokens, ...(isObject(schema) ? { schema } : {}) },
          { keyId, record: (tx, completion) => record(tx, outputOf(completion)) },
        );
      }),
  };
}

function textsIn(input: JsonValue): { system: string; prompt: string } {
  const { system, prompt } = isObject(input) ? input : {};
  return { system: textOf(system), prompt: textOf(prompt) };
}

/** A template of a single value keeps its type. */
const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const isObject = (value: JsonValue | undefined): value is { [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function outputOf({ text, value, modelId, requestId }: Completion): Output {
  const json = value === undefined ? {} : { json: JSON.parse(printStorable(value)) as JsonValue };
  const output = { text: storable(text), ...json, model: modelId, request_id: requestId };
  if (Buffer.byteLength(JSON.stringify(output)) <= OUTPUT_BYTES) return output;
  throw new StepError('answer_too_large', `The answer of the model is larger than ${OUTPUT_BYTES} bytes.`);
}

async function answered(model: string, call: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(CALL_MS);
  try {
    await call(signal);
  } catch (error) {
    // Another try would be charged again.
    if (signal.aborted) throw new StepError('upstream_timeout', `No answer within ${CALL_MINUTES} minutes.`);
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw new StepError('model_not_found', `The workspace has no model \`${model}\`.`, '/model');
  }
}

/** What later steps of a test see instead of an answer. */
export function sampleAnswer({ model, schema }: ModelAction): Output {
  return { text: 'The answer of the model', ...(schema === undefined ? {} : { json: sampleOf(schema) }), model };
}

/** A value of the shape that a JSON schema describes. */
function sampleOf(schema: JsonValue | undefined, depth = 0): JsonValue {
  if (!isObject(schema) || depth > 8) return 'text';
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null;
  if (schema['const'] !== undefined) return schema['const'];
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isObject(schema['properties']) ? schema['properties'] : {}).map(([name, one]) => [
          name,
          sampleOf(one, depth + 1),
        ]),
      );
    case 'array':
      return [sampleOf(schema['items'], depth + 1)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text';
  }
}

/** Keywords that run a regular expression, whose time an answer could choose. */
const REFUSED_KEYWORDS = ['pattern', 'patternProperties'];
/** Their members are names, not keywords. */
const NAMES = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Why a JSON schema cannot be used; undefined if it can. */
export function schemaFault(schema: JsonValue): string | undefined {
  const refused = refusedKeyword(schema);
  if (refused !== undefined) return `Must not use \`${refused}\`.`;
  try {
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return undefined;
  } catch {
    return 'Must be a JSON schema.';
  }
}

function refusedKeyword(value: JsonValue, areNames = false): string | undefined {
  if (Array.isArray(value)) return firstOf(value.map((one) => refusedKeyword(one)));
  if (!isObject(value)) return undefined;
  const own = areNames ? undefined : REFUSED_KEYWORDS.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return own;
  return firstOf(Object.entries(value).map(([name, part]) => refusedKeyword(part, !areNames && NAMES.has(name))));
}

const firstOf = (found: readonly (string | undefined)[]): string | undefined => found.find((one) => one !== undefined);
