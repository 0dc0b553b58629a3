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
        description: 'Lists the WhatsApp accounts of the workspace. Every workspace begins with one named `sandbox`.',
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
          'Makes an instance with the block of its driver, and connects it unless `connect` is false, which needs the scope `whatsapp.instances:connect` too. The answer tells what became of that; a replay has the instance as it was made. Secrets are sealed and never shown again. At most 100 a workspace. A key for named instances makes none.',
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
        summary: 'Read an instance',
        description: 'Returns one instance with its state and its health.',
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
        summary: 'Change an instance',
        description:
          'Changes the given fields. Credentials are tried first: 422 and no change where Meta does not take them. Another `base_url` needs the access token again.',
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
          'Wipes its credentials and fails the messages that wait for it. The search over all messages finds its own for thirty days.',
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
        summary: 'Read the state of the connection',
        description: 'Returns state and health, with the last twenty states.',
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
        summary: 'Read what the instance can do',
        description: 'Returns what the driver can do, less what the account cannot in its present state.',
      },
    })
    .input(InstanceId)
    .output(CapabilityMap)
    .query(({ ctx, input }) => instanceCapabilities(ctx, input)),
});
