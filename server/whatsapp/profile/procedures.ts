import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { Profile, UpdateProfile } from '../../../shared/whatsapp/profile';
import { procedure, router } from '../../trpc/procedures';
import { managed, MANAGED_ERRORS } from '../management';
import { getProfile, updateProfile } from './service';

const tags = ['WhatsApp instances'];
const PROFILE = '/whatsapp/instances/{instance_id}/profile';

export const profileRouter = router({
  get: procedure('whatsapp.instances:read')
    .meta({
      ...managed,
      etag: true,
      capability: 'profile.read',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'GET',
        path: PROFILE,
        tags,
        summary: 'Get the profile',
        description: 'Returns the public profile of the WhatsApp account, as the provider has it now.',
      },
    })
    .input(InstanceId)
    .output(Profile)
    .query(({ ctx, input }) => getProfile(ctx, input)),

  update: procedure('whatsapp.instances:write')
    .meta({
      ...managed,
      etag: true,
      capability: 'profile.write',
      errors: [...MANAGED_ERRORS, 'precondition_failed', 'related_not_found'],
      examples: { request: { about: 'At work' } },
      openapi: {
        method: 'PATCH',
        path: PROFILE,
        tags,
        summary: 'Update the profile',
        description:
          'Updates the given fields of the profile at the provider. On `cloud`, change the name and the picture in Meta’s own tools.',
      },
    })
    .input(UpdateProfile)
    .output(Profile)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
});
