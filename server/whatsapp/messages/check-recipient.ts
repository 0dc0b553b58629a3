import { and, eq } from 'drizzle-orm';

import type { MessageContent, SendContent } from '../../../shared/whatsapp/content';
import { SEND_ERRORS, type SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { type ApiError, fieldError } from '../../errors';
import { traitsOf } from '../drivers/registry';
import type { GroupRow } from '../identity/chat';
import type { Resolved } from '../identity/recipient';
import type { ContactRow } from '../present/contacts';
import { waTemplates } from '../schema/instances';
import { templateIssue } from '../templates/check';
import type { InstanceRow, Work } from '../work-types';
import { reserveInQueue } from './queue-quota';

/** With the code that the message would fail with. */
export const refused = (code: SendErrorCode, pointer: string): ApiError =>
  fieldError('unprocessable', pointer, code, SEND_ERRORS[code].message);

interface Order {
  to: Resolved;
  content: MessageContent | SendContent;
  pointer: string;
  contentPointer?: string | null;
  scheduledAt: Date | null;
  /** Bulk messages count as marketing for the opt-out. */
  isBulk?: boolean;
}

/** Checks in this order: driver limits, opt-out, window, quota. Throws 422, 429 when the queue is full. */
export async function requireSendable(work: Work, order: Order): Promise<void> {
  await checkRecipient(work, order);
  await reserveInQueue(work, 1);
}

/** Excludes the quota of the queue. */
export async function checkRecipient(work: Work, order: Order): Promise<void> {
  const { to, content, pointer, contentPointer = '/content', scheduledAt, isBulk = false } = order;
  const { contact, group, chat } = to;
  if (contact) requireAddress(work.instance, contact, pointer);
  else if (group) requireMembership(group, pointer);
  else throw refused('recipient_unreachable', pointer);

  if (contact) await requireConsent(work, contact, { content, pointer, isBulk });
  const needsWindow =
    traitsOf(work.instance.driver).sendWindow === 'required' && contact !== null && content.type !== 'template';
  // The window may open before a scheduled time; then the provider decides.
  if (needsWindow && scheduledAt === null) requireOpenWindow(work, chat, pointer);
  await requireTemplate(work, content, contentPointer);
}

/** Throws 422 for a template that is unknown or has other parameters. */
export async function requireTemplate(
  { tx, instance, now }: Work,
  content: MessageContent | SendContent,
  pointer: string | null = '/content',
): Promise<void> {
  const issue = await templateIssue(tx, { instance, content, now });
  if (!issue) return;
  throw fieldError('unprocessable', pointer === null ? '' : `${pointer}${issue.path}`, issue.code, issue.message);
}

/** An unknown window may be open, since messages before the connection are not known. */
function requireOpenWindow({ instance, now }: Work, { windowExpiresAt }: Resolved['chat'], pointer: string): void {
  if (windowExpiresAt !== null) {
    if (windowExpiresAt <= now) throw refused('reengagement_window_closed', pointer);
    return;
  }
  if (!instance.settings.strict_window) return;
  const message =
    'This instance has received no message from this person, and its setting `strict_window` is on. Send a template, or turn `strict_window` off.';
  throw fieldError('unprocessable', pointer, 'reengagement_window_closed', message);
}

function requireAddress({ driver }: InstanceRow, contact: ContactRow, pointer: string): void {
  if (traitsOf(driver).recipientIds.every((name) => contact[name] === null))
    throw refused('recipient_id_unsupported', pointer);
}

function requireMembership({ status, providerGroupId }: GroupRow, pointer: string): void {
  if (status === 'suspended') throw refused('group_suspended', pointer);
  if (status === 'left') throw refused('group_not_member', pointer);
  if (status === 'deleted' || providerGroupId === null) throw refused('group_unknown', pointer);
}

async function requireConsent(
  work: Work,
  { optOut }: ContactRow,
  { content, pointer, isBulk }: Pick<Order, 'content' | 'pointer'> & { isBulk: boolean },
): Promise<void> {
  const isRefused = optOut === 'all' || (optOut === 'marketing' && (isBulk || (await isMarketing(work, content))));
  if (isRefused) throw refused('recipient_opted_out', pointer);
}

async function isMarketing({ tx, instance }: Work, content: MessageContent | SendContent): Promise<boolean> {
  if (content.type !== 'template') return false;
  const [template] = await tx.select(waTemplates, {
    where: and(
      eq(waTemplates.instanceId, instance.id),
      eq(waTemplates.name, content.name),
      eq(waTemplates.language, content.language),
    ),
    limit: 1,
  });
  return template?.category === 'marketing';
}
