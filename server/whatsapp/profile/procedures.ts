import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { BusinessProfile, UpdateProfile } from '../../../shared/whatsapp/profile';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { getProfile, updateProfile } from './service';

const read = routesFor('whatsapp.instances:read');
const write = routesFor('whatsapp.instances:write');

export const profileRouter = router({
  get: read('GET /whatsapp/instances/{instance_id}/profile', 'Get the profile', {
    description: 'Returns the public profile of the WhatsApp account, as the provider has it now.',
    ...managed,
    etag: true,
    capability: 'profile.read',
    errors: MANAGED_ERRORS,
  }).run(InstanceId, BusinessProfile, getProfile),

  update: write('PATCH /whatsapp/instances/{instance_id}/profile', 'Update the profile', {
    description:
      'Updates the given fields of the profile at the provider. On `cloud`, change the name and the picture in Meta’s own tools.',
    ...managed,
    etag: true,
    capability: 'profile.write',
    errors: [...MANAGED_ERRORS, 'related_not_found'],
    examples: { request: { about: 'At work' } },
  }).run(UpdateProfile, BusinessProfile, updateProfile),
});
