import type { EndpointForm } from '../form';
import { messagesForm } from './messages';
import { withoutStreams } from './without-streams';

export const countTokensForm: EndpointForm = {
  ...withoutStreams,
  endpoint: 'messages_count_tokens',
  prepare: (body, target) => messagesForm.prepare(body, target),
  failureOf: (event) => messagesForm.failureOf(event),
  estimate: () => ({ prompt: 0, completion: 0 }),
  usageIn: () => undefined,
  tokensOf: () => ({ prompt: 0, completion: 0 }),
  withUsage: (answer) => answer,
};
