import { and, eq } from 'drizzle-orm';

import type { MessageContent, SendContent } from '../../../shared/whatsapp/content';
import { SEND_ERRORS, type SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { type ApiError, fieldError } from '../../errors';
import type { GroupRow } from '../identity/chat';
import type { Resolved } from '../identity/recipient';
import type { ContactRow } from '../present/contacts';
import { waTemplates } from '../schema/instances';
import { templateIssue } from '../templates/check';
import type { InstanceRow, Work } from '../work';
import { requireQueueRoom } from './room';

/** 422 with the code of what would become of the message. */
export const refused = (code: SendErrorCode, pointer: string): ApiError =>
  fieldError('unprocessable', pointer, code, SEND_ERRORS[code].message);

interface Order {
  to: Resolved;
  content: MessageContent | SendContent;
  /** Where the recipient stands in the body. */
  pointer: string;
  /** Where the content stands in the body; null where the body has none. */
  contentPointer?: string | null;
  /** When it is to go out; null for at once. */
  scheduledAt: Date | null;
  /** One of many: to whom no marketing goes gets none of it, whatever it says. */
  isBulk?: boolean;
}

/**
 * What the network, the recipient and the queue say to a message before it is queued, in this order: limits of the
 * driver, opt-out, window, room. Throws 422, and 429 without room.
 */
export async function judge(work: Work, order: Order): Promise<void> {
  await judgeRecipient(work, order);
  await requireQueueRoom(work, 1);
}

/** As `judge`, but for the room in the queue. */
export async function judgeRecipient(work: Work, order: Order): Promise<void> {
  const { to, content, pointer, contentPointer = '/content', scheduledAt, isBulk = false } = order;
  const { contact, group, chat } = to;
  if (contact) requireAddress(work.instance, contact, pointer);
  else if (group) requireMembership(group, pointer);
  else throw refused('recipient_unreachable', pointer);

  if (contact) await requireConsent(work, contact, { content, pointer, isBulk });
  const needsWindow = work.instance.driver === 'cloud' && contact !== null && content.type !== 'template';
  // Until a later time it can open again; then the provider is the judge.
  if (needsWindow && scheduledAt === null) requireOpenWindow(work, chat, pointer);
  await requireTemplate(work, content, contentPointer);
}

/** Throws 422 for a template that the templates of the last sync do not allow. */
export async function requireTemplate(
  { tx, instance, now }: Work,
  content: MessageContent | SendContent,
  pointer: string | null = '/content',
): Promise<void> {
  const issue = await templateIssue(tx, { instance, content, now });
  if (!issue) return;
  throw fieldError('unprocessable', pointer === null ? '' : `${pointer}${issue.path}`, issue.code, issue.message);
}

/** A window of which nothing is known may be open: the person may have written before this instance was connected. */
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

/** Each network knows people by addresses of its own. */
function requireAddress({ driver }: InstanceRow, { phone, lid, bsuid }: ContactRow, pointer: string): void {
  const isKnown = phone !== null || driver === 'sandbox' || (driver === 'cloud' ? bsuid : lid) !== null;
  if (!isKnown) throw refused('recipient_id_unsupported', pointer);
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
