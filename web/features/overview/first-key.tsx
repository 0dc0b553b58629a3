import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { PRESETS } from '../../../shared/access/presets';
import { queryClient, useTRPC } from '../../trpc';
import { Samples } from '../../ui/code/samples';
import { useSendOnce } from '../../ui/form/use-send-once';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { SecretField } from '../../ui/secret/secret-field';
import { clearSecret, storeReturnedSecret, useSecret } from '../../ui/secret/store';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { toastError } from '../../ui/toast/toast';
import { draftOf, firstCallOf, inputOf } from '../keys/form/draft';
import { RunHere } from '../keys/run-here';
import { FirstCallResult } from './first-call-result';
import { NextStep } from './next-step';
import { lowerFirst, Progress, stepName, type Checklist, type Overview } from './progress';
import { t } from './texts';

import './overview.css';

const FirstMessage = lazyWhenIdle(
  async () => (await import('../whatsapp/tester/first-message')).FirstMessage,
  <Loading shape="form" rows={2} />,
);

const CALL = firstCallOf({ scopes: PRESETS.first_steps.scopes, full_access: false });

interface FirstKeyProps {
  of: Overview;
  checklist: Checklist;
  dismiss: ReactNode;
}

export function FirstKey({ of, checklist, dismiss }: FirstKeyProps) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const once = useSendOnce();
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const send = async () => {
    try {
      const { secret, id } = await create.mutateAsync(inputOf(draftOf('first_steps'), once.firstTry()));
      create.reset();
      once.renew();
      storeReturnedSecret({ label: t('keyLabel'), value: secret, ownerId: id });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.workspaces.get_overview.pathKey() }),
      ]);
    } catch (error) {
      toastError(error, t('keyNotCreated'));
    }
  };
  return (
    <Card title={t('firstCall')} actions={dismiss}>
      <div className="overview-first">
        <Progress of={checklist} />
        <div className="dimmed">{of.getting_started.live_keys > 0 ? t('unusedKey') : t('starterKey')}</div>
        <div className="page-actions">
          <Button loading={create.isPending} onClick={() => void send()}>
            {t('createKey')}
          </Button>
          <Button
            component={Link}
            to="/w/$ws/keys"
            params={{ ws } as never}
            search={{ create: true } as never}
            variant="subtle"
          >
            {t('otherAccess')}
          </Button>
        </div>
        <Samples call={CALL} hasCopy={false} />
      </div>
    </Card>
  );
}

function NextSteps({ of }: { of: Checklist }) {
  const [isSending, setIsSending] = useState(false);
  const maySend = useCan()('whatsapp.messages:send');
  const hasCalled = of.some(({ step, done }) => step === 'first_request' && done);
  if (!hasCalled) return null;
  const next = of.find(({ step, done }) => !done && (step !== 'send_message' || maySend));
  return (
    <>
      {isSending && <FirstMessage />}
      {next && !(isSending && next.step === 'send_message') && (
        <div>
          {t('next', { step: lowerFirst(stepName(next.step)) })}{' '}
          <NextStep step={next.step} isSending={isSending} onSend={() => setIsSending(true)} />
        </div>
      )}
    </>
  );
}

export function FirstCall({ of }: { of: Checklist }) {
  const secret = useSecret();
  if (!secret) return null;
  const { value, ownerId } = secret;
  return (
    <Card title={t('firstCall')}>
      <div className="overview-first">
        <Progress of={of} />
        <div className="dimmed">{t('keyReady')}</div>
        {/* Shown as it is: a command that is selected by mouse has to work too. */}
        <Samples call={CALL} secret={{ value, shown: value }} />
        <RunHere call={CALL} secret={value} />
        <FirstCallResult keyId={ownerId} />
        <NextSteps of={of} />
        <SecretField
          label={t('keyLabel')}
          value={value}
          env={{ SWITCHBOARD_API_KEY: value, SWITCHBOARD_BASE_URL: location.origin }}
          actions={
            <Button variant="default" onClick={clearSecret}>
              {t('saved')}
            </Button>
          }
        />
      </div>
    </Card>
  );
}
