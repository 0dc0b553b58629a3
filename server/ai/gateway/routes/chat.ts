import type { CreateChatCompletion } from '../../../../shared/ai/chat';
import { chatThroughMessages } from '../conversions';
import { chatForm } from '../forms/chat';
import { jsonRoute } from '../route';

export const chatRoute = jsonRoute<CreateChatCompletion>({ form: chatForm, through: [chatThroughMessages] });
