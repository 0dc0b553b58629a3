import { Instance, InstanceState } from '../../../shared/whatsapp/instance';
import { CapabilityMap, InstancePage } from '../../../shared/whatsapp/instance-answers';
import {
  CreateInstance,
  InstanceChange,
  InstanceId,
  ListInstances,
  UpdateInstance,
} from '../../../shared/whatsapp/instance-inputs';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { instanceCapabilities } from './capabilities';
import { connectionProcedures } from './connection-procedures';
import { createInstance } from './create';
import { deleteInstance } from './delete';
import { getInstance, instanceState, listInstances } from './list';
import { updateInstance } from './update';

const read = routesFor('whatsapp.instances:read');
const write = routesFor('whatsapp.instances:write');

export const instancesRouter = router({
  ...connectionProcedures,

  list: read('GET /whatsapp/instances', 'List instances', {
    description: 'Lists the WhatsApp instances of the workspace. A new workspace has one instance, named `sandbox`.',
  }).run(ListInstances, InstancePage, listInstances),

  create: write('POST /whatsapp/instances', 'Create an instance', {
    description:
      'Creates an instance with the settings of its driver and connects it, unless `connect` is false. Connecting also needs the scope `whatsapp.instances:connect`. The response shows the state of the connection; an idempotent replay returns the instance as it was created. Secrets are stored encrypted and never returned. A workspace can have at most 100 instances. A key that is limited to named instances cannot create one.',
    status: 201,
    errors: ['conflict', 'grant_exceeds_caller', 'unprocessable'],
    bodySchema: CreateInstance,
  }).run(CreateInstance, Instance, createInstance),

  get: read('GET /whatsapp/instances/{instance_id}', 'Get an instance', {
    description: 'Returns one instance with its connection state and its health.',
  }).run(InstanceId, Instance, getInstance),

  update: write('PATCH /whatsapp/instances/{instance_id}', 'Update an instance', {
    description:
      'Updates the given fields. New credentials are checked at Meta first; if Meta rejects them, the response is 422 and nothing changes. To change `base_url`, send the access token again.',
    // A provider call must not hold a transaction.
    idempotency: 'none',
    errors: ['conflict', 'unprocessable', 'upstream_error'],
    bodySchema: InstanceChange,
  }).run(UpdateInstance, Instance, updateInstance),

  delete: write('DELETE /whatsapp/instances/{instance_id}', 'Delete an instance', {
    description:
      'Deletes an instance with its credentials. On `web`, the phone is unlinked, at the latest when WhatsApp can be reached again within seven days. Its queued messages fail. The search over all messages finds the messages of the instance for 30 more days.',
    idempotency: 'none',
    errors: ['precondition_failed'],
  }).run(InstanceId, deleteInstance),

  get_status: read('GET /whatsapp/instances/{instance_id}/status', 'Get the connection status', {
    description: 'Returns the connection state and the health of an instance, with its last 20 states.',
  }).run(InstanceId, InstanceState, instanceState),

  get_capabilities: read('GET /whatsapp/instances/{instance_id}/capabilities', 'Get the capabilities of an instance', {
    description:
      'Returns the capabilities of the driver, without those that the account cannot use in its current state.',
  }).run(InstanceId, CapabilityMap, instanceCapabilities),
});
