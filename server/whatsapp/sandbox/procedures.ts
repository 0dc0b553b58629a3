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
        summary: 'Simulate an event',
        description:
          'Simulates something that a person does: a message, a reaction, a call or an action in a group. The instance handles it like a notification of a real provider. Returns the objects that each repetition created or changed.',
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
        summary: 'Simulate the QR code scan',
        description:
          'Connects an instance that is in `pairing`, as if a phone had scanned its QR code. Returns the instance.',
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
        summary: 'Advance the sandbox clock',
        description:
          'Moves the sandbox clock of the instance forward. Everything that is due within that time happens now, before the response. Returns the instance.',
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
        summary: 'Reset the sandbox',
        description:
          'Removes the simulated groups and profile, cancels pending simulated events and resets the sandbox clock to the current time. Messages are kept. Returns the instance.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .mutation(({ ctx, input }) => resetSandbox(ctx, input)),
});
