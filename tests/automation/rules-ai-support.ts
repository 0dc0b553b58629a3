import { eq } from 'drizzle-orm';

import { aiRequests } from '../../server/ai/schema';
import { ruleRuns } from '../../server/automation/schema/rules';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { ModelProvider } from '../support/model-provider';
import { inboundText } from '../whatsapp/support';
import { ruleScenes } from './rules-support';

export const RECEIVED = { type: 'event', events: ['whatsapp.message.received'] };
export const ASK = { type: 'ai_complete', model: 'switchboard/echo', prompt: '{{ event.data.content.text }}' };
export const REPLY = { type: 'reply', text: '{{ steps[0].text }}' };
export const PERSON = '+15550100031';

/** A server with the model `p/m` of a provider outside, and `switchboard/echo`. */
export async function startModels() {
  const provider = await new ModelProvider().start();
  // A dollar a million tokens of the request, two of the answer.
  const pricing = { prompt: '0.000001', completion: '0.000002' };
  const aiProviders = JSON.stringify([
    { slug: 'p', base_url: provider.url, discover: false, models: [{ id: 'm', pricing }] },
  ]);
  const server = await startServer({ aiSandbox: true, aiProviders });
  const scenes = ruleScenes(server);
  return {
    provider,
    server,
    async scene() {
      const base = await scenes();
      const { at } = await base.instance();
      return {
        ...base,
        at,
        /** A rule for received messages, which asks a model and replies with its answer. */
        answering: async (change: object = {}) =>
          (await base.rule({ name: 'Answer', trigger: RECEIVED, actions: [ASK, REPLY], ...change })).id as string,
        write: (text: string, from = PERSON) =>
          base.expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText(from, text)),
        /** Texts of messages that this side sent, oldest first. */
        sent: async () => {
          await base.idle();
          const { data } = await base.expectStatus(200, 'GET', `${at}/messages?direction=outbound&limit=100`);
          return (data as { content: { text: string } }[]).map(({ content }) => content.text).toReversed();
        },
        calls: () => callsOf(base.workspaceId),
      };
    },
    async stop() {
      await server.stop();
      await provider.stop();
    },
  };
}

export const callsOf = (workspaceId: string) =>
  queries(database).select().from(aiRequests).where(eq(aiRequests.workspaceId, workspaceId)).orderBy(aiRequests.id);

/** The time of a retry has come. */
export const makeDue = (workspaceId: string) =>
  queries(database)
    .update(ruleRuns)
    .set({ nextAt: new Date(Date.now() - 1000) })
    .where(eq(ruleRuns.workspaceId, workspaceId));
