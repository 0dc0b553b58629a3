import { and, eq, isNull } from 'drizzle-orm';

import { PublicationInput } from '../../../../../shared/automation/publication-inputs';
import { ACTION_LIMITS, type ActionOf } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES, newId } from '../../../../../shared/ids';
import { CreateLink } from '../../../../../shared/links/inputs';
import { codePoints } from '../../../../../shared/text';
import { exampleId } from '../../../../../shared/whatsapp/fields';
import { SendMessage } from '../../../../../shared/whatsapp/message-inputs';
import type { ScopedDb } from '../../../../db/scoped';
import { ApiError, relatedNotFound } from '../../../../errors';
import type { NewEvent } from '../../../../events/emit';
import { isJsonObject } from '../../../../json-object';
import { findReusableLink, insertLink, type LinkOrigin, prepareLinks, shortUrlOf } from '../../../../links';
import { webhooks } from '../../../../webhooks';
import { sendWithin, waInstances, workIn } from '../../../../whatsapp';
import { pieces } from '../../../channels/split';
import { preparePublication, writePublication } from '../../../publications/create';
import type { JsonValue } from '../../../templates/types';
import { receivedMessage } from '../chat';
import { parsed, StepError } from '../failure';
import { runCause } from '../types';
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

export const replyStep: StepKind<ActionOf<'reply'>> = {
  tree: ({ text, content }) => content ?? { type: 'text', text: text ?? '' },

  async prepare({ automation, run }, { quote, max_length: maxLength }, content) {
    const received = receivedMessage(run.context);
    if (!received) {
      throw new StepError('nothing_to_reply_to', 'The rule can only reply to a received WhatsApp message.');
    }
    const instanceId = received.instance.id;
    const inputs = partsOf(content, maxLength).map((part, index) =>
      parsed(SendMessage, {
        instance_id: instanceId,
        to: received.chat_id,
        content: part,
        ...(quote && index === 0 ? { reply_to: received.id } : {}),
      }),
    );
    const isAllowed = automation.access.instances?.includes(instanceId) ?? true;
    const instance = isAllowed ? await automation.db.get(waInstances, instanceId) : undefined;
    if (!instance || instance.deletedAt !== null) throw gone();
    return {
      preview: {
        instance_id: instanceId,
        to: received.chat_id,
        content: inputs[0]?.content,
        ...(inputs.length > 1 ? { contents: inputs.map((input) => input.content) } : {}),
      },
      async apply(tx) {
        const locked = await tx.get(waInstances, instanceId, { lock: true });
        if (!locked || locked.deletedAt !== null) throw gone();
        const events: NewEvent[] = [];
        const work = workIn(automation, tx, locked, { lock: true, raise: (event) => events.push(event) });
        const ids: string[] = [];
        for (const input of inputs) {
          const message = await sendWithin(automation, work, input, { origin: 'automation', cause: runCause(run) });
          ids.push(message.id);
        }
        const [first = ''] = ids;
        return { output: { message_id: first, ...(maxLength === undefined ? {} : { message_ids: ids }) }, events };
      },
    };
  },

  sample: () => ({ message_id: exampleId(ID_PREFIXES.message) }),
};

const gone = (): ApiError => new ApiError('related_not_found', 'The rule cannot use the WhatsApp instance.');

/** Throws `StepError` for a text that does not fit. */
function partsOf(content: JsonValue, maxLength: number | undefined): JsonValue[] {
  if (maxLength === undefined || !isTextContent(content)) return [content];
  const { replies, maxReply } = ACTION_LIMITS;
  for (const length of [maxLength, Math.ceil(codePoints(content.text) / (replies / 2)), maxReply]) {
    const texts = pieces(content.text, Math.min(Math.max(length, maxLength), maxReply));
    if (texts.length <= replies) return texts.map((text) => ({ ...content, text }));
  }
  throw new StepError('text_too_long', `The text does not fit into ${replies} messages.`, '/text');
}

const isTextContent = (content: JsonValue): content is { type: 'text'; text: string } =>
  isJsonObject(content) &&
  content['type'] === 'text' &&
  typeof content['text'] === 'string' &&
  content['text'].trim() !== '';

export const webhookStep: StepKind<ActionOf<'webhook'>> = {
  tree: ({ payload = null }) => payload,

  async prepare({ automation, rule, config, run, index }, { webhook_id: endpointId }, payload) {
    await requireWebhookRow(automation.db, endpointId);
    return {
      async apply(tx) {
        await requireWebhookRow(tx, endpointId);
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

async function requireWebhookRow(db: ScopedDb, id: string): Promise<void> {
  const [row] = await db.select(webhooks, { where: and(eq(webhooks.id, id), isNull(webhooks.deletedAt)), limit: 1 });
  if (!row) throw relatedNotFound('/webhook_id', 'No such webhook in this workspace.');
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
        if (equal) {
          return { output: { link_id: equal.id, short_url: shortUrlOf(draft.domainInfo, equal.slug) }, events: [] };
        }
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
