import { and, eq } from 'drizzle-orm';

import { DAY_MS } from '../../../shared/durations';
import type { MessageContent, SendContent } from '../../../shared/whatsapp/content';
import type { SendErrorCode } from '../../../shared/whatsapp/send-errors';
import type { ScopedDb } from '../../db/scoped';
import { traitsOf } from '../drivers/registry';
import type { TemplateRow } from '../present/templates';
import { waTemplates } from '../schema/instances';
import type { InstanceRow } from '../work-types';
import { templateShape } from './shape';
import { type TemplateValueIssue, valueIssue } from './values';

/** Older lists of templates justify no refusal: then the provider decides. */
const FRESH_MS = DAY_MS;

/** States in which Meta sends a template; `unknown` means that no state was reported yet. */
const SENDABLE: ReadonlySet<string> = new Set(['approved', 'reinstated', 'flagged', 'unknown']);

interface Checked {
  instance: Pick<InstanceRow, 'id' | 'driver' | 'templatesSyncedAt'>;
  content: MessageContent | SendContent;
  now: Date;
}

/** Checks against the templates that were synced in the last 24 hours. */
export async function templateIssue(
  db: Pick<ScopedDb, 'select'>,
  { instance, content, now }: Checked,
): Promise<TemplateValueIssue | undefined> {
  if (content.type !== 'template' || !traitsOf(instance.driver).checksTemplates) return undefined;
  const syncedAt = instance.templatesSyncedAt;
  if (syncedAt === null || now.getTime() - syncedAt.getTime() > FRESH_MS) return undefined;

  const { name, language } = content;
  const known = await db.select(waTemplates, {
    where: and(eq(waTemplates.instanceId, instance.id), eq(waTemplates.name, name)),
  });
  if (known.length === 0) {
    const message = `The account has no template \`${name}\`. Correct the name, or sync the templates if it is new.`;
    return { path: '/name', code: 'template_not_found', message };
  }
  const template = known.find((one) => one.language === language);
  if (!template) {
    const languages = known.map((one) => `\`${one.language}\``).join(', ');
    const message = `The template \`${name}\` has no language \`${language}\`. Its languages: ${languages}.`;
    return { path: '/language', code: 'template_not_found', message };
  }
  if (!SENDABLE.has(template.status)) return notSendable(template);
  // A template that only a notification named has no components yet.
  return template.components.length === 0 ? undefined : valueIssue(templateShape(template), content);
}

const CODES: Readonly<Record<string, SendErrorCode>> = { paused: 'template_paused', disabled: 'template_disabled' };

const notSendable = ({ name, status }: TemplateRow): TemplateValueIssue => ({
  path: '/name',
  code: CODES[status] ?? 'template_invalid',
  message: `The template \`${name}\` is \`${status}\` at Meta. Only an approved template can be sent; sync the templates if that changed.`,
});
