import { router } from '../trpc/procedures';
import { batchesRouter } from './batches/procedures';
import { callsRouter } from './calls/procedures';
import { chatsRouter } from './chats/procedures';
import { contactsRouter } from './contacts/procedures';
import { groupInviteLinksRouter, groupJoinRequestsRouter, groupParticipantsRouter } from './groups/people-procedures';
import { groupsRouter } from './groups/procedures';
import { driversRouter } from './instances/connection-procedures';
import { instancesRouter } from './instances/procedures';
import { labelsRouter } from './labels/procedures';
import { mediaRouter } from './media/procedures';
import { messagesRouter } from './messages/procedures';
import { profileRouter } from './profile/procedures';
import { sandboxRouter } from './sandbox/procedures';
import { templatesRouter } from './templates/procedures';

export const whatsappRouter = router({
  batches: batchesRouter,
  calls: callsRouter,
  chats: chatsRouter,
  contacts: contactsRouter,
  drivers: driversRouter,
  group_invite_links: groupInviteLinksRouter,
  group_join_requests: groupJoinRequestsRouter,
  group_participants: groupParticipantsRouter,
  groups: groupsRouter,
  instances: instancesRouter,
  labels: labelsRouter,
  media: mediaRouter,
  messages: messagesRouter,
  profile: profileRouter,
  sandbox: sandboxRouter,
  templates: templatesRouter,
});
