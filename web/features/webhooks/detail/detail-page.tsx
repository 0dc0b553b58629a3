import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { lazyWhenIdle, preload } from '../../../ui/lazy-parts';
import { Page } from '../../../ui/page';
import { SecretGuard } from '../../../ui/secret/secret-guard';
import { Tabs } from '../../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { LoadingObjectPage } from '../../../ui/states/loading-object-page';
import { Tag } from '../../../ui/tag';
import { useOverlay } from '../../../ui/use-overlay';
import { WebhookNotices } from '../health/notices';
import { nameOf, type Webhook } from '../labels';
import { WebhookState } from '../list/table';
import { useWebhookActions } from '../list/use-webhook-actions';
import { ReceiverIcon } from '../receiver-icon';
import { useHealthUpdates } from '../use-health-updates';
import { WebhookOverview } from './overview';
import { useWebhookTest } from './test/use-webhook-test';
import { t } from './texts';

import '../webhooks.css';

const EditWebhookSheet = lazyWhenIdle(async () => (await import('../form/edit-sheet')).EditWebhookSheet);
const TestSheet = lazyWhenIdle(async () => (await import('./test/test-sheet')).TestSheet);
const WebhookSettings = lazyWhenIdle(async () => (await import('./settings')).WebhookSettings, <Loading rows={6} />);
const WebhookSecrets = lazyWhenIdle(
  async () => (await import('../secrets/secrets')).WebhookSecrets,
  <Loading rows={2} />,
);
const DeliveryLog = preload(async () => (await import('../deliveries/log')).DeliveryLog, <Loading rows={6} />);

const route = getRouteApi('/w/$ws/webhooks/$webhook');
const TABS = ['overview', 'deliveries', 'settings', 'secrets'] as const;

export function WebhookPage() {
  const { ws, webhook: webhookId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.webhooks.get.queryOptions({ webhook_id: webhookId }));
  useHealthUpdates();
  if (query.data) return <WebhookDetail of={query.data} />;
  return (
    <LoadingObjectPage title={t('webhook')} what={t('webhookNoun')} query={query}>
      <Link to="/w/$ws/webhooks" params={{ ws }} className="copy-button">
        {t('allWebhooks')}
      </Link>
    </LoadingObjectPage>
  );
}

function WebhookDetail({ of }: { of: Webhook }) {
  const { id: ws, name: workspaceName } = useWorkspace();
  const { tab, edit, test: isTestOpen } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/webhooks/$webhook' });
  const mayWrite = useCan()('webhooks:write');
  const editing = useOverlay('edit');
  const testing = useOverlay('test');
  const test = useWebhookTest(of.id);
  const { menu, enable, opened } = useWebhookActions({
    onDeleted: () => void navigate({ to: '/w/$ws/webhooks', params: { ws } }),
  });
  const id = { webhook_id: of.id };
  const isOverview = (tab ?? 'overview') === 'overview';

  return (
    <Page
      title={nameOf(of)}
      context={workspaceName}
      aside={
        <>
          <WebhookState of={of} />
          {!isOverview && of.receiver.warnings.includes('plain_http') && <Tag tone="warning">{t('unencrypted')}</Tag>}
        </>
      }
      lead={
        <span className="webhooks-lead">
          <Link to="/w/$ws/webhooks" params={{ ws }}>
            {t('webhooks')}
          </Link>
          <span className="webhooks-address">
            <ReceiverIcon url={of.url} />
            <span className="mono webhooks-url">{of.url}</span>
          </span>
          <CopyId id={of.id} />
        </span>
      }
      code={[
        { operation: 'webhooks_get', input: id, label: t('webhook') },
        { operation: 'webhooks_get_stats', input: id, label: t('stats') },
        ...(mayWrite ? [{ operation: 'webhooks_test', input: () => test.input, label: t('sendTest') }] : []),
      ]}
      more={menu(of, () => editing.open())}
      actions={
        mayWrite && (
          <Button
            size="sm"
            loading={test.isPending}
            disabled={test.wait > 0}
            onClick={() => {
              testing.open();
              test.send();
            }}
          >
            {test.wait > 0 ? t('waitSeconds', { seconds: test.wait }) : t('sendTest')}
          </Button>
        )
      }
    >
      <SecretGuard label={t('secretNoun')} why={t('rotateForNew')} />
      <Tabs label={t('webhook')} tabs={TABS.map((one) => ({ tab: one, label: t(one) }))} current={tab} />
      <div className="webhooks-stack">
        <WebhookNotices of={of} isOverview={isOverview} onEnable={() => enable(of)} />
        {isOverview && <WebhookOverview of={of} />}
        {tab === 'deliveries' && <DeliveryLog webhookId={of.id} />}
        {tab === 'settings' && <WebhookSettings of={of} {...(mayWrite ? { onEdit: () => editing.open() } : {})} />}
        {tab === 'secrets' && <WebhookSecrets of={of} />}
      </div>
      {edit && mayWrite && <EditWebhookSheet of={of} onClose={() => editing.close()} />}
      {isTestOpen && mayWrite && <TestSheet test={test} onClose={() => testing.close()} />}
      {opened}
    </Page>
  );
}
