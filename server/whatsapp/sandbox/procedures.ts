import { Instance } from '../../../shared/whatsapp/instance';
import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { AdvanceSandbox, SandboxResults, SandboxInbound, SandboxInboundBody } from '../../../shared/whatsapp/sandbox';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { sandboxInbound } from './inbound';
import { advanceSandbox, resetSandbox, scanSandbox } from './operate';

const write = routesFor('whatsapp.instances:write');

/** Simulated events are many transactions, as in a network. */
const common = { idempotency: 'apart', capability: 'sandbox.controls' } as const;
const errors = ['invalid_state', 'unsupported_by_driver'] as const;

export const sandboxRouter = router({
  simulate_inbound: write('POST /whatsapp/instances/{instance_id}/sandbox/inbound', 'Simulate an event', {
    description:
      'Simulates something that a person does: a message, a reaction, a call or an action in a group. The instance handles it like a notification of a real provider. Returns the objects that each repetition created or changed.',
    ...common,
    status: 201,
    errors: [...errors, 'related_not_found', 'unprocessable'],
    bodySchema: SandboxInboundBody,
  }).run(SandboxInbound, SandboxResults, sandboxInbound),

  scan: write('POST /whatsapp/instances/{instance_id}/sandbox/scan', 'Simulate the QR code scan', {
    description:
      'Connects an instance that is in `pairing`, as if a phone had scanned its QR code. Returns the instance.',
    ...common,
    errors,
  }).run(InstanceId, Instance, scanSandbox),

  advance: write('POST /whatsapp/instances/{instance_id}/sandbox/advance', 'Advance the sandbox clock', {
    description:
      'Moves the sandbox clock of the instance forward. Everything that is due within that time happens now, before the response. Returns the instance.',
    ...common,
    errors,
  }).run(AdvanceSandbox, Instance, advanceSandbox),

  reset: write('POST /whatsapp/instances/{instance_id}/sandbox/reset', 'Reset the sandbox', {
    description:
      'Removes the simulated groups and profile, cancels pending simulated events and resets the sandbox clock to the current time. Messages are kept. Returns the instance.',
    ...common,
    errors,
  }).run(InstanceId, Instance, resetSandbox),
});
