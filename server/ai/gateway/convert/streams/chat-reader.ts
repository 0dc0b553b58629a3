import { isJsonObject, asObject, asList, type JsonObject } from '../../../../json-object';
import type { ConvertedCall } from '../answers/call';
import { type FinishOutcome, finishOf, textOfParts } from '../answers/read-chat';
import { stringOf } from '../fields';
import { type ReasoningDelta, reasoningDeltas } from '../reasoning';
import { createUsageReader, NO_USAGE, type FormUsage } from '../usage';
import { failureFrom, type StreamConverter, streamConverter, type StreamFailure } from './converter';
import { createToolCallReader, type ToolCallDelta } from './tool-calls';

export interface AnswerWriter<Out> {
  start: () => Out[];
  reasoning: (delta: ReasoningDelta) => Out[];
  text: (text: string) => Out[];
  refusal: (text: string) => Out[];
  toolCall: (delta: ToolCallDelta) => Out[];
  finish: (finish: FinishOutcome, usage: FormUsage) => Out[];
  fail: (failure: StreamFailure) => Out[];
}

/** Usage is read wherever it occurs and written at the end. */
export function chatStreamConverter<Out>(call: ConvertedCall, writer: AnswerWriter<Out>): StreamConverter<Out> {
  const readCalls = createToolCallReader(call);
  const usage = createUsageReader('chat');
  let isStarted = false;
  let hasCalls = false;
  let lastChoice: JsonObject | undefined;

  const start = (): Out[] => {
    if (isStarted) return [];
    isStarted = true;
    return writer.start();
  };
  return streamConverter<Out>({
    push: (chunk) => {
      usage.push(chunk);
      const events = start();
      const choice = asObject(asList(chunk.choices)[0]);
      // The last chunk of some servers is a whole message.
      const delta = asObject(choice.delta ?? choice.message);
      const text = typeof delta.content === 'string' ? delta.content : textOfParts(delta.content);
      const refusal = stringOf(delta.refusal);
      const calls = readCalls(delta.tool_calls);
      hasCalls ||= calls.length > 0;

      events.push(...reasoningDeltas(delta).flatMap(writer.reasoning));
      if (text !== '') events.push(...writer.text(text));
      if (refusal !== '') events.push(...writer.refusal(refusal));
      events.push(...calls.flatMap(writer.toolCall));
      if (typeof choice.finish_reason === 'string') lastChoice = choice;
      return events;
    },
    failureOf: (chunk) => {
      const isError = asObject(asList(chunk.choices)[0]).finish_reason === 'error';
      const { error } = chunk;
      return isError || isJsonObject(error) || typeof error === 'string' ? failureFrom(error) : undefined;
    },
    isFinished: () => lastChoice !== undefined,
    isOver: () => false,
    finish: () => writer.finish(finishOf(lastChoice ?? {}, hasCalls), usage.usage() ?? NO_USAGE),
    fail: (failure) => [...start(), ...writer.fail(failure)],
  });
}
