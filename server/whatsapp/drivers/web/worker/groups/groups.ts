import type { FoundGroup } from '../../../driver';
import { element } from '../nodes';
import type { Feature, WebSession } from '../session-types';
import { cachedGroup } from './cache';
import { createWebGroup } from './create';
import { askInviteLink, joinByInvite, previewInvite } from './invites';
import { answerJoinRequests, fetchJoinRequests } from './join-requests';
import { listenToGroups } from './listen';
import { changeMembers } from './people';
import { ALL_GROUPS, askGroup, fetchAllGroups, fetchGroup } from './request';
import { updateWebGroup } from './settings';

interface OfGroup {
  providerGroupId: string;
}

const getGroup = async (session: WebSession, { providerGroupId }: OfGroup): Promise<FoundGroup['details']> =>
  (await fetchGroup(session, providerGroupId)).details;

async function leaveGroup(session: WebSession, { providerGroupId: id }: OfGroup): Promise<void> {
  await askGroup(session, 'set', ALL_GROUPS, element('leave', {}, [element('group', { id })]));
}

export const groupsFeature: Feature = {
  listen: listenToGroups,
  groupMetadata: cachedGroup,
  calls: {
    'groups.list': fetchAllGroups,
    'groups.create': createWebGroup,
    'groups.get': getGroup,
    'groups.update': updateWebGroup,
    'groups.leave': leaveGroup,
    'groups.participants': changeMembers,
    'groups.inviteLink': askInviteLink,
    'groups.join': joinByInvite,
    'groups.preview': previewInvite,
    'groups.joinRequests': fetchJoinRequests,
    'groups.decide': answerJoinRequests,
  },
};
