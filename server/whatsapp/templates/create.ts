import { and, eq } from 'drizzle-orm';

import type { Template } from '../../../shared/whatsapp/template';
import type { CreateTemplate } from '../../../shared/whatsapp/template-inputs';
import { TEMPLATE_FAULTS, templateFaults } from '../../../shared/whatsapp/template-rules';
import { ApiError } from '../../errors';
import { applyTemplate } from '../apply/template';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import type { DriverTemplateEvent } from '../drivers/driver-events';
import { moduleOf } from '../drivers/registry';
import { requireInstance } from '../instances/find';
import { onInstance } from '../messages/find';
import { presentTemplate, type TemplateRow } from '../present/templates';
import { asking } from '../provider';
import { waTemplates } from '../schema/instances';
import { newTemplate } from './components';

export async function createTemplate(ctx: WhatsAppContext, input: CreateTemplate): Promise<Template> {
  const instance = await requireInstance(ctx, input.instance_id);
  requireCapability(instance, 'template.write');
  const lacking = moduleOf(instance.driver).instances.lacks?.(instance, 'template.write');
  if (lacking) throw new ApiError('unprocessable', lacking.detail);
  const [first, ...others] = templateFaults(input).map(({ pointer, code }) => ({
    in: 'body' as const,
    pointer,
    code,
    message: TEMPLATE_FAULTS[code],
  }));
  if (first) throw new ApiError('unprocessable', { detail: first.message, errors: [first, ...others] });

  const wanted = newTemplate(input);
  const made = await asking(ctx, instance, 'template.write', ({ driver, instance: on }) =>
    driver.templates?.create?.(on, wanted),
  );
  return presentTemplate(await stored(ctx, instance.id, made));
}

/** A notification about the template may have come before: its status is newer. */
const stored = (ctx: WhatsAppContext, instanceId: string, made: DriverTemplateEvent): Promise<TemplateRow> =>
  onInstance(
    ctx,
    instanceId,
    async (work) => {
      const where = and(
        eq(waTemplates.instanceId, instanceId),
        eq(waTemplates.name, made.name),
        eq(waTemplates.language, made.language),
      );
      const [before] = await work.tx.select(waTemplates, { where, limit: 1 });
      await applyTemplate(work, before ? { ...made, status: undefined } : made);
      const [row] = await work.tx.select(waTemplates, { where, limit: 1 });
      if (!row) throw new ApiError('internal_error');
      return row;
    },
    { lock: true },
  );
