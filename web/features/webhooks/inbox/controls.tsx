import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Card } from '../../../ui/page';
import { storeReturnedSecret, useSecret } from '../../../ui/secret/store';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { summaryOf } from '../form/patterns';
import { DISABLED_LABELS, type Webhook } from '../labels';
import { RESPONSE_DELAYS, RESPONSE_STATUSES, responseOf, inboxUrl } from './responses';

export function InboxControls({ of }: { of: Webhook }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const mayWrite = useCan()('webhooks:write');
  const stored = useSecret();
  const answers = responseOf(of.url);
  const input = { webhook_id: of.id };
  const renew = () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  const { update, test, enable, rotate_secret: rotateSecret } = trpc.webhooks;
  const change = useMutation(
    update.mutationOptions({ onSuccess: renew, onError: (error) => toastError(error, 'The answer stays as it was') }),
  );
  const send = useMutation(
    test.mutationOptions({
      onSuccess: ({ attempt }) =>
        toast(`Test sent: ${attempt.http_status ?? attempt.code}`, {
          tone: attempt.code === 'ok' ? 'success' : 'warning',
        }),
      onError: (error) => toastError(error, 'No test was sent'),
      onSettled: renew,
    }),
  );
  const wake = useMutation(
    enable.mutationOptions({ onSuccess: renew, onError: (error) => toastError(error, 'Not enabled') }),
  );
  const rotate = useMutation(rotateSecret.mutationOptions({ gcTime: 0 }));
  const makeSecret = async () => {
    try {
      const { secret } = await rotate.mutateAsync({ ...input, overlap_seconds: 0 });
      // The response holds the secret, which must not stay in the mutation cache.
      rotate.reset();
      storeReturnedSecret({ label: 'Signing secret', value: secret, ownerId: of.id });
      await renew();
    } catch (error) {
      toastError(error, 'The secret stays as it was');
    }
  };
  const answerWith = (next: Partial<typeof answers>) =>
    change.mutate({ ...input, url: inboxUrl({ ...answers, ...next }) });

  return (
    <Card
      title="Inbox"
      aside={<span className="mono dimmed">{of.url}</span>}
      actions={
        <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: of.id }} className="copy-button">
          Webhook
        </Link>
      }
    >
      <div className="inbox-stack">
        {of.status !== 'active' && (
          <Note tone="warning">
            {of.status === 'paused'
              ? 'The inbox is paused: deliveries wait.'
              : `The inbox is disabled${of.disabled_reason ? `: ${DISABLED_LABELS[of.disabled_reason]}` : ''}. New events are not delivered.`}{' '}
            {mayWrite && (
              <Button size="compact-sm" variant="default" loading={wake.isPending} onClick={() => wake.mutate(input)}>
                Enable
              </Button>
            )}
          </Note>
        )}
        <div className="inbox-controls">
          <NativeSelect
            label="It answers"
            data={withOwn(RESPONSE_STATUSES, answers.status)}
            disabled={!mayWrite || change.isPending}
            value={String(answers.status)}
            onChange={(event) => answerWith({ status: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            label="When"
            data={withOwn(RESPONSE_DELAYS, answers.delayMs, ' ms')}
            disabled={!mayWrite || change.isPending}
            value={String(answers.delayMs)}
            onChange={(event) => answerWith({ delayMs: Number(event.currentTarget.value) })}
          />
          {mayWrite && (
            <span className="inbox-line">
              <Button loading={send.isPending} onClick={() => send.mutate(input)}>
                Send a test
              </Button>
              <CopyAsCode operation="webhooks_test" input={input} />
            </span>
          )}
        </div>
        <div className="dimmed">
          {of.events.includes('*') ? (
            'It gets every event of the workspace.'
          ) : (
            <>
              It gets <span className="mono">{summaryOf(of.events)}</span>.
            </>
          )}{' '}
          A test is signed and tried once; real events are tried again until the answer is 2xx.
        </div>
        {mayWrite && stored?.ownerId !== of.id && (
          <div className="inbox-line">
            <span>The signing secret is not in this page: paste it into a check, or make a new one.</span>
            <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => void makeSecret()}>
              New secret
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function withOwn(choices: readonly { value: string; label: string }[], value: number, unit = '') {
  const own = String(value);
  return choices.some((choice) => choice.value === own)
    ? [...choices]
    : [...choices, { value: own, label: own + unit }];
}
