import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { useTRPC } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { later, soon } from '../../ui/later';
import { Page } from '../../ui/page';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { WebhookActions } from './actions';
import { WebhookNotices } from './notices';
import { WebhookOverview } from './overview';
import { WebhookSecrets } from './secrets';
import { WebhookSettings } from './settings';
import { WebhookState } from './table';
import { useHealthNews } from './use-health-news';
import { nameOf, SECRET_LOST, type Webhook } from './words';

import './webhooks.css';
import '../../ui/shell/tab-links.css';

const EditWebhookSheet = later(async () => (await import('./edit-sheet')).EditWebhookSheet);
const DeliveryLog = soon(async () => (await import('./deliveries/log')).DeliveryLog, <Loading rows={6} />);

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
  useHealthNews();
  if (query.data) return <WebhookDetail of={query.data} />;
  return (
    <Page title="Webhook">
      <Content
        query={query}
        what="webhook"
        actions={
          <Link to="/w/$ws/webhooks" params={{ ws }} className="copy-button">
            All webhooks
          </Link>
        }
        loading={<Loading shape="form" />}
      >
        {() => null}
      </Content>
    </Page>
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
      <nav className="tab-links" aria-label="Webhook">
        {TABS.map((one) => (
          <Link
            key={one.label}
            to="/w/$ws/webhooks/$webhook"
            params={{ ws, webhook: of.id }}
            // Without a tab it is the first: then its link, too, has none, or it would not be the current one.
            search={one.tab === 'overview' && tab === undefined ? {} : { tab: one.tab }}
          >
            {one.label}
          </Link>
        ))}
      </nav>
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
