import { asObject } from '../../../../json-object';
import {
  allowMembers,
  at,
  type BodyField,
  isAbsent,
  refuse,
  requireItems,
  requireObject,
  requireText,
} from '../fields';
import type { ChatMessage, ChatPart, ChatToolCall } from '../forms';
import { partOfThinking, type ReasoningPart } from '../reasoning';
import { optionalText, plainContent, messageOfTurn } from './chat-request';

const typeOf = (field: BodyField): unknown => asObject(field.value).type;

const refuseBlock = (field: BodyField): undefined =>
  refuse(at(field, 'type'), `Blocks of the type ${JSON.stringify(typeOf(field))} cannot be converted.`);

function blocksOf(field: BodyField): BodyField[] {
  if (typeof field.value !== 'string') return requireItems(field);
  return [{ ...field, value: { type: 'text', text: field.value } }];
}

const isText = (block: BodyField): boolean => typeof at(block, 'text').value === 'string';

function textOfBlock(block: BodyField): string {
  allowMembers(block, 'type', 'text', 'cache_control', 'citations');
  return isText(block) ? String(at(block, 'text').value) : requireText(at(block, 'text'));
}

export function textOfBlocks(field: BodyField, separator: string): string {
  return blocksOf(field)
    .map((block) => (typeOf(block) === 'text' ? textOfBlock(block) : (refuseBlock(block) ?? '')))
    .join(separator);
}

/** Results of tools become messages of their own; images in them follow as a user message, where chat allows them. */
export function userMessages(content: BodyField): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let parts: ChatPart[] = [];
  let images: ChatPart[] = [];
  const close = (): void => {
    if (parts.length > 0) messages.push({ role: 'user', content: plainContent(parts) });
    parts = [];
  };

  for (const block of blocksOf(content)) {
    if (typeOf(block) === 'tool_result') {
      close();
      const result = toolResult(block);
      messages.push(result.message);
      images.push(...result.images);
    } else {
      parts.push(...images, ...partOf(block));
      images = [];
    }
  }
  parts = [...images, ...parts];
  close();
  return messages;
}

function partOf(block: BodyField): ChatPart[] {
  switch (typeOf(block)) {
    case 'text':
      return [{ type: 'text', text: textOfBlock(block) }];
    case 'image':
      return imagePart(block);
    case 'document':
      return documentPart(block);
    default:
      refuseBlock(block);
      return [];
  }
}

function imagePart(block: BodyField): ChatPart[] {
  allowMembers(block, 'type', 'source', 'cache_control');
  const url = sourceAddress(at(block, 'source'));
  return url === undefined ? [] : [{ type: 'image_url', image_url: { url } }];
}

function sourceAddress(source: BodyField): string | undefined {
  if (requireObject(source) === undefined) return undefined;
  switch (typeOf(source)) {
    case 'url':
      return requireText(at(source, 'url'));
    case 'base64':
      return `data:${requireText(at(source, 'media_type'))};base64,${requireText(at(source, 'data'))}`;
    default:
      return refuse(at(source, 'type'), 'Must be base64 or url; files stored at Anthropic cannot be read.');
  }
}

function documentPart(block: BodyField): ChatPart[] {
  allowMembers(block, 'type', 'source', 'title', 'context', 'cache_control', 'citations');
  if (asObject(at(block, 'citations').value).enabled === true) {
    refuse(at(block, 'citations'), 'The provider cites no documents.');
  }
  const source = at(block, 'source');
  const title = optionalText(at(block, 'title'));
  const context = optionalText(at(block, 'context'));
  const heading: ChatPart[] = [title, context].flatMap((text) => (text === undefined ? [] : [{ type: 'text', text }]));
  switch (typeOf(source)) {
    case 'text':
      return [...heading, { type: 'text', text: requireText(at(source, 'data')) }];
    case 'base64': {
      const data = sourceAddress(source);
      const rest: ChatPart[] = context === undefined ? [] : [{ type: 'text', text: context }];
      return data === undefined
        ? []
        : [{ type: 'file', file: { filename: title ?? 'document.pdf', file_data: data } }, ...rest];
    }
    default:
      refuse(at(source, 'type'), 'Must be base64 or text for this provider.');
      return [];
  }
}

function toolResult(block: BodyField): { message: ChatMessage; images: ChatPart[] } {
  allowMembers(block, 'type', 'tool_use_id', 'content', 'is_error', 'cache_control');
  const content = at(block, 'content');
  const texts: string[] = [];
  const images: ChatPart[] = [];
  for (const part of isAbsent(content) ? [] : blocksOf(content)) {
    if (typeOf(part) === 'text') texts.push(textOfBlock(part));
    else if (typeOf(part) === 'image') images.push(...imagePart(part));
    else refuseBlock(part);
  }
  // Chat completions have no flag for a failed call, so its text says it.
  const failed = at(block, 'is_error').value === true ? 'Error: ' : '';
  return {
    message: {
      role: 'tool',
      tool_call_id: requireText(at(block, 'tool_use_id')),
      content: `${failed}${texts.join('\n')}`,
    },
    images,
  };
}

export function assistantMessage(content: BodyField): ChatMessage {
  const texts: string[] = [];
  const calls: ChatToolCall[] = [];
  const reasoning: ReasoningPart[] = [];
  for (const block of blocksOf(content)) {
    switch (typeOf(block)) {
      case 'text':
        texts.push(textOfBlock(block));
        break;
      case 'tool_use':
        calls.push(toolCall(block));
        break;
      case 'thinking':
      case 'redacted_thinking':
        reasoning.push(partOfThinking(block));
        break;
      default:
        refuseBlock(block);
    }
  }
  return messageOfTurn({ texts, calls, reasoning });
}

function toolCall(block: BodyField): ChatToolCall {
  allowMembers(block, 'type', 'id', 'name', 'input', 'caller', 'cache_control');
  return {
    id: requireText(at(block, 'id')),
    type: 'function',
    function: { name: requireText(at(block, 'name')), arguments: JSON.stringify(requireObject(at(block, 'input'))) },
  };
}
