import { asObject, asList } from '../../../../json-object';
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
import type { ChatTool } from '../forms';
import { readEffort } from '../reasoning';
import {
  type ChatRequest,
  optionalBoolean,
  optionalNumber,
  optionalText,
  streamMembers,
  type ToChatOptions,
} from './chat-request';
import { chatMessagesOf, type PlacedMessage } from './responses-items';

const NOT_STORED = 'Answers are not stored. Send the whole conversation in `input`.';

const REFUSED = {
  store: 'Answers are not stored. Send `store: false` or leave it out.',
  previous_response_id: NOT_STORED,
  conversation: NOT_STORED,
  background: 'Answers are not stored, so a call cannot run in the background. Use `stream: true`.',
  prompt: 'Stored prompts are known to OpenAI only. Send `instructions` and `input`.',
  context_management: 'The provider does not compact the context. Send the items that the model shall see.',
  max_tool_calls: 'The provider runs no tools itself, so there are no calls to limit.',
  moderation: 'The provider does not moderate.',
  image: 'The provider makes no images in answers.',
  access_programs: 'The provider has no access programs.',
  top_logprobs: 'Log probabilities cannot be converted.',
};

/** Without effect on the answer: caching, reporting, and padding of the stream. */
const HINTS = [
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'client_metadata',
  'stream_options',
];

const CONVERTED = [
  'model',
  'input',
  'instructions',
  'max_output_tokens',
  'temperature',
  'top_p',
  'parallel_tool_calls',
  'tools',
  'tool_choice',
  'text',
  'reasoning',
  'include',
  'truncation',
  'service_tier',
  'stream',
  'user',
  'safety_identifier',
  // The answer repeats it.
  'metadata',
];
const KNOWN = new Set([...Object.keys(REFUSED), ...HINTS, ...CONVERTED]);

interface PlacedChatRequest {
  request: ChatRequest;
  /** A JSON pointer into the body for each message. */
  origins: readonly string[];
}

export function responsesToChat(body: unknown, options: ToChatOptions = {}): Converted<ChatRequest> {
  const converted = placedResponsesToChat(body, options);
  return converted.ok ? { ok: true, value: converted.value.request } : converted;
}

export function placedResponsesToChat(body: unknown, options: ToChatOptions = {}): Converted<PlacedChatRequest> {
  return convertBody(body, (field) => {
    refuseMembers(field, REFUSED);
    checkInclude(at(field, 'include'));
    checkTruncation(at(field, 'truncation'));

    const placed = messagesOf(field);
    const tools = isAbsent(at(field, 'tools')) ? [] : requireItems(at(field, 'tools')).flatMap(toolOf);
    const hasTools = tools.length > 0;
    const tier = optionalText(at(field, 'service_tier'));
    const request = {
      ...unknownMembers(field, KNOWN),
      ...present<ChatRequest>({
        model: at(field, 'model').value,
        messages: placed.map(({ message }) => message),
        tools: hasTools ? tools : undefined,
        tool_choice: hasTools ? toolChoiceOf(at(field, 'tool_choice')) : undefined,
        parallel_tool_calls: hasTools ? optionalBoolean(at(field, 'parallel_tool_calls')) : undefined,
        ...textMembers(at(field, 'text')),
        reasoning_effort: effortOf(at(field, 'reasoning')),
        [options.outputLimit ?? 'max_tokens']: optionalNumber(at(field, 'max_output_tokens')),
        temperature: optionalNumber(at(field, 'temperature')),
        top_p: optionalNumber(at(field, 'top_p')),
        user: optionalText(at(field, 'user')) ?? optionalText(at(field, 'safety_identifier')),
        service_tier: tier === 'auto' || tier === 'default' ? undefined : tier,
        ...streamMembers(at(field, 'stream')),
      }),
    };
    return { request, origins: placed.map(({ pointer }) => pointer) };
  });
}

function messagesOf(body: BodyField): PlacedMessage[] {
  const instructions = at(body, 'instructions');
  const input = at(body, 'input');
  const first: PlacedMessage[] = isAbsent(instructions)
    ? []
    : [{ message: { role: 'system', content: requireText(instructions) }, pointer: instructions.pointer }];
  if (typeof input.value === 'string') {
    return [...first, { message: { role: 'user', content: input.value }, pointer: input.pointer }];
  }
  return [...first, ...chatMessagesOf(requireItems(input))];
}

function toolOf(field: BodyField): ChatTool[] {
  const { type, allowed_callers } = asObject(field.value);
  if (type !== 'function') {
    refuse(
      at(field, 'type'),
      `The tool ${JSON.stringify(type ?? null)} runs at OpenAI only. Use tools of the type function.`,
    );
    return [];
  }
  allowMembers(field, 'type', 'name', 'description', 'parameters', 'strict', 'allowed_callers');
  if (asList(allowed_callers).some((caller) => caller !== 'direct')) {
    refuse(at(field, 'allowed_callers'), 'Only `direct` can be converted.');
  }
  const parameters = at(field, 'parameters');
  return [
    {
      type: 'function',
      function: present<ChatTool['function']>({
        name: requireText(at(field, 'name')),
        description: optionalText(at(field, 'description')),
        parameters: isAbsent(parameters) ? undefined : { ...requireObject(parameters) },
        strict: optionalBoolean(at(field, 'strict')),
      }),
    },
  ];
}

function toolChoiceOf(field: BodyField): ChatRequest['tool_choice'] {
  const { value } = field;
  if (isAbsent(field)) return undefined;
  if (value === 'auto' || value === 'none' || value === 'required') return value;
  if (asObject(value).type !== 'function') {
    return refuse(field, 'Must be auto, none, required, or a function by its name.');
  }
  allowMembers(field, 'type', 'name');
  return { type: 'function', function: { name: requireText(at(field, 'name')) } };
}

function textMembers(field: BodyField): Pick<ChatRequest, 'response_format' | 'verbosity'> {
  if (isAbsent(field)) return {};
  allowMembers(field, 'format', 'verbosity');
  const verbosity = optionalText(at(field, 'verbosity'));
  return present<Pick<ChatRequest, 'response_format' | 'verbosity'>>({
    response_format: formatOf(at(field, 'format')),
    verbosity: verbosity === 'medium' ? undefined : verbosity,
  });
}

function formatOf(field: BodyField): ChatRequest['response_format'] {
  if (isAbsent(field)) return undefined;
  switch (at(field, 'type').value) {
    case 'text':
      return undefined;
    case 'json_object':
      return { type: 'json_object' };
    case 'json_schema': {
      allowMembers(field, 'type', 'name', 'schema', 'description', 'strict');
      const json_schema = present({
        name: requireText(at(field, 'name')),
        description: optionalText(at(field, 'description')),
        schema: requireObject(at(field, 'schema')),
        strict: optionalBoolean(at(field, 'strict')),
      });
      return { type: 'json_schema', json_schema };
    }
    default:
      return refuse(at(field, 'type'), 'Must be text, json_object or json_schema.');
  }
}

/** A summary cannot be asked for: the answer has the thoughts that the provider shows. */
function effortOf(field: BodyField): string | undefined {
  if (isAbsent(field)) return undefined;
  allowMembers(field, 'effort', 'summary', 'generate_summary', 'context', 'mode');
  for (const [name, usual] of [
    ['context', 'auto'],
    ['mode', 'standard'],
  ] as const) {
    const member = at(field, name);
    if (!isAbsent(member) && member.value !== usual) refuse(member, `Only ${usual} can be converted.`);
  }
  return readEffort(at(field, 'effort'));
}

function checkInclude(field: BodyField): void {
  for (const item of isAbsent(field) ? [] : requireItems(field)) {
    if (item.value !== 'reasoning.encrypted_content') refuse(item, 'The provider has nothing of this kind to include.');
  }
}

function checkTruncation(field: BodyField): void {
  if (!isAbsent(field) && field.value !== 'disabled') {
    refuse(field, 'The provider does not cut the context. Send `disabled` or leave it out.');
  }
}
