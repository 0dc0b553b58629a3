import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { differing } from '../../../../ui/form/differing';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { Card } from '../../../../ui/page';
import { toast, toastError } from '../../../../ui/toast/toast';
import type { Instance } from '../../labels';
import { useSettingsForm } from '../../settings/use-settings-form';
import { textTable } from '../../text-table';
import { t } from './texts';

type Sandbox = NonNullable<Instance['sandbox']>;

const SCENARIOS: Record<Sandbox['scenario'], string> = textTable(
  ['success', 'unreliable', 'logged_out', 'banned'],
  (scenario) => t(`scenario_${scenario}`),
);

const MAX_DELAY = 600_000;
const DELAYS = ['sent', 'delivered', 'read'] as const;

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
  const { form, isDirty, save, input } = useSettingsForm<Values>({ of, values: valuesOf(sandbox), changeOf });
  return (
    <Card title={t('network')} actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form
          form={form}
          onSubmit={save}
          submit={t('saveNetwork')}
          actions={mayWrite && <ResetNetwork of={of} offset={sandbox.clock_offset_seconds} />}
        >
          <LeaveGuard isDirty={isDirty} />
          <NativeSelect
            label={t('scenario')}
            description={t('scenarioHelp')}
            data={Object.entries(SCENARIOS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('scenario')}
          />
          <Checkbox
            label={t('requireScan')}
            description={t('requireScanHelp')}
            {...form.getInputProps('require_scan', { type: 'checkbox' })}
          />
          <div className="wa-pair">
            {DELAYS.map((name) => (
              <NumberInput
                key={name}
                label={t(`delay_${name}`)}
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
      onSuccess: () => toast(t('wasReset')),
      onError: (error) => toastError(error, t('notReset')),
      onSettled: () => {
        setIsAsking(false);
        return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.pathKey() });
      },
    }),
  );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('reset')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('resetTitle')}
          action={t('reset')}
          isPending={reset.isPending}
          onConfirm={() => reset.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t('resetHelp')} {offset > 0 && t('resetClock', { count: offset })}
          </p>
          <CopyAsCode operation="whatsapp_sandbox_reset" input={input} />
        </Confirm>
      )}
    </>
  );
}
