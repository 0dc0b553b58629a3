import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { lazyWhenIdle, preload } from '../../../ui/lazy-parts';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Forbidden } from '../../../ui/states/states';
import { toast, toastError } from '../../../ui/toast/toast';
import { WebhooksFrame } from '../list/frame';
import { t } from './texts';
import { useInbox } from './use-inbox';

import './inbox.css';

const route = getRouteApi('/w/$ws/webhooks/inbox');
const Arrivals = preload(async () => (await import('./arrivals')).Arrivals, <Loading shape="form" rows={3} />);
const CreateInbox = lazyWhenIdle(async () => (await import('./create-inbox')).CreateInbox, <Loading shape="text" />);
const PasteCheck = lazyWhenIdle(
  async () => (await import('./check/paste-check')).PasteCheck,
  <Loading shape="form" rows={3} />,
);

export function InboxPage() {
  const { role } = useWorkspace();
  const { check } = route.useSearch();
  const can = useCan();
  const query = useInbox();
  const inbox = query.data?.inbox;
  const other = (
    <Link to="." search={check ? {} : { check: true }} className="copy-button">
      {t(check ? 'backToInbox' : 'checkRequest')}
    </Link>
  );
  if (check) {
    return (
      <WebhooksFrame title={t('checker')} lead={t('checkerLead')} actions={other}>
        <PasteCheck />
      </WebhooksFrame>
    );
  }
  return (
    <WebhooksFrame
      title={t('inbox')}
      lead={t('lead')}
      aside={<ConnectionTag isPaused={false} />}
      {...(inbox ? { code: { operation: 'webhooks_test', input: { webhook_id: inbox.id } } } : {})}
      actions={
        <>
          {other}
          {inbox && can('webhooks:write') && <SendTest webhookId={inbox.id} />}
        </>
      }
    >
      {can('webhooks:read') ? (
        <Content query={query} loading={<Loading shape="form" rows={3} />}>
          {(data) => <div className="inbox-stack">{data.inbox ? <Arrivals of={data.inbox} /> : <CreateInbox />}</div>}
        </Content>
      ) : (
        <Forbidden role={role} />
      )}
    </WebhooksFrame>
  );
}

function SendTest({ webhookId }: { webhookId: string }) {
  const trpc = useTRPC();
  const send = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: ({ attempt }) =>
        toast(t('testSent', { status: String(attempt.http_status ?? attempt.code) }), {
          tone: attempt.code === 'ok' ? 'success' : 'warning',
        }),
      onError: (error) => toastError(error, t('testNotSent')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    }),
  );
  return (
    <Button size="sm" loading={send.isPending} onClick={() => send.mutate({ webhook_id: webhookId })}>
      {t('sendTest')}
    </Button>
  );
}
