import type { Channel } from './channel';
import { webhookChannel } from './webhook/channel';
import { whatsappChannel } from './whatsapp/channel';

/** Every channel of this server, in the order in which they are shown. */
export const CHANNELS: readonly Channel[] = [whatsappChannel, webhookChannel];

/** Channels by their kind. */
export interface Channels {
  readonly all: readonly Channel[];
  of(kind: string): Channel | undefined;
}

export function createChannels(all: readonly Channel[] = CHANNELS): Channels {
  const byKind = new Map(all.map((channel) => [channel.schemas.kind, channel]));
  return { all, of: (kind) => byKind.get(kind) };
}
