import type { CreateMessage } from '../../../../shared/ai/messages';
import { messagesThroughChat } from '../conversions';
import { messagesForm } from '../forms/messages';
import { jsonRoute } from '../route';

export const messagesRoute = jsonRoute<CreateMessage>({
  form: messagesForm,
  through: [messagesThroughChat],
  alwaysWantsUsage: true,
});
