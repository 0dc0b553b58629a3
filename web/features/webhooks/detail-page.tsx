import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { useTRPC } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { lazyWhenIdle, preload } from '../../ui/lazy-parts';
import { Page } from '../../ui/page';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { Tabs } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { LoadingObjectPage } from '../../ui/states/loading-object-page';
import { WebhookActions } from './actions';
import { nameOf, SECRET_LOST, type Webhook } from './labels';
import { WebhookNotices } from './notices';
import { WebhookOverview } from './overview';
import { WebhookSecrets } from './secrets/secrets';
import { WebhookSettings } from './settings';
import { WebhookState } from './table';
import { useHealthUpdates } from './use-health-updates';

import './webhooks.css';

const EditWebhookSheet = lazyWhenIdle(async () => (await import('./form/edit-sheet')).EditWebhookSheet);
const DeliveryLog = preload(async () => (await import('./deliveries/log')).DeliveryLog, <Loading rows={6} />);

const route = getRouteApi('/w/$ws/webhooks/$webhook');
const TABS = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'deliveries', label: 'Deliveries' },
  { tab: 'settings', label: 'Settings' },
  { tab: 'secrets', label: 'Secrets' },
] as const;

export function WebhookPage() {
  const { ws, webhook: webhookId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.webhooks.get.queryOptions({ webhook_id: webhookId }));
  useHealthUpdates();
  if (query.data) return <WebhookDetail of={query.data} />;
  return (
    <LoadingObjectPage title="Webhook" what="webhook" query={query}>
      <Link to="/w/$ws/webhooks" params={{ ws }} className="copy-button">
        All webhooks
      </Link>
    </LoadingObjectPage>
  );
}

function WebhookDetail({ of }: { of: Webhook }) {
  const { id: ws, name: workspaceName } = useWorkspace();
  const { tab, edit } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/webhooks/$webhook' });
  const mayWrite = useCan()('webhooks:write');
  const setEdit = (isOpen: boolean) =>
    void navigate({ search: (old) => compact({ ...old, edit: isOpen ? (true as const) : undefined }), replace: true });

  return (
    <Page
      title={nameOf(of)}
      context={workspaceName}
      aside={<WebhookState of={of} />}
      lead={
        <>
          <Link to="/w/$ws/webhooks" params={{ ws }}>
            Webhooks
          </Link>{' '}
          · <CopyId id={of.id} />
        </>
      }
      actions={
        <>
          <CopyAsCode operation="webhooks_get" input={{ webhook_id: of.id }} />
          {mayWrite && <WebhookActions of={of} onEdit={() => setEdit(true)} />}
        </>
      }
    >
      <SecretGuard label="signing secret" why={SECRET_LOST} />
      <Tabs label="Webhook" tabs={TABS} current={tab} />
      <div className="webhooks-stack">
        <WebhookNotices of={of} />
        {(tab ?? 'overview') === 'overview' && <WebhookOverview of={of} />}
        {tab === 'deliveries' && <DeliveryLog webhookId={of.id} />}
        {tab === 'settings' && <WebhookSettings of={of} {...(mayWrite ? { onEdit: () => setEdit(true) } : {})} />}
        {tab === 'secrets' && <WebhookSecrets of={of} />}
      </div>
      {edit && mayWrite && <EditWebhookSheet of={of} onClose={() => setEdit(false)} />}
    </Page>
  );
}
