import type { FoundGroup, PersonResult } from '../../../driver';
import { groupJid } from '../addresses';
import { hasProviderCode } from '../call-error';
import { refusedCall } from '../errors';
import { childOf, element } from '../nodes';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { ALL_GROUPS, askGroup, fetchGroup, groupInAnswer } from './request';

const LINK = 'https://chat.whatsapp.com/';

export const linkOf = (code: string): string => `${LINK}${code}`;

/** The link may have a path and a query; a bare code stays as it is. */
export function inviteCodeOf(invite: string): string {
  const [, code] = /^(?:https?:\/\/)?chat\.whatsapp\.com\/(?:invite\/)?([\w-]+)/i.exec(invite.trim()) ?? [];
  const bare = code ?? invite.trim();
  if (!/^[\w-]{1,64}$/.test(bare)) throw refusedCall('group_unknown', 'This is not an invite link of WhatsApp.');
  return bare;
}

export async function askInviteLink(
  session: WebSession,
  { providerGroupId, rotate }: { providerGroupId: string; rotate: boolean },
): Promise<string> {
  const answer = await askGroup(session, rotate ? 'set' : 'get', providerGroupId, element('invite'));
  const code = childOf(answer, 'invite')?.attrs['code'];
  if (code === undefined) throw refusedCall('provider_rejected', 'WhatsApp answered without an invite link.');
  return linkOf(code);
}

/** Adds the invite link for people who can only be invited, unless the account may not see it. */
export async function withInvites(
  session: WebSession,
  group: string,
  results: PersonResult[],
): Promise<PersonResult[]> {
  if (!results.some(({ code }) => code === 'invite_required')) return results;
  const invite = await askInviteLink(session, { providerGroupId: group, rotate: false }).catch((error: unknown) => {
    session.log.warn({ ...errorFields(error), group }, 'invite link not available');
    return undefined;
  });
  if (invite === undefined) return results;
  return results.map((result) => (result.code === 'invite_required' ? { ...result, invite } : result));
}

export async function previewInvite(session: WebSession, { invite }: { invite: string }): Promise<FoundGroup> {
  return groupInAnswer(await askGroup(session, 'get', ALL_GROUPS, element('invite', { code: inviteCodeOf(invite) })));
}

const ALREADY_MEMBER = 409;

export async function joinByInvite(session: WebSession, { invite }: { invite: string }): Promise<FoundGroup> {
  const code = inviteCodeOf(invite);
  try {
    return await join(session, code);
  } catch (error) {
    if (!hasProviderCode(error, ALREADY_MEMBER)) throw error;
    const { providerGroupId } = await previewInvite(session, { invite: code });
    return fetchGroup(session, groupJid(providerGroupId));
  }
}

async function join(session: WebSession, code: string): Promise<FoundGroup> {
  const answer = await askGroup(session, 'set', ALL_GROUPS, element('invite', { code }));
  const jid = childOf(answer, 'group')?.attrs['jid'];
  if (jid !== undefined) return fetchGroup(session, groupJid(jid));
  if (childOf(answer, 'membership_approval_request') === undefined) throw refusedCall('group_unknown');
  throw refusedCall('group_not_member', 'An admin of the group must approve the request to join first.');
}
