import type { ConvertedCall } from '../answers/call';
import { type FinishOutcome, finishOf, textOfParts } from '../answers/read-chat';
import { isMembers, itemsOf, type JsonMembers, membersOf, stringOf } from '../fields';
import { type ReasoningDelta, reasoningDeltas } from '../reasoning';
import { createUsageReader, NO_USAGE, type FormUsage } from '../usage';
import { failureFrom, type StreamConverter, streamConverter, type StreamFailure } from './converter';
import { createToolCallReader, type ToolCallDelta } from './tool-calls';

/** Writes an answer in another form, piece by piece. */
export interface AnswerWriter<Out> {
  start: () => Out[];
  reasoning: (delta: ReasoningDelta) => Out[];
  text: (text: string) => Out[];
  refusal: (text: string) => Out[];
  toolCall: (delta: ToolCallDelta) => Out[];
  finish: (finish: FinishOutcome, usage: FormUsage) => Out[];
  fail: (failure: StreamFailure) => Out[];
}

/** Reads chunks of chat completions. Usage is read wherever it stands and written at the end. */
export function chatStreamConverter<Out>(call: ConvertedCall, writer: AnswerWriter<Out>): StreamConverter<Out> {
  const readCalls = createToolCallReader(call);
  const usage = createUsageReader('chat');
  let isStarted = false;
  let hasCalls = false;
  let lastChoice: JsonMembers | undefined;

  const start = (): Out[] => {
    if (isStarted) return [];
    isStarted = true;
    return writer.start();
  };
  return streamConverter<Out>({
    push: (chunk) => {
      usage.push(chunk);
      const events = start();
      const choice = membersOf(itemsOf(chunk.choices)[0]);
      // The last chunk of some servers is a whole message.
      const delta = membersOf(choice.delta ?? choice.message);
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
      const isError = membersOf(itemsOf(chunk.choices)[0]).finish_reason === 'error';
      const { error } = chunk;
      return isError || isMembers(error) || typeof error === 'string' ? failureFrom(error) : undefined;
    },
    isFinished: () => lastChoice !== undefined,
    isOver: () => false,
    finish: () => writer.finish(finishOf(lastChoice ?? {}, hasCalls), usage.usage() ?? NO_USAGE),
    fail: (failure) => [...start(), ...writer.fail(failure)],
  });
}
