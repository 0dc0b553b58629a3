import type { ConvertedCall } from '../answers/call';
import { itemStatus, openResponse, outcomeOf, type ResponsesEvent } from '../answers/chat-to-responses';
import type { FinishOutcome } from '../answers/read-chat';
import type { NamedEvent } from '../forms';
import { responsesUsage, type FormUsage } from '../usage';
import { type AnswerWriter, chatStreamConverter } from './chat-reader';
import type { StreamConverter, StreamFailure } from './converter';
import { createResponsesItems } from './responses-items';

export const chatStreamToResponses = (call: ConvertedCall): StreamConverter<ResponsesEvent> =>
  chatStreamConverter(call, responsesWriter(call));

function responsesWriter(call: ConvertedCall): AnswerWriter<ResponsesEvent> {
  const items = createResponsesItems(call);
  let count = 0;
  const numbered = (events: readonly NamedEvent[]): ResponsesEvent[] =>
    events.map((event) => ({ ...event, sequence_number: count++ }));

  return {
    start: () =>
      numbered([
        { type: 'response.created', response: openResponse(call) },
        { type: 'response.in_progress', response: openResponse(call) },
      ]),
    reasoning: (delta) => numbered(items.reasoning(delta)),
    text: (text) => numbered(items.text(text)),
    refusal: (text) => numbered(items.refusal(text)),
    toolCall: (delta) => numbered(items.toolCall(delta)),
    finish: (finish, usage) =>
      numbered([...items.closeAll(itemStatus(finish)), finalEvent(call, items.done(), finish, usage)]),
    fail: (failure) =>
      numbered([
        {
          type: 'response.failed',
          response: { ...openResponse(call), status: 'failed', error: responsesError(failure), output: items.done() },
        },
      ]),
  };
}

function finalEvent(call: ConvertedCall, output: unknown[], finish: FinishOutcome, usage: FormUsage): NamedEvent {
  const outcome = outcomeOf(finish);
  return {
    type: outcome.status === 'incomplete' ? 'response.incomplete' : 'response.completed',
    response: { ...openResponse(call), ...outcome, output, usage: responsesUsage(usage) },
  };
}

const responsesError = ({ code, message }: StreamFailure): { code: string; message: string } => ({
  code: code === 'rate_limited' ? 'rate_limit_exceeded' : 'server_error',
  message,
});
