import { Instance, InstanceState } from '../../../shared/whatsapp/instance';
import { CapabilityMap, InstancePage } from '../../../shared/whatsapp/instance-answers';
import {
  CreateInstance,
  InstanceChange,
  InstanceId,
  ListInstances,
  UpdateInstance,
} from '../../../shared/whatsapp/instance-inputs';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { instanceCapabilities } from './capabilities';
import { connectionProcedures } from './connection-procedures';
import { createInstance } from './create';
import { deleteInstance } from './delete';
import { getInstance, instanceState, listInstances } from './list';
import { updateInstance } from './update';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp instances'];
const INSTANCES = '/whatsapp/instances';
const INSTANCE = `${INSTANCES}/{instance_id}` as const;
const reading = procedure('whatsapp.instances:read');
const writing = procedure('whatsapp.instances:write');

export const instancesRouter = router({
  ...connectionProcedures,

  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: INSTANCES,
        tags,
        summary: 'List instances',
        description:
          'Lists the WhatsApp instances of the workspace. A new workspace has one instance, named `sandbox`.',
      },
    })
    .input(optionalInput(ListInstances))
    .output(InstancePage)
    .query(({ ctx, input }) => listInstances(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 201,
      errors: ['conflict', 'grant_exceeds_caller', 'unprocessable'],
      bodySchema: CreateInstance,
      openapi: {
        method: 'POST',
        path: INSTANCES,
        tags,
        summary: 'Create an instance',
        description:
          'Creates an instance with the settings of its driver and connects it, unless `connect` is false. Connecting also needs the scope `whatsapp.instances:connect`. The response shows the state of the connection; an idempotent replay returns the instance as it was created. Secrets are stored encrypted and never returned. A workspace can have at most 100 instances. A key that is limited to named instances cannot create one.',
      },
    })
    .input(CreateInstance)
    .output(Instance)
    .mutation(({ ctx, input }) => createInstance(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: INSTANCE,
        tags,
        summary: 'Get an instance',
        description: 'Returns one instance with its connection state and its health.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .query(({ ctx, input }) => getInstance(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      // New credentials are tried at the provider, which must not hold a transaction.
      idempotency: 'none',
      errors: ['conflict', 'precondition_failed', 'unprocessable', 'upstream_error'],
      bodySchema: InstanceChange,
      openapi: {
        method: 'PATCH',
        path: INSTANCE,
        tags,
        summary: 'Update an instance',
        description:
          'Updates the given fields. New credentials are checked at Meta first; if Meta rejects them, the response is 422 and nothing changes. To change `base_url`, send the access token again.',
      },
    })
    .input(UpdateInstance)
    .output(Instance)
    .mutation(({ ctx, input }) => updateInstance(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      idempotency: 'none',
      errors: ['precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: INSTANCE,
        tags,
        summary: 'Delete an instance',
        description:
          'Deletes an instance with its credentials. Its queued messages fail. The search over all messages finds the messages of the instance for 30 more days.',
      },
    })
    .input(InstanceId)
    .mutation(({ ctx, input }) => deleteInstance(ctx, input)),

  get_status: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: `${INSTANCE}/status`,
        tags,
        summary: 'Get the connection status',
        description: 'Returns the connection state and the health of an instance, with its last 20 states.',
      },
    })
    .input(InstanceId)
    .output(InstanceState)
    .query(({ ctx, input }) => instanceState(ctx, input)),

  get_capabilities: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: `${INSTANCE}/capabilities`,
        tags,
        summary: 'Get the capabilities of an instance',
        description:
          'Returns the capabilities of the driver, without those that the account cannot use in its current state.',
      },
    })
    .input(InstanceId)
    .output(CapabilityMap)
    .query(({ ctx, input }) => instanceCapabilities(ctx, input)),
});
