import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
import { summaryOf } from '../form/patterns';
import { DISABLED_LABELS, type Webhook } from '../labels';
import { delayOptions, inboxUrl, responseOf, statusOptions } from './responses';
import { t } from './texts';

/** What the inbox responds with, and what it receives. */
export function InboxControls({ of }: { of: Webhook }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const mayWrite = useCan()('webhooks:write');
  const response = responseOf(of.url);
  const input = { webhook_id: of.id };
  const reload = () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  const change = useMutation(
    trpc.webhooks.update.mutationOptions({
      onSuccess: reload,
      onError: (error) => toastError(error, t('responseNotChanged')),
    }),
  );
  const enable = useMutation(
    trpc.webhooks.enable.mutationOptions({
      onSuccess: reload,
      onError: (error) => toastError(error, t('notEnabled')),
    }),
  );
  const respondWith = (next: Partial<typeof response>) =>
    change.mutate({ ...input, url: inboxUrl({ ...response, ...next }) });

  return (
    <Card
      title={t('response')}
      aside={<span className="mono dimmed">{of.url}</span>}
      actions={
        <Link to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: of.id }} className="copy-button">
          {t('openWebhook')}
        </Link>
      }
    >
      <div className="inbox-stack">
        {of.status !== 'active' && (
          <Note tone="warning">
            {stateText(of)}{' '}
            {mayWrite && (
              <Button
                size="compact-sm"
                variant="default"
                loading={enable.isPending}
                onClick={() => enable.mutate(input)}
              >
                {t('enable')}
              </Button>
            )}
          </Note>
        )}
        <div className="inbox-controls">
          <NativeSelect
            label={t('respondWith')}
            data={statusOptions(response.status)}
            disabled={!mayWrite || change.isPending}
            value={String(response.status)}
            onChange={(event) => respondWith({ status: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            label={t('delay')}
            data={delayOptions(response.delayMs)}
            disabled={!mayWrite || change.isPending}
            value={String(response.delayMs)}
            onChange={(event) => respondWith({ delayMs: Number(event.currentTarget.value) })}
          />
        </div>
        <div className="dimmed">
          {of.events.includes('*')
            ? t('receivesAll')
            : t.rich('receives', {
                events: summaryOf(of.events),
                code: (text) => <span className="mono">{text}</span>,
              })}
        </div>
      </div>
    </Card>
  );
}

function stateText({ status, disabled_reason: reason }: Webhook): string {
  if (status === 'paused') return t('paused');
  return reason === null ? t('disabled') : t('disabledBy', { reason: DISABLED_LABELS[reason] });
}
