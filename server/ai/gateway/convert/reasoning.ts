import { asObject, asList } from '../../../json-object';
import { at, type BodyField, isAbsent, present, refuse, stringOf } from './fields';
import type { ChatReasoning, ReasoningDetail } from './forms';

export type ReasoningPart = { text: string; signature?: string } | { encrypted: string };

/** `reasoning_details` is OpenRouter’s; DeepSeek and vLLM send `reasoning_content`, Ollama and Groq `reasoning`. */
export function reasoningOf(message: unknown): ReasoningPart[] {
  const { reasoning_details, reasoning_content, reasoning } = asObject(message);
  const details = asList(reasoning_details).flatMap(partOfDetail);
  if (details.length > 0) return details;

  const text = stringOf(reasoning_content) || stringOf(reasoning);
  return text === '' ? [] : [{ text }];
}

export interface ReasoningDelta {
  part: ReasoningPart;
  /** Deltas with one key belong together. */
  key: number;
}

export function reasoningDeltas(delta: unknown): ReasoningDelta[] {
  const details = asList(asObject(delta).reasoning_details).flatMap((detail) => {
    const { index } = asObject(detail);
    return partOfDetail(detail).map((part) => ({ part, key: typeof index === 'number' ? index : 0 }));
  });
  return details.length > 0 ? details : reasoningOf(delta).map((part) => ({ part, key: 0 }));
}

function partOfDetail(detail: unknown): ReasoningPart[] {
  const { type, text, summary, signature, data } = asObject(detail);
  if (type === 'reasoning.encrypted') return typeof data === 'string' ? [{ encrypted: data }] : [];

  const words = stringOf(text) || stringOf(summary);
  const proof = stringOf(signature);
  return words === '' && proof === '' ? [] : [withSignature(words, proof)];
}

export const withSignature = (text: string, signature: string): ReasoningPart =>
  signature === '' ? { text } : { text, signature };

/** Details are written only if they say more than the text. */
export function chatReasoning(parts: readonly ReasoningPart[]): ChatReasoning {
  const text = parts.map((part) => ('text' in part ? part.text : '')).join('');
  const isPlain = parts.every((part) => 'text' in part && part.signature === undefined);
  return present<ChatReasoning>({
    reasoning_content: text === '' ? undefined : text,
    reasoning_details: isPlain ? undefined : parts.map(detailOf),
  });
}

export function detailOf(part: ReasoningPart, index: number): ReasoningDetail {
  if ('encrypted' in part) return { type: 'reasoning.encrypted', data: part.encrypted, index };
  return { type: 'reasoning.text', ...part, index };
}

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
type Effort = (typeof EFFORTS)[number];

export function readEffort(field: BodyField): Effort | undefined {
  if (isAbsent(field)) return undefined;
  return EFFORTS.find((effort) => effort === field.value) ?? refuse(field, `Must be one of ${EFFORTS.join(', ')}.`);
}

/** The effort whose usual budget is nearest; chat completions have no budgets. */
export function effortOfBudget(field: BodyField): Effort {
  const budget = field.value;
  if (typeof budget !== 'number') refuse(field, 'Must be a number of tokens.');
  if (Number(budget) < 4096) return 'low';
  return Number(budget) < 16384 ? 'medium' : 'high';
}

export const BUDGETS = { minimal: 1024, low: 2048, medium: 8192, high: 24576, xhigh: 32768, max: 65536 } as const;

export function partOfThinking(field: BodyField): ReasoningPart {
  const { type, data, thinking, signature } = asObject(field.value);
  if (type === 'redacted_thinking') {
    if (typeof data !== 'string') refuse(at(field, 'data'), 'Must be a string.');
    return { encrypted: stringOf(data) };
  }
  if (typeof thinking !== 'string') refuse(at(field, 'thinking'), 'Must be a string.');
  return withSignature(stringOf(thinking), stringOf(signature));
}
