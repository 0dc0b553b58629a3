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
import { masked, SecretField } from '../../ui/secret/secret-field';
import { clearSecret, storeReturnedSecret, useSecret } from '../../ui/secret/store';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { toastError } from '../../ui/toast/toast';
import { draftOf, firstCallOf, inputOf } from '../keys/form/draft';
import { RunHere } from '../keys/run-here';
import { FirstCallResult } from './first-call-result';
import { NextStep } from './next-step';
import { Progress, STEPS, type Overview } from './progress';

import './overview.css';

const FirstMessage = lazyWhenIdle(
  async () => (await import('../whatsapp/tester/first-message')).FirstMessage,
  <Loading shape="form" rows={2} />,
);

const CALL = firstCallOf({ scopes: PRESETS.first_steps.scopes, full_access: false });

export function FirstKey({ of, dismiss }: { of: Overview; dismiss: ReactNode }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const once = useSendOnce();
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const send = async () => {
    try {
      const { secret, id } = await create.mutateAsync(inputOf(draftOf('first_steps'), once.firstTry()));
      create.reset();
      once.renew();
      storeReturnedSecret({ label: 'API key', value: secret, ownerId: id });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.workspaces.get_overview.pathKey() }),
      ]);
    } catch (error) {
      toastError(error, 'No key was made');
    }
  };
  return (
    <Card
      title="Make your first call"
      actions={
        <>
          <Progress of={of} />
          {dismiss}
        </>
      }
    >
      <div className="overview-first">
        <div className="dimmed">
          {of.getting_started.live_keys > 0
            ? 'There is a key, but no call yet. Make another one here: its secret appears inside the command.'
            : 'A key for the first steps: it reads and sends, expires in 30 days, and cannot manage anything.'}
        </div>
        <div className="page-actions">
          <Button loading={create.isPending} onClick={() => void send()}>
            Create key
          </Button>
          <Button
            component={Link}
            to="/w/$ws/keys"
            params={{ ws } as never}
            search={{ create: true } as never}
            variant="subtle"
          >
            Change
          </Button>
        </div>
        <Samples call={CALL} />
      </div>
    </Card>
  );
}

function NextSteps({ of }: { of: Overview }) {
  const [isSending, setIsSending] = useState(false);
  const maySend = useCan()('whatsapp.messages:send');
  const hasCalled = of.checklist.some(({ step, done }) => step === 'first_request' && done);
  if (!hasCalled) return null;
  const next = of.checklist.find(({ step, done }) => !done && (step !== 'send_message' || maySend));
  return (
    <>
      {isSending && <FirstMessage />}
      {next && !(isSending && next.step === 'send_message') && (
        <div>
          Next, {STEPS[next.step].toLowerCase()}:{' '}
          <NextStep step={next.step} isSending={isSending} onSend={() => setIsSending(true)} />
        </div>
      )}
    </>
  );
}

export function FirstCall({ of }: { of: Overview }) {
  const secret = useSecret();
  if (!secret) return null;
  const { value, ownerId } = secret;
  return (
    <Card title="Make your first call" actions={<Progress of={of} />}>
      <div className="overview-first">
        <div className="dimmed">
          Your key is ready, and shown only now. Paste this into a terminal; the request appears below as it arrives.
        </div>
        <Samples call={CALL} secret={{ value, shown: masked(value) }} />
        <RunHere call={CALL} secret={value} />
        <FirstCallResult keyId={ownerId} />
        <NextSteps of={of} />
        <SecretField
          label="Key"
          value={value}
          env={{ SWITCHBOARD_API_KEY: value, SWITCHBOARD_BASE_URL: location.origin }}
          actions={
            <Button variant="default" onClick={clearSecret}>
              I’ve saved it
            </Button>
          }
        />
      </div>
    </Card>
  );
}
