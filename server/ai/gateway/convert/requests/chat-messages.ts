import { asObject } from '../../../../json-object';
import {
  allowMembers,
  at,
  type BodyField,
  isAbsent,
  parseArguments,
  refuse,
  requireItems,
  requireObject,
  requireText,
} from '../fields';
import type { MessagesInputBlock, MessagesMessage } from '../forms';
import { imageTypeOf, isWebAddress, parseDataUrl } from '../images';
import { reasoningOf } from '../reasoning';
import { optionalText, PREFILL } from './chat-request';

export interface Conversation {
  system: string;
  messages: MessagesMessage[];
}

const isSystem = (message: BodyField | undefined): boolean =>
  ['system', 'developer'].includes(String(asObject(message?.value).role));

export function conversationOf(field: BodyField): Conversation {
  const fields = requireItems(field).filter((message) => requireObject(message) !== undefined);
  const first = fields.findIndex((message) => !isSystem(message));
  const head = first < 0 ? fields : fields.slice(0, first);
  const last = fields.at(-1);
  if (last !== undefined && asObject(last.value).role === 'assistant') refuse(last, PREFILL);

  const messages: MessagesMessage[] = [];
  let results: MessagesInputBlock[] | undefined;
  for (const message of fields.slice(head.length)) {
    const { role } = asObject(message.value);
    if (role === 'tool') {
      // Results of parallel calls must stand in one message.
      if (results === undefined) messages.push({ role: 'user', content: (results = []) });
      results.push(toolResult(message));
    } else {
      results = undefined;
      messages.push(...messageOf(message));
    }
  }
  return { system: head.map(systemText).join('\n\n'), messages };
}

function systemText(message: BodyField): string {
  allowMembers(message, 'role', 'content');
  return textOf(at(message, 'content'), '\n\n');
}

function textOf(content: BodyField, separator: string): string {
  if (typeof content.value === 'string') return content.value;
  return requireItems(content)
    .map((part) => {
      allowMembers(part, 'type', 'text', 'refusal', 'cache_control', 'prompt_cache_breakpoint');
      if (asObject(part.value).type === 'refusal') return requireText(at(part, 'refusal'));
      if (asObject(part.value).type === 'text') return requireText(at(part, 'text'));
      refuse(at(part, 'type'), 'Only text can be converted here.');
      return '';
    })
    .join(separator);
}

function messageOf(message: BodyField): MessagesMessage[] {
  const content = at(message, 'content');
  switch (at(message, 'role').value) {
    case 'user':
      allowMembers(message, 'role', 'content');
      return [
        {
          role: 'user',
          content: typeof content.value === 'string' ? content.value : requireItems(content).flatMap(partOf),
        },
      ];
    case 'assistant':
      return [assistantMessage(message)];
    case 'system':
    case 'developer':
      return [{ role: 'system', content: systemText(message) }];
    default:
      refuse(at(message, 'role'), 'Must be system, developer, user, assistant or tool.');
      return [];
  }
}

function assistantMessage(message: BodyField): MessagesMessage {
  allowMembers(
    message,
    'role',
    'content',
    'refusal',
    'tool_calls',
    'annotations',
    'reasoning',
    'reasoning_content',
    'reasoning_details',
  );
  const content = at(message, 'content');
  const refusal = optionalText(at(message, 'refusal')) ?? '';
  const text = `${isAbsent(content) ? '' : textOf(content, '')}${refusal}`;
  const calls = isAbsent(at(message, 'tool_calls')) ? [] : requireItems(at(message, 'tool_calls'));
  const blocks = [
    ...thinkingOf(message),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(toolUse),
  ];
  const [first] = blocks;
  return { role: 'assistant', content: blocks.length === 1 && first?.type === 'text' ? first.text : blocks };
}

/** Anthropic takes thoughts back only with its own signature, which stands in `reasoning_details`. */
function thinkingOf(message: BodyField): MessagesInputBlock[] {
  return reasoningOf(message.value).flatMap((part): MessagesInputBlock[] => {
    if ('encrypted' in part) return [{ type: 'redacted_thinking', data: part.encrypted }];
    if (part.signature !== undefined) {
      return [{ type: 'thinking', thinking: part.text, signature: part.signature }];
    }
    const member = ['reasoning_details', 'reasoning_content'].find((name) => !isAbsent(at(message, name)));
    refuse(
      at(message, member ?? 'reasoning'),
      'Reasoning without a signature cannot be sent back. Send `reasoning_details` as they came, or leave it out.',
    );
    return [];
  });
}

/** Anthropic takes letters, digits, `_` and `-`; other providers make ids such as `functions.search:0`. */
const toolUseId = (field: BodyField): string => requireText(field).replaceAll(/[^\w-]/g, '_');

function toolUse(call: BodyField): MessagesInputBlock {
  if (asObject(call.value).type !== 'function') {
    refuse(at(call, 'type'), 'Only calls of the type function can be converted.');
  }
  allowMembers(call, 'type', 'id', 'index', 'function');
  const text = at(at(call, 'function'), 'arguments');
  const input = parseArguments(requireText(text)) ?? refuse(text, 'Must be a JSON object as text.');
  return {
    type: 'tool_use',
    id: toolUseId(at(call, 'id')),
    name: requireText(at(at(call, 'function'), 'name')),
    input,
  };
}

function toolResult(message: BodyField): MessagesInputBlock {
  allowMembers(message, 'role', 'content', 'tool_call_id', 'name');
  return {
    type: 'tool_result',
    tool_use_id: toolUseId(at(message, 'tool_call_id')),
    content: textOf(at(message, 'content'), '\n'),
  };
}

function partOf(part: BodyField): MessagesInputBlock[] {
  switch (asObject(part.value).type) {
    case 'text':
      allowMembers(part, 'type', 'text', 'cache_control', 'prompt_cache_breakpoint');
      return [{ type: 'text', text: requireText(at(part, 'text')) }];
    case 'image_url':
      allowMembers(part, 'type', 'image_url', 'cache_control', 'prompt_cache_breakpoint');
      return imageBlock(at(at(part, 'image_url'), 'url'));
    case 'file':
      return documentBlock(at(part, 'file'));
    default:
      refuse(at(part, 'type'), `Content of the type ${JSON.stringify(asObject(part.value).type)} cannot be converted.`);
      return [];
  }
}

function imageBlock(field: BodyField): MessagesInputBlock[] {
  const url = requireText(field);
  if (isWebAddress(url)) return [{ type: 'image', source: { type: 'url', url } }];

  const inline = parseDataUrl(url);
  const media_type = inline === undefined ? undefined : imageTypeOf(inline.mediaType);
  if (inline === undefined || media_type === undefined) {
    refuse(field, 'Must be an http(s) address, or a base64 data URL of a JPEG, PNG, GIF or WebP image.');
    return [];
  }
  return [{ type: 'image', source: { type: 'base64', media_type, data: inline.data } }];
}

function documentBlock(file: BodyField): MessagesInputBlock[] {
  allowMembers(file, 'file_data', 'filename');
  const inline = parseDataUrl(requireText(at(file, 'file_data')));
  if (inline?.mediaType !== 'application/pdf') {
    refuse(at(file, 'file_data'), 'Must be a base64 data URL of a PDF.');
    return [];
  }
  const title = optionalText(at(file, 'filename'));
  const source = { type: 'base64' as const, media_type: 'application/pdf' as const, data: inline.data };
  return [{ type: 'document', source, ...(title !== undefined && { title }) }];
}
