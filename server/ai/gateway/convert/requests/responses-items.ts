import { asObject, asList } from '../../../../json-object';
import {
  allowMembers,
  at,
  type BodyField,
  isAbsent,
  refuse,
  requireItems,
  requireObject,
  requireText,
  stringOf,
} from '../fields';
import type { ChatMessage, ChatPart, ChatToolCall } from '../forms';
import { type ReasoningPart, withSignature } from '../reasoning';
import { optionalText, plainContent, messageOfTurn } from './chat-request';

export interface PlacedMessage {
  message: ChatMessage;
  pointer: string;
}

interface Turn {
  pointer: string;
  texts: string[];
  calls: ChatToolCall[];
  reasoning: ReasoningPart[];
}

/** Members that come back from an answer and say nothing to the model. */
const ECHOED = ['id', 'status', 'type', 'phase'];

export function chatMessagesOf(items: readonly BodyField[]): PlacedMessage[] {
  const placed: PlacedMessage[] = [];
  let turn: Turn | undefined;
  let images: ChatPart[] = [];
  const closeTurn = (): void => {
    if (turn !== undefined) placed.push({ message: messageOfTurn(turn), pointer: turn.pointer });
    turn = undefined;
  };
  const closeImages = (pointer: string): void => {
    if (images.length > 0) placed.push({ message: { role: 'user', content: images }, pointer });
    images = [];
  };
  const openTurn = (item: BodyField): Turn => (turn ??= { pointer: item.pointer, texts: [], calls: [], reasoning: [] });

  for (const item of items) {
    const { type, role } = asObject(item.value);
    if (requireObject(item) === undefined) continue;
    if (type !== 'function_call_output') closeImages(item.pointer);

    if (type === 'function_call') {
      openTurn(item).calls.push(toolCall(item));
    } else if (type === 'reasoning') {
      if (turn !== undefined && (turn.calls.length > 0 || turn.texts.length > 0)) closeTurn();
      openTurn(item).reasoning.push(...reasoningOfItem(item));
    } else if (type === 'function_call_output') {
      closeTurn();
      const result = toolOutput(item);
      placed.push({ message: result.message, pointer: item.pointer });
      images.push(...result.images);
    } else if (type !== undefined && type !== 'message') {
      refuse(at(item, 'type'), `Items of the type ${JSON.stringify(type)} cannot be converted.`);
    } else if (role === 'assistant') {
      // Text after calls belongs to their message, since results must follow it directly.
      if (turn !== undefined && turn.texts.length > 0 && turn.calls.length === 0) closeTurn();
      openTurn(item).texts.push(assistantText(item));
    } else {
      closeTurn();
      placed.push(...inputMessage(item));
    }
  }
  closeTurn();
  closeImages(items.at(-1)?.pointer ?? '');
  return placed;
}

function toolCall(item: BodyField): ChatToolCall {
  allowMembers(item, ...ECHOED, 'call_id', 'name', 'arguments', 'caller');
  return {
    id: requireText(at(item, 'call_id')),
    type: 'function',
    function: { name: requireText(at(item, 'name')), arguments: requireText(at(item, 'arguments')) },
  };
}

/** `encrypted_content` beside a text in clear is its signature: so answers of this conversion carry it. */
function reasoningOfItem(item: BodyField): ReasoningPart[] {
  allowMembers(item, ...ECHOED, 'summary', 'content', 'encrypted_content');
  const { content, summary } = asObject(item.value);
  const encrypted = optionalText(at(item, 'encrypted_content')) ?? '';
  const texts = [...(asList(content).length > 0 ? asList(content) : asList(summary))].map((part) =>
    stringOf(asObject(part).text),
  );
  if (texts.length === 0) return encrypted === '' ? [] : [{ encrypted }];
  return [withSignature(texts.join('\n\n'), encrypted)];
}

function toolOutput(item: BodyField): { message: ChatMessage; images: ChatPart[] } {
  allowMembers(item, ...ECHOED, 'call_id', 'output', 'name', 'caller');
  const output = at(item, 'output');
  const parts: ChatPart[] =
    typeof output.value === 'string'
      ? [{ type: 'text', text: output.value }]
      : requireItems(output).flatMap((part) => partOf(part));
  return {
    message: {
      role: 'tool',
      tool_call_id: requireText(at(item, 'call_id')),
      content: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    },
    images: parts.filter(({ type }) => type !== 'text'),
  };
}

function assistantText(item: BodyField): string {
  allowMembers(item, ...ECHOED, 'role', 'content');
  const content = at(item, 'content');
  if (typeof content.value === 'string') return content.value;
  return requireItems(content)
    .map((part) => {
      const { type } = asObject(part.value);
      allowMembers(part, 'type', 'text', 'refusal', 'annotations', 'logprobs');
      if (type === 'refusal') return requireText(at(part, 'refusal'));
      if (type === 'output_text' || type === 'input_text') return requireText(at(part, 'text'));
      refuse(at(part, 'type'), 'Must be output_text or refusal in a message of the assistant.');
      return '';
    })
    .join('');
}

function inputMessage(item: BodyField): PlacedMessage[] {
  allowMembers(item, ...ECHOED, 'role', 'content');
  const content = at(item, 'content');
  const { pointer } = item;
  switch (at(item, 'role').value) {
    case 'user': {
      const parts =
        typeof content.value === 'string' ? content.value : plainContent(requireItems(content).flatMap(partOf));
      return [{ message: { role: 'user', content: parts }, pointer }];
    }
    case 'system':
    case 'developer':
      return [{ message: { role: 'system', content: systemText(content) }, pointer }];
    default:
      refuse(at(item, 'role'), 'Must be user, assistant, system or developer.');
      return [];
  }
}

function systemText(content: BodyField): string {
  if (typeof content.value === 'string') return content.value;
  return requireItems(content)
    .flatMap((part) => partOf(part).map((converted) => ({ part, converted })))
    .map(({ part, converted }) =>
      converted.type === 'text' ? converted.text : (refuse(part, 'Instructions can only be text.') ?? ''),
    )
    .join('\n\n');
}

function partOf(part: BodyField): ChatPart[] {
  switch (asObject(part.value).type) {
    case 'input_text':
    case 'output_text':
      allowMembers(part, 'type', 'text', 'annotations', 'logprobs', 'prompt_cache_breakpoint');
      return [{ type: 'text', text: requireText(at(part, 'text')) }];
    case 'input_image':
      return imagePart(part);
    case 'input_file':
      return filePart(part);
    case 'input_audio': {
      const audio = at(part, 'input_audio');
      const format = at(audio, 'format').value;
      if (format !== 'wav' && format !== 'mp3') {
        refuse(at(audio, 'format'), 'Must be wav or mp3.');
        return [];
      }
      return [{ type: 'input_audio', input_audio: { data: requireText(at(audio, 'data')), format } }];
    }
    default:
      refuse(at(part, 'type'), `Content of the type ${JSON.stringify(asObject(part.value).type)} cannot be converted.`);
      return [];
  }
}

const DETAILS = ['auto', 'low', 'high', 'original'] as const;

function imagePart(part: BodyField): ChatPart[] {
  allowMembers(part, 'type', 'image_url', 'detail', 'prompt_cache_breakpoint');
  const detail = DETAILS.find((name) => name === at(part, 'detail').value);
  const url = requireText(at(part, 'image_url'));
  return [{ type: 'image_url', image_url: { url, ...(detail !== undefined && detail !== 'auto' && { detail }) } }];
}

function filePart(part: BodyField): ChatPart[] {
  allowMembers(part, 'type', 'file_data', 'filename', 'detail', 'prompt_cache_breakpoint');
  if (isAbsent(at(part, 'file_data'))) {
    refuse(part, 'Send the file in `file_data`; files by id or address cannot be read by this provider.');
    return [];
  }
  const filename = optionalText(at(part, 'filename'));
  const file_data = requireText(at(part, 'file_data'));
  return [{ type: 'file', file: { ...(filename !== undefined && { filename }), file_data } }];
}
