import { and, eq, isNull } from 'drizzle-orm';

import type { ActionOf } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES, newId } from '../../../../../shared/ids';
import { exampleId } from '../../../../../shared/whatsapp/fields';
import type { ScopedDb } from '../../../../db/scoped';
import { fieldError } from '../../../../errors';
import { webhooks } from '../../../../webhooks';
import { runCause } from '../types';
import type { StepKind } from './step';

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
