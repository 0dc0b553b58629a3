import type { BodyField } from '../fields';
import { isAbsent, refuse } from '../fields';
import type { ChatMessage, ChatPart, ChatTool, ChatToolCall } from '../forms';
import { chatReasoning, type ReasoningPart } from '../reasoning';

export interface ChatRequest {
  messages: ChatMessage[];
  model?: unknown;
  tools?: ChatTool[];
  tool_choice?: 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } };
  parallel_tool_calls?: boolean;
  response_format?: Record<string, unknown>;
  reasoning_effort?: string;
  verbosity?: string;
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  top_p?: number;
  stop?: string | string[];
  user?: string;
  service_tier?: string;
  stream?: boolean;
  stream_options?: { include_usage: true };
  [member: string]: unknown;
}

export interface ToChatOptions {
  /** OpenAI’s reasoning models know only the second name; most servers that are compatible only the first. */
  outputLimit?: 'max_tokens' | 'max_completion_tokens';
}

/** Usage is always requested. */
export function streamMembers(field: BodyField): Pick<ChatRequest, 'stream' | 'stream_options'> {
  if (isAbsent(field)) return {};
  if (typeof field.value !== 'boolean') refuse(field, 'Must be true or false.');
  return field.value === true ? { stream: true, stream_options: { include_usage: true } } : { stream: false };
}

export function optionalNumber(field: BodyField): number | undefined {
  if (isAbsent(field)) return undefined;
  return typeof field.value === 'number' ? field.value : refuse(field, 'Must be a number.');
}

export function optionalText(field: BodyField): string | undefined {
  if (isAbsent(field)) return undefined;
  return typeof field.value === 'string' ? field.value : refuse(field, 'Must be a string.');
}

export function optionalBoolean(field: BodyField): boolean | undefined {
  if (isAbsent(field)) return undefined;
  return typeof field.value === 'boolean' ? field.value : refuse(field, 'Must be true or false.');
}

/** One text is sent as a string, which every server reads. */
export function plainContent(parts: ChatPart[]): string | ChatPart[] {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts;
}

interface AssistantTurn {
  texts: readonly string[];
  calls: ChatToolCall[];
  reasoning: readonly ReasoningPart[];
}

export const messageOfTurn = ({ texts, calls, reasoning }: AssistantTurn): ChatMessage => ({
  role: 'assistant',
  content: texts.length === 0 ? null : texts.join(''),
  ...chatReasoning(reasoning),
  ...(calls.length > 0 && { tool_calls: calls }),
});

export const PREFILL =
  'A last message of the assistant, which the model would continue, cannot be converted. Put the instruction into a user message.';
