import { Instance } from '../../../shared/whatsapp/instance';
import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { AdvanceSandbox, SandboxHappened, SandboxInbound, SandboxInboundBody } from '../../../shared/whatsapp/sandbox';
import { procedure, router } from '../../trpc/procedures';
import { sandboxInbound } from './inbound';
import { advanceSandbox, resetSandbox, scanSandbox } from './operate';

const tags = ['WhatsApp instances'];
const SANDBOX = '/whatsapp/instances/{instance_id}/sandbox';
const writing = procedure('whatsapp.instances:write');

/** What happens is many transactions, as in a network. */
const place = { surface: 'whatsapp', idempotency: 'apart', capability: 'sandbox.controls' } as const;
const errors = ['invalid_state', 'unsupported_by_driver'] as const;

export const sandboxRouter = router({
  simulate_inbound: writing
    .meta({
      ...place,
      status: 201,
      errors: [...errors, 'related_not_found', 'unprocessable'],
      bodySchema: SandboxInboundBody,
      openapi: {
        method: 'POST',
        path: `${SANDBOX}/inbound`,
        tags,
        summary: 'Let something happen',
        description:
          'Somebody in the simulated network writes, reacts, calls or does something in a group, as if the provider told of it.',
      },
    })
    .input(SandboxInbound)
    .output(SandboxHappened)
    .mutation(({ ctx, input }) => sandboxInbound(ctx, input)),

  scan: writing
    .meta({
      ...place,
      errors,
      openapi: {
        method: 'POST',
        path: `${SANDBOX}/scan`,
        tags,
        summary: 'Scan the code',
        description: 'The code of an instance in `pairing` is scanned, and it connects.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .mutation(({ ctx, input }) => scanSandbox(ctx, input)),

  advance: writing
    .meta({
      ...place,
      errors,
      openapi: {
        method: 'POST',
        path: `${SANDBOX}/advance`,
        tags,
        summary: 'Put the clock forward',
        description: 'What would happen within that time happens now; the answer comes when it has.',
      },
    })
    .input(AdvanceSandbox)
    .output(Instance)
    .mutation(({ ctx, input }) => advanceSandbox(ctx, input)),

  reset: writing
    .meta({
      ...place,
      errors,
      openapi: {
        method: 'POST',
        path: `${SANDBOX}/reset`,
        tags,
        summary: 'Forget what was to come',
        description:
          'The network forgets its groups, its profile and what was to happen, and its clock is right again. Messages stay.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .mutation(({ ctx, input }) => resetSandbox(ctx, input)),
});
