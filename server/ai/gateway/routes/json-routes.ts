import type { CreateChatCompletion } from '../../../../shared/ai/chat';
import type { CreateEmbeddings } from '../../../../shared/ai/embeddings';
import type { CreateMessage } from '../../../../shared/ai/messages';
import type { CreateResponse } from '../../../../shared/ai/responses';
import {
  chatThroughMessages,
  messagesThroughChat,
  responsesThroughChat,
  responsesThroughMessages,
} from '../conversions';
import { embeddingEncoding } from '../embedding-encoding';
import { chatForm } from '../forms/chat';
import { embeddingsForm } from '../forms/embeddings';
import { messagesForm } from '../forms/messages';
import { responsesForm } from '../forms/responses';
import { jsonRoute } from '../route';

export const chatRoute = jsonRoute<CreateChatCompletion>({ form: chatForm, through: [chatThroughMessages] });

export const messagesRoute = jsonRoute<CreateMessage>({
  form: messagesForm,
  through: [messagesThroughChat],
  alwaysWantsUsage: true,
});

export const responsesRoute = jsonRoute<CreateResponse>({
  form: responsesForm,
  through: [responsesThroughChat, responsesThroughMessages],
  alwaysWantsUsage: true,
});

export const embeddingsRoute = jsonRoute<CreateEmbeddings>({ form: embeddingsForm, own: embeddingEncoding });
