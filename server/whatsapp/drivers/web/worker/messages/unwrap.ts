import type { proto } from 'baileys';

const MAX_DEPTH = 8;

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

const GROUP_KEYS: ReadonlySet<string> = new Set([
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
]);

const isBeside = (name: string): boolean => GROUP_KEYS.has(name) || name === 'messageContextInfo';

const fieldsOf = (message: proto.IMessage): string[] =>
  Object.entries(message)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name]) => name);

/** Undefined when the library does not know the content. */
export const contentName = (message: proto.IMessage): string | undefined =>
  fieldsOf(message).find((name) => !isBeside(name));

export const hasGroupKeys = (message: proto.IMessage): boolean =>
  fieldsOf(message).some((name) => GROUP_KEYS.has(name));
