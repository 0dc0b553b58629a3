import type { Egress } from '../../../egress/types';
import { ProviderRefusal, type DriverInstance, type WaDriver } from '../driver';
import { accessOf, ask } from './ask';
import { contactCalls } from './block';
import { connectCloud } from './connect';
import { errorOf } from './errors';
import { createGraph, type Graph } from './graph';
import { groupCalls } from './groups';
import { fetchMedia } from './media';
import { profileCalls } from './profile';
import { sendMessage } from './send';
import { templateCalls } from './templates';

/** Keeps no connection: events arrive by webhook. */
export function createCloudDriver(egress: Pick<Egress, 'call'>) {
  const graph = createGraph(egress);
  return {
    kind: 'cloud',
    availability: () => ({ available: true, reason: null, engineVersion: null, notices: [] }),
    connect: (instance) => connectCloud(graph, instance),
    disconnect: async () => {},
    logout: async () => {},
    send: (instance, job) => sendMessage(graph, instance, job, job.template),
    markRead: (instance, { providerMessageId }, typing) => markRead(graph, instance, providerMessageId, typing),
    async typing(instance, _place, state, lastInbound) {
      // Meta ties the indicator to a read receipt and cannot end it.
      if (state === 'paused') return;
      if (lastInbound === null) throw new ProviderRefusal('refused', errorOf('invalid_parameter'));
      await markRead(graph, instance, lastInbound, true);
    },
    fetchMedia: (instance, media, path, maxBytes) => fetchMedia(graph, instance, media, path, maxBytes),
    groups: groupCalls(graph),
    contacts: contactCalls(graph),
    profile: profileCalls(graph),
    templates: templateCalls(graph),
  } satisfies WaDriver;
}

async function markRead(graph: Graph, instance: DriverInstance, messageId: string, typing: boolean): Promise<void> {
  await ask(graph, instance, {
    method: 'POST',
    path: [accessOf(instance).phoneNumberId, 'messages'],
    body: {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: messageId,
      ...(typing ? { typing_indicator: { type: 'text' } } : {}),
    },
  });
}
