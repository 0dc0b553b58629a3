import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { Form } from '../../../../ui/form/form';
import { formatNumber } from '../../../../ui/format';
import { Card } from '../../../../ui/page';
import { toast, toastError } from '../../../../ui/toast/toast';
import type { Instance } from '../../labels';
import { differing, useSettingsForm } from '../../settings/use-settings-form';

type Sandbox = NonNullable<Instance['sandbox']>;

const SCENARIOS = {
  success: 'Success: all goes well',
  unreliable: 'Unreliable: some messages fail or come twice',
  logged_out: 'Logged out: the phone removes the device',
  banned: 'Banned: connecting fails',
} satisfies Record<Sandbox['scenario'], string>;

const MAX_DELAY = 600_000;
const DELAYS = [
  { name: 'sent', label: 'Sent after, in ms' },
  { name: 'delivered', label: 'Delivered after, in ms' },
  { name: 'read', label: 'Read after, in ms' },
] as const;

const valuesOf = ({ scenario, require_scan: asksScan, delays_ms: delays }: Sandbox) => ({
  scenario: scenario as string,
  require_scan: asksScan,
  delays_ms: { ...delays },
});
type Values = ReturnType<typeof valuesOf>;

const changeOf = (base: Values, draft: Values) => {
  const { delays_ms: delays, ...rest } = differing(base, draft);
  const changed = { ...rest, ...(delays === undefined ? {} : { delays_ms: differing(base.delays_ms, delays) }) };
  return { sandbox: changed as { require_scan?: boolean } };
};

interface SandboxCardProps {
  of: Instance;
  sandbox: Sandbox;
  mayWrite: boolean;
}

export function SandboxCard({ of, sandbox, mayWrite }: SandboxCardProps) {
  const { form, save, input } = useSettingsForm<Values>({ of, values: valuesOf(sandbox), changeOf });
  return (
    <Card title="Simulated network" actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form
          form={form}
          onSubmit={save}
          submit="Save network"
          actions={mayWrite && <ResetNetwork of={of} offset={sandbox.clock_offset_seconds} />}
        >
          <NativeSelect
            label="Scenario"
            description="What concerns the connection holds from the next one on."
            data={Object.entries(SCENARIOS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('scenario')}
          />
          <Checkbox
            label="Connecting asks for a scan"
            description="A QR code is shown, and “Pretend to scan” links it."
            {...form.getInputProps('require_scan', { type: 'checkbox' })}
          />
          <div className="wa-pair">
            {DELAYS.map(({ name, label }) => (
              <NumberInput
                key={name}
                label={label}
                min={0}
                max={MAX_DELAY}
                allowDecimal={false}
                {...form.getInputProps(`delays_ms.${name}`)}
              />
            ))}
          </div>
        </Form>
      </fieldset>
    </Card>
  );
}

function ResetNetwork({ of, offset }: { of: Instance; offset: number }) {
  const trpc = useTRPC();
  const [isAsking, setIsAsking] = useState(false);
  const input = { instance_id: of.id };
  const reset = useMutation(
    trpc.whatsapp.sandbox.reset.mutationOptions({
      onSuccess: () => toast('The simulated network begins anew'),
      onError: (error) => toastError(error, 'The network was not reset'),
      onSettled: () => {
        setIsAsking(false);
        return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.pathKey() });
      },
    }),
  );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Reset network
      </Button>
      {isAsking && (
        <Confirm
          title="Reset the simulated network?"
          action="Reset network"
          isPending={reset.isPending}
          onConfirm={() => reset.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            It forgets its groups, its profile, and what was to happen. Messages stay.
            {offset > 0 && ` Its clock, ${formatNumber(offset)} s ahead, is right again.`}
          </p>
          <CopyAsCode operation="whatsapp_sandbox_reset" input={input} />
        </Confirm>
      )}
    </>
  );
}
