import { whatsappSchemas } from '../../../../shared/automation/channels/whatsapp';
import type { Channel } from '../channel';
import { destinations } from './destinations';
import { MAX_UNSENT, open } from './hand-over';
import { HANDLED_EVENTS, interpret, reopenedContainer } from './interpret';
import { COMMON_CAPABILITIES, render } from './render';
import { resolve } from './resolve';
import { cancelQueued, waitReasons } from './withdraw';

export const whatsappChannel: Channel = {
  schemas: whatsappSchemas,
  batch: MAX_UNSENT,
  events: HANDLED_EVENTS,
  capabilities: async () => COMMON_CAPABILITIES,
  destinations,
  resolve,
  render,
  open,
  withdraw: cancelQueued,
  waitReasons,
  interpret,
  reopenedContainer,
};
