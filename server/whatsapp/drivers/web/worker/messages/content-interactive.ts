import type { proto } from 'baileys';

import type { InboundContent } from '../../../../../../shared/whatsapp/content';
import { defined } from '../../../../../defined';
import { parseObject } from '../../../../../json-object';
import { wireText } from './values';

export interface ReceivedContent {
  content: InboundContent;
  context: proto.IContextInfo | null | undefined;
}

const MAX_ITEMS = 100;
const MAX_JSON = 65_536;

export function interactiveContent(message: proto.IMessage): ReceivedContent | undefined {
  return replyContent(message) ?? businessContent(message);
}

function replyContent(message: proto.IMessage): ReceivedContent | undefined {
  const { buttonsResponseMessage: button, templateButtonReplyMessage: template } = message;
  const { listResponseMessage: list, interactiveResponseMessage: flow } = message;
  if (button) {
    const title = wireText(button.selectedDisplayText) ?? '';
    return reply(button, { type: 'button_reply', id: wireText(button.selectedButtonId) ?? '', title });
  }
  if (template) {
    const title = wireText(template.selectedDisplayText) ?? '';
    return reply(template, { type: 'button_reply', id: wireText(template.selectedId) ?? '', title });
  }
  if (list) {
    const id = wireText(list.singleSelectReply?.selectedRowId) ?? '';
    const description = wireText(list.description) ?? null;
    return reply(list, { type: 'list_reply', id, title: wireText(list.title) ?? '', description });
  }
  const answered = flow?.nativeFlowResponseMessage;
  if (!flow || !answered) return undefined;
  const response = parseObject(wireText(answered.paramsJson, MAX_JSON) ?? '') ?? {};
  return reply(flow, { type: 'flow_reply', name: wireText(answered.name) ?? null, response });
}

function businessContent(message: proto.IMessage): ReceivedContent | undefined {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage } = message;
  if (buttonsMessage) {
    const buttons = (buttonsMessage.buttons ?? []).slice(0, MAX_ITEMS).map(({ buttonId, buttonText }) => ({
      id: wireText(buttonId) ?? '',
      title: wireText(buttonText?.displayText) ?? '',
    }));
    const body = wireText(buttonsMessage.contentText) ?? '';
    const footer = defined({ footer: wireText(buttonsMessage.footerText) });
    return reply(buttonsMessage, { type: 'buttons', body, ...footer, buttons });
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
  return {
    type: 'list',
    body: wireText(list.description) ?? '',
    ...defined({ header: wireText(list.title), footer: wireText(list.footerText) }),
    button: wireText(list.buttonText) ?? '',
    sections: (list.sections ?? []).slice(0, MAX_ITEMS).map(({ title, rows }) => ({
      title: wireText(title) ?? '',
      rows: (rows ?? []).slice(0, MAX_ITEMS).map((row) => ({
        id: wireText(row.rowId) ?? '',
        title: wireText(row.title) ?? '',
        description: wireText(row.description) ?? '',
      })),
    })),
  };
}

interface WithContext {
  contextInfo?: proto.IContextInfo | null;
}

const reply = ({ contextInfo: context }: WithContext, content: InboundContent): ReceivedContent => ({
  content,
  context,
});

function textReply(message: WithContext, given: string | null | undefined): ReceivedContent | undefined {
  const text = wireText(given);
  return text === undefined ? undefined : reply(message, { type: 'text', text });
}
