import { whatsappSchemas } from '../../../../shared/automation/channels/whatsapp';
import type { TransactionalChannel } from '../channel';
import { CAPABILITIES } from './capabilities';
import { destinations } from './destinations';
import { MOST_UNSENT, open } from './hand-over';
import { EVENTS_HEARD, interpret, opened } from './interpret';
import { render } from './render';
import { resolve } from './resolve';
import { takeBack, waits } from './take-back';

/** Puts messages into the queue of an instance, which sends at its own pace. */
export const whatsappChannel: TransactionalChannel = {
  schemas: whatsappSchemas,
  handover: 'transactional',
  batch: MOST_UNSENT,
  events: EVENTS_HEARD,
  capabilities: async () => CAPABILITIES,
  destinations,
  resolve,
  render,
  open,
  takeBack,
  waits,
  interpret,
  opened,
};
