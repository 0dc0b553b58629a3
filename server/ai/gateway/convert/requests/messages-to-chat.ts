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
import type { ChatMessage } from '../forms';
import { effortOfBudget, readEffort } from '../reasoning';
import {
  type ChatRequest,
  optionalBoolean,
  optionalNumber,
  optionalText,
  PREFILL,
  streamMembers,
  type ToChatOptions,
} from './chat-request';
import { assistantMessage, textOfBlocks, userMessages } from './messages-blocks';

const REFUSED = {
  container: 'Containers run at Anthropic only.',
  mcp_servers: 'Connect MCP servers yourself and pass their tools in `tools`.',
  inference_geo: 'The provider cannot promise where it runs.',
  speed: 'The provider has no such speeds.',
  user_profile_id: 'User profiles are known to Anthropic only.',
  workspace_id: 'Workspaces are known to Anthropic only.',
  fallbacks: 'List other models in `models`.',
};

/** Without effect on the answer, only on its price or on what is reported about it. */
const HINTS = ['cache_control', 'service_tier', 'diagnostics', 'betas', 'anthropic_version', 'anthropic_beta'];

const CONVERTED = [
  'model',
  'messages',
  'system',
  'max_tokens',
  'stop_sequences',
  'stream',
  'temperature',
  'top_p',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'context_management',
  'metadata',
];
const KNOWN = new Set([...Object.keys(REFUSED), ...HINTS, ...CONVERTED]);

/** Unknown members pass on; `cache_control` is left out, since it changes the price and not the answer. */
export function messagesToChat(body: unknown, options: ToChatOptions = {}): Converted<ChatRequest> {
  return convertBody(body, (field) => {
    refuseMembers(field, REFUSED);
    checkContextManagement(at(field, 'context_management'));

    const choice = at(field, 'tool_choice');
    const tools = isAbsent(at(field, 'tools')) ? [] : requireItems(at(field, 'tools')).map(toolOf);
    return {
      ...unknownMembers(field, KNOWN),
      ...present<ChatRequest>({
        model: at(field, 'model').value,
        messages: messagesOf(field),
        tools: tools.length === 0 ? undefined : tools,
        tool_choice: tools.length === 0 ? undefined : toolChoiceOf(choice),
        parallel_tool_calls:
          tools.length > 0 && asObject(choice.value).disable_parallel_tool_use === true ? false : undefined,
        response_format: formatOf(field),
        reasoning_effort: effortOf(field),
        [options.outputLimit ?? 'max_tokens']: optionalNumber(at(field, 'max_tokens')),
        temperature: optionalNumber(at(field, 'temperature')),
        top_p: optionalNumber(at(field, 'top_p')),
        stop: stopOf(at(field, 'stop_sequences')),
        user: userOf(at(field, 'metadata')),
        ...streamMembers(at(field, 'stream')),
      }),
    };
  });
}

function messagesOf(body: BodyField): ChatMessage[] {
  const system = at(body, 'system');
  const instructions = isAbsent(system) ? '' : textOfBlocks(system, '\n\n');
  const fields = requireItems(at(body, 'messages'));
  const last = fields.at(-1);
  if (last !== undefined && asObject(last.value).role === 'assistant') refuse(last, PREFILL);

  const messages = fields.flatMap(messageOf);
  return instructions === '' ? messages : [{ role: 'system', content: instructions }, ...messages];
}

function messageOf(field: BodyField): ChatMessage[] {
  if (requireObject(field) === undefined) return [];
  allowMembers(field, 'role', 'content');
  const content = at(field, 'content');
  switch (at(field, 'role').value) {
    case 'user':
      return userMessages(content);
    case 'assistant':
      return [assistantMessage(content)];
    case 'system':
      return [{ role: 'system', content: textOfBlocks(content, '\n\n') }];
    default:
      refuse(at(field, 'role'), 'Must be user, assistant or system.');
      return [];
  }
}

function toolOf(field: BodyField): NonNullable<ChatRequest['tools']>[number] {
  const { type, allowed_callers } = asObject(field.value);
  if (type !== undefined && type !== null && type !== 'custom') {
    refuse(at(field, 'type'), `The tool ${JSON.stringify(type)} runs at Anthropic only. Use a tool with input_schema.`);
    return { type: 'function', function: { name: '' } };
  }
  allowMembers(
    field,
    'type',
    'name',
    'description',
    'input_schema',
    'strict',
    'cache_control',
    'eager_input_streaming',
    'allowed_callers',
  );
  if (asList(allowed_callers).some((caller) => caller !== 'direct')) {
    refuse(at(field, 'allowed_callers'), 'Only `direct` can be converted.');
  }
  return {
    type: 'function',
    function: present<NonNullable<ChatRequest['tools']>[number]['function']>({
      name: requireText(at(field, 'name')),
      description: optionalText(at(field, 'description')),
      parameters: { ...requireObject(at(field, 'input_schema')) },
      strict: optionalBoolean(at(field, 'strict')),
    }),
  };
}

function toolChoiceOf(field: BodyField): ChatRequest['tool_choice'] {
  if (isAbsent(field)) return undefined;
  allowMembers(field, 'type', 'name', 'disable_parallel_tool_use');
  switch (at(field, 'type').value) {
    case 'auto':
      return 'auto';
    case 'any':
      return 'required';
    case 'none':
      return 'none';
    case 'tool':
      return { type: 'function', function: { name: requireText(at(field, 'name')) } };
    default:
      return refuse(at(field, 'type'), 'Must be auto, any, tool or none.');
  }
}

function formatOf(body: BodyField): ChatRequest['response_format'] {
  const config = at(body, 'output_config');
  allowMembers(config, 'format', 'effort');
  const format = isAbsent(at(config, 'format')) ? at(body, 'output_format') : at(config, 'format');
  if (isAbsent(format)) return undefined;

  allowMembers(format, 'type', 'schema');
  if (at(format, 'type').value !== 'json_schema') return refuse(at(format, 'type'), 'Must be json_schema.');
  const schema = requireObject(at(format, 'schema'));
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };
}

function effortOf(body: BodyField): string | undefined {
  const effort = readEffort(at(at(body, 'output_config'), 'effort'));
  const thinking = at(body, 'thinking');
  if (isAbsent(thinking)) return effort;

  allowMembers(thinking, 'type', 'budget_tokens', 'display');
  switch (at(thinking, 'type').value) {
    case 'disabled':
    case 'adaptive':
      return effort;
    case 'enabled':
      return effort ?? effortOfBudget(at(thinking, 'budget_tokens'));
    default:
      return refuse(at(thinking, 'type'), 'Must be enabled, adaptive or disabled for this provider.');
  }
}

/** Which earlier thoughts the model still sees is the provider’s decision in chat completions. */
function checkContextManagement(field: BodyField): void {
  if (isAbsent(field)) return;
  allowMembers(field, 'edits');
  for (const edit of isAbsent(at(field, 'edits')) ? [] : requireItems(at(field, 'edits'))) {
    const { type } = asObject(edit.value);
    if (typeof type !== 'string' || !type.startsWith('clear_thinking_')) {
      refuse(edit, 'The provider does not edit the context. Send the messages that the model shall see.');
    }
  }
}

function stopOf(field: BodyField): string[] | undefined {
  const sequences = isAbsent(field) ? [] : requireItems(field).map(requireText);
  return sequences.length === 0 ? undefined : sequences;
}

function userOf(field: BodyField): string | undefined {
  if (isAbsent(field) || requireObject(field) === undefined) return undefined;
  allowMembers(field, 'user_id');
  return optionalText(at(field, 'user_id'));
}
