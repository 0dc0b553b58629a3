import type { MessageStatus } from '../messages/labels';

export type State = keyof typeof STATES;

export const STATES = {
  waiting: ['scheduled', 'queued', 'sending'],
  unconfirmed: ['unconfirmed'],
  failed: ['failed'],
} satisfies Record<string, MessageStatus[]>;
