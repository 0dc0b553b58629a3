import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Note } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { ConnectionActions } from './actions';
import { QrCode } from './qr-code';
import { t } from './texts';

const Passkey = lazyWhenIdle(async () => (await import('./passkey')).Passkey, <Loading shape="text" rows={3} />);

const PairingCode = lazyWhenIdle(
  async () => (await import('./pairing-code')).PairingCode,
  <Loading shape="form" rows={1} />,
);

const WAYS = [
  { way: 'qr', label: 'scanCode' },
  { way: 'code', label: 'typeCode' },
] as const;
type Way = (typeof WAYS)[number]['way'];
const WHILE_PAIRING = ['restart', 'disconnect'] as const;

export function Pairing({ of }: { of: Instance }) {
  const [way, setWay] = useState<Way>('qr');
  const can = useCan();
  if (!can('whatsapp.instances:connect')) {
    return <Note tone="warning">{t('mayNotPair')}</Note>;
  }
  const { status_reason: reason } = of;
  if (reason === 'passkey_required' || reason === 'passkey_confirmation') {
    return (
      <div className="wa-lines">
        <Passkey of={of} reason={reason} />
        <div className="wa-line">
          <ConnectionActions of={of} orders={WHILE_PAIRING} />
        </div>
      </div>
    );
  }
  return (
    <div className="wa-lines">
      <div className="wa-ways" role="group" aria-label={t('howToLink')}>
        {WAYS.map((one) => (
          <button key={one.way} type="button" aria-pressed={way === one.way} onClick={() => setWay(one.way)}>
            {t(one.label)}
          </button>
        ))}
      </div>
      <div className="wa-pairing">
        {way === 'qr' ? <QrCode of={of} /> : <PairingCode of={of} />}
        <Steps way={way} />
      </div>
      <div className="wa-line">
        {!of.livemode && can('whatsapp.instances:write') && <PretendScan of={of} />}
        <ConnectionActions of={of} orders={WHILE_PAIRING} />
      </div>
    </div>
  );
}

function Steps({ way }: { way: Way }) {
  return (
    <ol className="wa-steps">
      <li>{t('step_open')}</li>
      <li>{t('step_menu')}</li>
      <li>{t('step_link')}</li>
      {way === 'qr' ? (
        <li>{t('step_scan')}</li>
      ) : (
        <>
          <li>{t('step_number')}</li>
          <li>{t('step_type')}</li>
        </>
      )}
    </ol>
  );
}

function PretendScan({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const scan = useMutation(
    trpc.whatsapp.sandbox.scan.mutationOptions({
      onError: (error) => toastError(error, t('notScanned')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  return (
    <Button size="sm" loading={scan.isPending} onClick={() => scan.mutate({ instance_id: of.id })}>
      {t('simulateScan')}
    </Button>
  );
}
