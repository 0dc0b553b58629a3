import type { proto } from 'baileys';

import type { InboundContent } from '../../../../../../shared/whatsapp/content';
import { textOf } from './values';

export interface ReceivedContent {
  content: InboundContent;
  context: proto.IContextInfo | null | undefined;
}

const MAX_ITEMS = 100;
const MAX_JSON = 65_536;

/** Answers to buttons, lists and forms, and the messages of businesses that have them. */
export function interactiveContent(message: proto.IMessage): ReceivedContent | undefined {
  return replyContent(message) ?? businessContent(message);
}

function replyContent(message: proto.IMessage): ReceivedContent | undefined {
  const { buttonsResponseMessage: button, templateButtonReplyMessage: template } = message;
  const { listResponseMessage: list, interactiveResponseMessage: flow } = message;
  if (button) {
    const title = textOf(button.selectedDisplayText) ?? '';
    return reply(button, { type: 'button_reply', id: textOf(button.selectedButtonId) ?? '', title });
  }
  if (template) {
    const title = textOf(template.selectedDisplayText) ?? '';
    return reply(template, { type: 'button_reply', id: textOf(template.selectedId) ?? '', title });
  }
  if (list) {
    const id = textOf(list.singleSelectReply?.selectedRowId) ?? '';
    const description = textOf(list.description) ?? null;
    return reply(list, { type: 'list_reply', id, title: textOf(list.title) ?? '', description });
  }
  const answered = flow?.nativeFlowResponseMessage;
  if (!flow || !answered) return undefined;
  const response = recordIn(textOf(answered.paramsJson, MAX_JSON));
  return reply(flow, { type: 'flow_reply', name: textOf(answered.name) ?? null, response });
}

function businessContent(message: proto.IMessage): ReceivedContent | undefined {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage } = message;
  if (buttonsMessage) {
    const buttons = (buttonsMessage.buttons ?? []).slice(0, MAX_ITEMS).map(({ buttonId, buttonText }) => ({
      id: textOf(buttonId) ?? '',
      title: textOf(buttonText?.displayText) ?? '',
    }));
    const body = textOf(buttonsMessage.contentText) ?? '';
    return reply(buttonsMessage, { type: 'buttons', body, ...footer(buttonsMessage.footerText), buttons });
  }
  if (listMessage) return reply(listMessage, listContent(listMessage));
  if (templateMessage) {
    const { hydratedTemplate, hydratedFourRowTemplate, interactiveMessageTemplate } = templateMessage;
    const body = hydratedTemplate?.hydratedContentText ?? hydratedFourRowTemplate?.hydratedContentText;
    return textReply(templateMessage, body ?? interactiveMessageTemplate?.body?.text);
  }
  return interactiveMessage ? textReply(interactiveMessage, interactiveMessage.body?.text) : undefined;
}

function listContent(list: proto.Message.IListMessage): InboundContent {
  const header = textOf(list.title);
  return {
    type: 'list',
    body: textOf(list.description) ?? '',
    ...(header === undefined ? {} : { header }),
    ...footer(list.footerText),
    button: textOf(list.buttonText) ?? '',
    sections: (list.sections ?? []).slice(0, MAX_ITEMS).map(({ title, rows }) => ({
      title: textOf(title) ?? '',
      rows: (rows ?? []).slice(0, MAX_ITEMS).map((row) => ({
        id: textOf(row.rowId) ?? '',
        title: textOf(row.title) ?? '',
        description: textOf(row.description) ?? '',
      })),
    })),
  };
}

const footer = (text: string | null | undefined) => {
  const given = textOf(text);
  return given === undefined ? {} : { footer: given };
};

interface WithContext {
  contextInfo?: proto.IContextInfo | null;
}

const reply = ({ contextInfo: context }: WithContext, content: InboundContent): ReceivedContent => ({
  content,
  context,
});

/** Undefined without a text. */
function textReply(message: WithContext, given: string | null | undefined): ReceivedContent | undefined {
  const text = textOf(given);
  return text === undefined ? undefined : reply(message, { type: 'text', text });
}

function recordIn(json: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
