import type { GroupCalls } from '../../../driver';
import { hasProviderCode } from '../call-error';
import { childOf, element, encodeText } from '../nodes';
import { removePicture, setPicture } from '../picture';
import type { WebSession } from '../session-types';
import { askGroup, queryGroup } from './request';

type Change = Parameters<GroupCalls['update']>[2];

const CONFLICT = 409;

export async function updateWebGroup(
  session: WebSession,
  { providerGroupId: group, change }: { providerGroupId: string; change: Change },
): Promise<void> {
  const set = (tag: string, attrs = {}, content?: Parameters<typeof element>[2]) =>
    askGroup(session, 'set', group, element(tag, attrs, content));
  const { subject, description, joinApproval, memberAddMode, messageLifetimeSeconds, picture } = change;

  if (subject !== undefined) await set('subject', {}, encodeText(subject));
  if (description !== undefined) await setDescription(session, group, description);
  if (change.adminsOnlyMessages !== undefined) {
    await set(change.adminsOnlyMessages ? 'announcement' : 'not_announcement');
  }
  if (change.adminsOnlySettings !== undefined) await set(change.adminsOnlySettings ? 'locked' : 'unlocked');
  if (memberAddMode !== undefined && memberAddMode !== null) {
    await set('member_add_mode', {}, memberAddMode === 'all' ? 'all_member_add' : 'admin_add');
  }
  if (joinApproval !== undefined) await setJoinApproval(session, group, joinApproval);
  if (messageLifetimeSeconds !== undefined) {
    const expiration = String(messageLifetimeSeconds ?? 0);
    await (expiration === '0' ? set('not_ephemeral') : set('ephemeral', { expiration }));
  }
  if (picture === null) await removePicture(session, group);
  else if (picture !== undefined) await setPicture(session, group, picture);
}

export async function setJoinApproval(session: WebSession, group: string, isOn: boolean): Promise<void> {
  const mode = element('group_join', { state: isOn ? 'on' : 'off' });
  await askGroup(session, 'set', group, element('membership_approval_mode', {}, [mode]));
}

/** A change names the description that it replaces, so it is retried once after a change by someone else. */
export async function setDescription(session: WebSession, group: string, description: string | null): Promise<void> {
  try {
    await replaceDescription(session, group, description);
  } catch (error) {
    if (!hasProviderCode(error, CONFLICT)) throw error;
    await replaceDescription(session, group, description);
  }
}

async function replaceDescription(session: WebSession, group: string, description: string | null): Promise<void> {
  const answer = await queryGroup(session, group);
  const previous = childOf(childOf(answer, 'group'), 'description')?.attrs['id'];
  const prev = previous === undefined ? {} : { prev: previous };
  const change =
    description === null || description === ''
      ? element('description', { delete: 'true', ...prev })
      : element('description', { id: session.library.generateMessageIDV2(), ...prev }, [
          element('body', {}, encodeText(description)),
        ]);
  await askGroup(session, 'set', group, change);
}
