import { and, eq, isNull } from 'drizzle-orm';

import { PublicationInput } from '../../../../../shared/automation/publication-inputs';
import type { ActionOf } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES, newId } from '../../../../../shared/ids';
import { CreateLink } from '../../../../../shared/links/inputs';
import { exampleId } from '../../../../../shared/whatsapp/fields';
import { SendMessage } from '../../../../../shared/whatsapp/message-inputs';
import type { ScopedDb } from '../../../../db/scoped';
import { ApiError, fieldError } from '../../../../errors';
import type { NewEvent } from '../../../../events/emit';
import { findReusableLink, insertLink, type LinkOrigin, prepareLinks, shortUrlOf } from '../../../../links';
import { webhooks } from '../../../../webhooks';
import { sendWithin, waInstances, workIn } from '../../../../whatsapp';
import { preparePublication, writePublication } from '../../../publications/create';
import { parsed, StepError } from '../failure';
import { runCause, type RunContext } from '../types';
import type { StepKind } from './step';

export const publishStep: StepKind<ActionOf<'publish'>> = {
  tree: ({ publication }) => publication,

  async prepare({ automation }, _action, input) {
    const prepared = await preparePublication(automation, parsed(PublicationInput, input));
    return {
      async apply(tx) {
        const { publication, events } = await writePublication(automation, tx, prepared);
        return { output: { publication_id: publication.id }, events };
      },
    };
  },

  sample: () => ({ publication_id: exampleId(ID_PREFIXES.publication) }),
};

interface Received {
  id: string;
  chat_id: string;
  instance: { id: string };
}

export const replyStep: StepKind<ActionOf<'reply'>> = {
  tree: ({ text, content }) => content ?? { type: 'text', text: text ?? '' },

  async prepare({ automation, run }, { quote }, content) {
    const received = receivedIn(run.context);
    const input = parsed(SendMessage, {
      instance_id: received.instance.id,
      to: received.chat_id,
      content,
      ...(quote ? { reply_to: received.id } : {}),
    });
    const { access } = automation;
    const isAllowed = access.instances?.includes(input.instance_id) ?? true;
    const instance = isAllowed ? await automation.db.get(waInstances, input.instance_id) : undefined;
    if (!instance || instance.deletedAt !== null) throw gone();
    return {
      preview: { instance_id: input.instance_id, to: input.to, content: input.content },
      async apply(tx) {
        const held = await tx.get(waInstances, input.instance_id, { lock: true });
        if (!held || held.deletedAt !== null) throw gone();
        const events: NewEvent[] = [];
        const work = workIn(automation, tx, held, { lock: true, raise: (event) => events.push(event) });
        const message = await sendWithin(automation, work, input, { origin: 'automation', cause: runCause(run) });
        return { output: { message_id: message.id }, events };
      },
    };
  },

  sample: () => ({ message_id: exampleId(ID_PREFIXES.message) }),
};

const gone = (): ApiError => new ApiError('related_not_found', 'The rule cannot use the WhatsApp instance.');

function receivedIn({ event }: RunContext): Received {
  const data = event?.['type'] === 'whatsapp.message.received' ? (event['data'] as Partial<Received>) : {};
  const { id, chat_id: chatId, instance } = data;
  if (id === undefined || chatId === undefined || instance === undefined) {
    throw new StepError('nothing_to_reply_to', 'The rule can only reply to a received WhatsApp message.');
  }
  return { id, chat_id: chatId, instance };
}

export const webhookStep: StepKind<ActionOf<'webhook'>> = {
  tree: ({ payload = null }) => payload,

  async prepare({ automation, rule, config, run, index }, { webhook_id: endpointId }, payload) {
    await requireEndpoint(automation.db, endpointId);
    return {
      async apply(tx) {
        await requireEndpoint(tx, endpointId);
        const eventId = newId(ID_PREFIXES.event);
        const data = {
          id: run.id,
          rule: { id: rule.id, name: config.name, version: run.ruleVersion },
          run: { id: run.id, step: index },
          payload,
        };
        const cause = runCause(run);
        return {
          output: { event_id: eventId },
          events: [{ type: 'automation.rule.fired', data, eventId, addressedTo: endpointId, cause }],
        };
      },
    };
  },

  sample: () => ({ event_id: exampleId(ID_PREFIXES.event) }),
};

/** Throws 422 for a missing or deleted webhook. */
async function requireEndpoint(db: ScopedDb, id: string, pointer = '/webhook_id'): Promise<void> {
  const [row] = await db.select(webhooks, { where: and(eq(webhooks.id, id), isNull(webhooks.deletedAt)), limit: 1 });
  if (!row) throw fieldError('related_not_found', pointer, 'related_not_found', 'No such webhook in this workspace.');
}

export const createLinkStep: StepKind<ActionOf<'create_link'>> = {
  tree: ({ link }) => link,

  async prepare({ automation: ctx, rule, run }, _action, input) {
    const { reuse = false, ...link } = parsed(CreateLink, input);
    const [draft] = await prepareLinks(ctx, [link]);
    if (!draft || draft instanceof ApiError) throw draft ?? new ApiError('internal_error');
    const origin: LinkOrigin = { source: 'automation', actor: { type: 'system', id: rule.id } };
    return {
      preview: { url: draft.input.url, domain: draft.domainInfo.hostname },
      async apply(tx) {
        const equal = reuse ? await findReusableLink(tx, draft) : undefined;
        if (equal)
          return { output: { link_id: equal.id, short_url: shortUrlOf(draft.domainInfo, equal.slug) }, events: [] };
        const { link: made, event } = await insertLink(ctx, tx, draft, origin);
        return {
          output: { link_id: made.id, short_url: made.short_url },
          events: [{ ...event, cause: runCause(run) }],
        };
      },
    };
  },

  sample: ({ automation }) => ({
    link_id: exampleId(ID_PREFIXES.link),
    short_url: `${automation.config.linksBaseUrl}/example`,
  }),
};
