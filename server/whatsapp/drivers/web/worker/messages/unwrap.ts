import type { proto } from 'baileys';

const MAX_DEPTH = 8;

/** Messages around the content: of disappearing messages, of media with a caption, of edits and others. */
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'deviceSentMessage',
  'groupMentionedMessage',
  'lottieStickerMessage',
  'associatedChildMessage',
  'botInvokeMessage',
  'botForwardedMessage',
  'pollCreationMessageV4',
  'questionMessage',
] as const satisfies readonly (keyof proto.IMessage)[];

interface Unwrapped {
  message: proto.IMessage;
  isViewOnce: boolean;
}

export function unwrap(outer: proto.IMessage): Unwrapped {
  let message = outer;
  let isViewOnce = false;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const wrapper = WRAPPERS.find((name) => message[name]?.message);
    const inner = wrapper && message[wrapper]?.message;
    if (!inner) break;
    isViewOnce ||= wrapper.startsWith('viewOnce');
    message = inner;
  }
  return { message, isViewOnce };
}

/** Fields beside the content. */
const BESIDE: ReadonlySet<string> = new Set([
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
]);

/** Name of the field that holds the content. */
export function contentName(message: proto.IMessage): string | undefined {
  const entries = Object.entries(message);
  return entries.find(([name, value]) => value !== null && value !== undefined && !BESIDE.has(name))?.[0];
}
