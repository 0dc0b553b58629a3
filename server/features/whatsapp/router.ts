import { router } from '../../trpc/procedures';
import { batchesRouter } from './batches/router';
import { chatsRouter } from './chats/router';
import { contactsRouter } from './contacts/router';
import { groupInvitesRouter, groupJoinRequestsRouter, groupParticipantsRouter } from './groups/people-router';
import { groupsRouter } from './groups/router';
import { driversRouter } from './instances/connection-router';
import { instancesRouter } from './instances/router';
import { mediaRouter } from './media/router';
import { messagesRouter } from './messages/router';
import { profileRouter } from './profile/router';
import { sandboxRouter } from './sandbox/router';
import { templatesRouter } from './templates/router';

/** The WhatsApp API. */
export const whatsappRouter = router({
  batches: batchesRouter,
  chats: chatsRouter,
  contacts: contactsRouter,
  drivers: driversRouter,
  group_invites: groupInvitesRouter,
  group_join_requests: groupJoinRequestsRouter,
  group_participants: groupParticipantsRouter,
  groups: groupsRouter,
  instances: instancesRouter,
  media: mediaRouter,
  messages: messagesRouter,
  profile: profileRouter,
  sandbox: sandboxRouter,
  templates: templatesRouter,
});
