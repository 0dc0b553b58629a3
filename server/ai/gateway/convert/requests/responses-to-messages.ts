import type { Converted } from '../fields';
import { chatToMessages, type MessagesRequest, type ToMessagesOptions } from './chat-to-messages';
import { placedResponsesToChat } from './responses-to-chat';

/** Members of chat completions whose place in the Responses form has another name. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^\/max_tokens\b/, '/max_output_tokens'],
  [/^\/response_format\b.*/, '/text/format'],
  [/^\/reasoning_effort\b/, '/reasoning/effort'],
  [/^\/verbosity\b/, '/text/verbosity'],
  [/^(\/tools\/\d+)\/function\b/, '$1'],
];

/** Pointers of what is refused point into the body of the Responses form. */
export function responsesToMessages(body: unknown, options: ToMessagesOptions): Converted<MessagesRequest> {
  const chat = placedResponsesToChat(body);
  if (!chat.ok) return chat;

  const { request, origins } = chat.value;
  const converted = chatToMessages(request, options);
  if (converted.ok) return converted;
  return {
    ok: false,
    refused: converted.refused.map(({ pointer, reason }) => ({ pointer: placeOf(pointer, origins), reason })),
  };
}

function placeOf(pointer: string, origins: readonly string[]): string {
  const message = /^\/messages\/(\d+)/.exec(pointer);
  if (message !== null) return origins[Number(message[1])] ?? '/input';

  const place = PLACES.find(([pattern]) => pattern.test(pointer));
  return place === undefined ? pointer : pointer.replace(place[0], place[1]);
}
