import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { PRESETS } from '../../../shared/scopes';
import { queryClient, useTRPC, type Outputs } from '../../trpc';
import { Samples } from '../../ui/code/samples';
import { useSendOnce } from '../../ui/form/use-send-once';
import { Card } from '../../ui/page';
import { masked, SecretField } from '../../ui/secret/secret-field';
import { clearSecret, keepSecret, useSecret } from '../../ui/secret/store';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { toastError } from '../../ui/toast';
import { draftOf, firstCallOf, inputOf } from '../keys/draft';
import { RunHere } from '../keys/run-here';
import { FirstAnswer } from './first-answer';

import './overview.css';

type Overview = Outputs['workspaces']['overview'];

const STEPS: Record<Overview['checklist'][number]['step'], string> = {
  create_key: 'Create a key',
  first_request: 'Make a call',
  invite_colleague: 'Invite a colleague',
};
const dismissedKey = (ws: string) => `sb_first_run_${ws}`;
const CALL = firstCallOf({ scopes: PRESETS.first_steps.scopes, full_access: false });

/** From nothing to an answered call; one line once that was done. */
export function FirstRun({ of }: { of: Overview }) {
  const { id: ws } = useWorkspace();
  const secret = useSecret();
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(dismissedKey(ws)) !== null);
  const done = of.checklist.filter((step) => step.done).length;
  const hasCalled = of.checklist.some(({ step, done: isDone }) => step === 'first_request' && isDone);
  if (secret) return <FirstCall key={secret.ownerId} of={of} />;
  if (isDismissed || done === of.checklist.length) return null;

  const dismiss = (
    <button
      type="button"
      className="bare overview-close"
      aria-label="Hide the first steps"
      onClick={() => {
        localStorage.setItem(dismissedKey(ws), '1');
        setIsDismissed(true);
      }}
    >
      <IconX size={15} aria-hidden />
    </button>
  );
  if (hasCalled || !mayCreate) {
    const next = of.checklist.find((step) => !step.done);
    return (
      <section className="card overview-line" aria-label="First steps">
        <Progress of={of} />
        <span>
          Next: {next && STEPS[next.step].toLowerCase()}. Every operation is in the{' '}
          <Link to="/reference/$surface" params={{ surface: 'getting-started' }}>
            API reference
          </Link>
          .
        </span>
        {dismiss}
      </section>
    );
  }
  return <FirstKey of={of} dismiss={dismiss} />;
}

function FirstKey({ of, dismiss }: { of: Overview; dismiss: ReactNode }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const once = useSendOnce();
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const send = async () => {
    try {
      const { secret, id } = await create.mutateAsync(inputOf(draftOf('first_steps')));
      create.reset();
      once.renew();
      if (secret !== null) keepSecret({ label: 'API key', value: secret, ownerId: id });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() }),
        queryClient.invalidateQueries({ queryKey: trpc.workspaces.overview.pathKey() }),
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

/** The secret in place, inside the command; then the call as it arrives. */
function FirstCall({ of }: { of: Overview }) {
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
        <FirstAnswer keyId={ownerId} />
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

function Progress({ of }: { of: Overview }) {
  const done = of.checklist.filter((step) => step.done).length;
  return (
    <ol className="overview-steps" aria-label={`${done} of ${of.checklist.length} steps done`}>
      {of.checklist.map(({ step, done: isDone }) => (
        <li key={step} data-done={isDone}>
          {isDone && <IconCheck size={13} aria-hidden />}
          {STEPS[step]}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
