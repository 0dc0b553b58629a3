import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { Card } from '../../../../ui/page';
import { useCan } from '../../../../ui/shell/workspace';
import { toast, toastError } from '../../../../ui/toast/toast';
import { ConnectButton } from '../../connect-button';
import type { Instance } from '../../frame';
import type { Message } from '../../messages/labels';
import { textTable } from '../../text-table';
import type { InboundInput } from './draft';
import { SimulatedEventForm } from './event-form';
import { t } from './texts';

interface NetworkProps {
  of: Instance;
  from: string;
  target: Message | undefined;
  onSimulated: (input: InboundInput, messageId: string | null) => void;
  onCall: (operation: string, input: Record<string, unknown>) => void;
}

export function Network({ of, from, target, onSimulated, onCall }: NetworkProps) {
  const mayWrite = useCan()('whatsapp.instances:write');
  if (!mayWrite || !of.sandbox) return null;
  return (
    <Card title={t('network')}>
      <div className="network">
        <section>
          <h3>{t('simulate')}</h3>
          <SimulatedEventForm from={from} target={target} onDone={onSimulated} />
        </section>
        <section>
          <h3>{t('behavior')}</h3>
          <Behaviour of={of} sandbox={of.sandbox} onCall={onCall} />
        </section>
      </div>
    </Card>
  );
}

const SCENARIOS: Record<NonNullable<Instance['sandbox']>['scenario'], string> = textTable(
  ['success', 'unreliable', 'logged_out', 'banned'],
  (scenario) => t(`scenario_${scenario}`),
);

const STEPS = [
  { label: 'minute', seconds: 60 },
  { label: 'hour', seconds: 3600 },
  { label: 'day', seconds: 86_400 },
] as const;

type BehaviourProps = Pick<NetworkProps, 'of' | 'onCall'> & { sandbox: NonNullable<Instance['sandbox']> };

function Behaviour({ of, sandbox, onCall }: BehaviourProps) {
  const { whatsapp } = useTRPC();
  const [isAsking, setIsAsking] = useState(false);
  const [hours, setHours] = useState(12);
  const update = useMutation(whatsapp.instances.update.mutationOptions());
  const advance = useMutation(whatsapp.sandbox.advance.mutationOptions());
  const reset = useMutation(whatsapp.sandbox.reset.mutationOptions());
  const scan = useMutation(whatsapp.sandbox.scan.mutationOptions());
  const base = { instance_id: of.id };

  const run = async (operation: string, input: Record<string, unknown>, call: () => Promise<unknown>, done: string) => {
    try {
      await call();
      onCall(operation, input);
      toast(done);
    } catch (error) {
      toastError(error, t('failed'));
    } finally {
      void queryClient.invalidateQueries({ queryKey: whatsapp.pathKey() });
    }
  };
  const change = (next: Partial<typeof sandbox>) => {
    const input = { ...base, sandbox: next };
    return run('whatsapp_instances_update', input, () => update.mutateAsync(input), t('networkChanged'));
  };
  const forward = (seconds: number) => {
    const input = { ...base, seconds };
    return run('whatsapp_sandbox_advance', input, () => advance.mutateAsync(input), t('clockMoved'));
  };
  const isOff = of.status === 'disconnected' || of.status === 'logged_out' || of.status === 'failed';
  return (
    <div className="network-fields">
      <NativeSelect
        label={t('scenario')}
        value={sandbox.scenario}
        disabled={update.isPending}
        data={Object.entries(SCENARIOS).map(([value, label]) => ({ value, label }))}
        onChange={(event) => void change({ scenario: event.currentTarget.value as typeof sandbox.scenario })}
      />
      <Checkbox
        size="sm"
        label={t('requireScan')}
        checked={sandbox.require_scan}
        disabled={update.isPending}
        onChange={(event) => void change({ require_scan: event.currentTarget.checked })}
      />
      {of.status === 'pairing' && (
        <div className="network-buttons">
          <Button
            size="sm"
            loading={scan.isPending}
            onClick={() => void run('whatsapp_sandbox_scan', base, () => scan.mutateAsync(base), t('scanned'))}
          >
            {t('scan')}
          </Button>
        </div>
      )}
      {(isOff || of.status === 'created') && (
        <div className="network-buttons">
          <ConnectButton of={of} />
        </div>
      )}
      <fieldset>
        <legend>{t('clock')}</legend>
        <span className="dimmed">
          {sandbox.clock_offset_seconds === 0 ? t('inSync') : t('ahead', { count: sandbox.clock_offset_seconds })}
        </span>
        <div className="network-buttons">
          {STEPS.map(({ label, seconds }) => (
            <Button
              key={seconds}
              size="xs"
              variant="default"
              disabled={advance.isPending}
              onClick={() => void forward(seconds)}
            >
              {t(label)}
            </Button>
          ))}
        </div>
        <div className="network-buttons">
          <NumberInput
            size="xs"
            aria-label={t('hoursField')}
            w={80}
            min={1}
            max={720}
            allowDecimal={false}
            hideControls
            value={hours}
            onChange={(value) => setHours(Number(value) || 1)}
          />
          <Button size="xs" variant="default" disabled={advance.isPending} onClick={() => void forward(hours * 3600)}>
            {t('hours', { count: hours })}
          </Button>
        </div>
      </fieldset>
      <div className="network-buttons">
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          {t('reset')}
        </Button>
        <CopyAsCode operation="whatsapp_sandbox_reset" input={base} />
      </div>
      {isAsking && (
        <Confirm
          title={t('resetTitle')}
          action={t('reset')}
          isPending={reset.isPending}
          onConfirm={() =>
            void run('whatsapp_sandbox_reset', base, () => reset.mutateAsync(base), t('wasReset')).then(() =>
              setIsAsking(false),
            )
          }
          onClose={() => setIsAsking(false)}
        >
          {t('resetHelp')}
        </Confirm>
      )}
    </div>
  );
}
