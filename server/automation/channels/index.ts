import type { Channels } from '../engine-types';
import type { Channel } from './channel';
import { webhookChannel } from './webhook/channel';
import { whatsappChannel } from './whatsapp/channel';

export const CHANNELS: readonly Channel[] = [whatsappChannel, webhookChannel];

export function createChannels(all: readonly Channel[] = CHANNELS): Channels {
  const byKind = new Map(all.map((channel) => [channel.schemas.kind, channel]));
  return { all, of: (kind) => byKind.get(kind) };
}
