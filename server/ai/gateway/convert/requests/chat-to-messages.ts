import { asObject } from '../../../../json-object';
import {
  allowMembers,
  at,
  type BodyField,
  convertBody,
  type Converted,
  isAbsent,
  present,
  refuse,
  refuseMembers,
  requireItems,
  requireObject,
  requireText,
  unknownMembers,
} from '../fields';
import type { MessagesMessage } from '../forms';
import { BUDGETS, readEffort } from '../reasoning';
import { conversationOf } from './chat-messages';
import { optionalBoolean, optionalNumber, optionalText } from './chat-request';

export interface MessagesRequest {
  max_tokens: number;
  messages: MessagesMessage[];
  model?: unknown;
  system?: string;
  tools?: MessagesTool[];
  tool_choice?: MessagesToolChoice;
  output_config?: { effort?: string; format?: { type: 'json_schema'; schema: Record<string, unknown> } };
  thinking?: { type: 'adaptive' } | { type: 'disabled' } | { type: 'enabled'; budget_tokens: number };
  stop_sequences?: string[];
  temperature?: number;
  top_p?: number;
  metadata?: { user_id: string };
  stream?: boolean;
  [member: string]: unknown;
}

interface MessagesTool {
  name: string;
  description?: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  strict?: boolean;
}

type MessagesToolChoice =
  | { type: 'auto' | 'any'; disable_parallel_tool_use?: boolean }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: boolean }
  | { type: 'none' };

export interface ToMessagesOptions {
  /** Sent where the request names no limit, since Anthropic’s form requires one. */
  defaultMaxTokens: number;
  /** Whether the model takes an effort (from Claude 4.6 on) or a budget of thinking tokens. */
  reasoning?: 'effort' | 'budget';
}

const NO_SAMPLING = 'Anthropic’s form has no such setting.';
const REFUSED = {
  frequency_penalty: NO_SAMPLING,
  presence_penalty: NO_SAMPLING,
  logit_bias: NO_SAMPLING,
  logprobs: 'Log probabilities cannot be converted.',
  top_logprobs: 'Log probabilities cannot be converted.',
  audio: 'Answers in audio cannot be converted.',
  prediction: 'Predicted outputs cannot be converted.',
  web_search_options: 'The provider does not search the web in this form.',
  functions: 'Use `tools`.',
  function_call: 'Use `tool_choice`.',
  metadata: 'Tags are kept with stored answers, and answers are not stored.',
  store: 'Answers are not stored. Send `store: false` or leave it out.',
  moderation: 'The provider does not moderate.',
};

/** Without effect on the answer: caching, and padding and usage of the stream. */
const HINTS = ['prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options', 'stream_options'];

const CONVERTED = [
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'stream',
  'temperature',
  'top_p',
  'n',
  'seed',
  'modalities',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'service_tier',
  'verbosity',
  'user',
  'safety_identifier',
];
const KNOWN = new Set([...Object.keys(REFUSED), ...HINTS, ...CONVERTED]);

/** Unknown members pass on, and the provider decides on them. */
export function chatToMessages(body: unknown, options: ToMessagesOptions): Converted<MessagesRequest> {
  return convertBody(body, (field) => {
    refuseMembers(field, REFUSED);
    checkUsual(field);

    const limits = ['max_completion_tokens', 'max_tokens'].map((name) => optionalNumber(at(field, name)));
    const maxTokens = limits.find((limit) => limit !== undefined) ?? options.defaultMaxTokens;
    const { system, messages } = conversationOf(at(field, 'messages'));
    const tools = isAbsent(at(field, 'tools')) ? [] : requireItems(at(field, 'tools')).flatMap(toolOf);
    const user = optionalText(at(field, 'user')) ?? optionalText(at(field, 'safety_identifier'));
    return {
      ...unknownMembers(field, KNOWN),
      ...present<MessagesRequest>({
        model: at(field, 'model').value,
        max_tokens: maxTokens,
        system: system === '' ? undefined : system,
        messages,
        tools: tools.length === 0 ? undefined : tools,
        tool_choice: tools.length === 0 ? undefined : toolChoiceOf(field),
        ...outputMembers(field, maxTokens, options),
        stop_sequences: stopOf(at(field, 'stop')),
        temperature: temperatureOf(at(field, 'temperature')),
        top_p: optionalNumber(at(field, 'top_p')),
        metadata: user === undefined ? undefined : { user_id: user },
        stream: optionalBoolean(at(field, 'stream')),
      }),
    };
  });
}

function checkUsual(body: BodyField): void {
  const choices = at(body, 'n');
  if (!isAbsent(choices) && choices.value !== 1) refuse(choices, 'The provider gives one answer a call.');
  const seed = at(body, 'seed');
  if (!isAbsent(seed)) refuse(seed, NO_SAMPLING);
  const modalities = at(body, 'modalities');
  for (const modality of isAbsent(modalities) ? [] : requireItems(modalities)) {
    if (modality.value !== 'text') refuse(modality, 'Answers are text only.');
  }
  const verbosity = at(body, 'verbosity');
  if (!isAbsent(verbosity) && verbosity.value !== 'medium') {
    refuse(verbosity, 'Anthropic’s form has no verbosity. Ask for it in the instructions.');
  }
  const tier = at(body, 'service_tier');
  if (!isAbsent(tier) && tier.value !== 'auto' && tier.value !== 'default') {
    refuse(tier, 'Must be auto or default for this provider.');
  }
}

function toolOf(field: BodyField): MessagesTool[] {
  const definition = at(field, 'function');
  if (asObject(field.value).type !== 'function') {
    refuse(at(field, 'type'), 'Only tools of the type function can be converted.');
    return [];
  }
  allowMembers(field, 'type', 'function');
  allowMembers(definition, 'name', 'description', 'parameters', 'strict');
  if (requireObject(definition) === undefined) return [];

  const parameters = at(definition, 'parameters');
  return [
    present<MessagesTool>({
      name: requireText(at(definition, 'name')),
      description: optionalText(at(definition, 'description')),
      input_schema: {
        ...(isAbsent(parameters) ? { properties: {} } : requireObject(parameters)),
        type: 'object',
      },
      strict: optionalBoolean(at(definition, 'strict')),
    }),
  ];
}

function toolChoiceOf(body: BodyField): MessagesToolChoice | undefined {
  const field = at(body, 'tool_choice');
  const isSingle = optionalBoolean(at(body, 'parallel_tool_calls')) === false;
  const single = isSingle ? { disable_parallel_tool_use: true } : {};
  switch (field.value) {
    case undefined:
    case null:
      return isSingle ? { type: 'auto', ...single } : undefined;
    case 'auto':
      return { type: 'auto', ...single };
    case 'required':
      return { type: 'any', ...single };
    case 'none':
      return { type: 'none' };
    default:
      if (at(field, 'type').value !== 'function') {
        return refuse(field, 'Must be auto, none, required, or a function by its name.');
      }
      return { type: 'tool', name: requireText(at(at(field, 'function'), 'name')), ...single };
  }
}

function outputMembers(
  body: BodyField,
  maxTokens: number,
  options: ToMessagesOptions,
): Pick<MessagesRequest, 'output_config' | 'thinking'> {
  const format = formatOf(at(body, 'response_format'));
  const field = at(body, 'reasoning_effort');
  const effort = readEffort(field);
  const formatOnly = format === undefined ? {} : { output_config: { format } };
  if (effort === undefined) return formatOnly;
  if (effort === 'none') return { ...formatOnly, thinking: { type: 'disabled' } };

  if (options.reasoning === 'budget') {
    const budget = Math.min(BUDGETS[effort], maxTokens - 1);
    // Anthropic’s smallest budget, which must be below the limit of the whole answer.
    if (budget < 1024) return refuse(field, 'Needs an output limit above 1024 tokens for this model.') ?? formatOnly;
    return { ...formatOnly, thinking: { type: 'enabled', budget_tokens: budget } };
  }
  const named = effort === 'minimal' ? 'low' : effort;
  return { output_config: { effort: named, ...(format && { format }) }, thinking: { type: 'adaptive' } };
}

function formatOf(field: BodyField): { type: 'json_schema'; schema: Record<string, unknown> } | undefined {
  if (isAbsent(field) || at(field, 'type').value === 'text') return undefined;
  if (at(field, 'type').value !== 'json_schema') {
    return refuse(at(field, 'type'), 'Must be text or json_schema for this provider.');
  }
  const named = at(field, 'json_schema');
  allowMembers(named, 'name', 'description', 'schema', 'strict');
  const schema = requireObject(at(named, 'schema')) ?? {};
  const description = optionalText(at(named, 'description'));
  return { type: 'json_schema', schema: { ...(description !== undefined && { description }), ...schema } };
}

function stopOf(field: BodyField): string[] | undefined {
  if (isAbsent(field)) return undefined;
  const stops = typeof field.value === 'string' ? [field.value] : requireItems(field).map(requireText);
  return stops.length === 0 ? undefined : stops;
}

function temperatureOf(field: BodyField): number | undefined {
  const temperature = optionalNumber(field);
  if (temperature === undefined || temperature <= 1) return temperature;
  return refuse(field, 'Must be at most 1 for this provider.');
}
