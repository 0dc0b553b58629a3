import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';

import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { Card, Page } from '../../../ui/page';
import { SecretClock } from '../../../ui/secret/secret-clock';
import { SecretField } from '../../../ui/secret/secret-field';
import { clearSecret, useSecret } from '../../../ui/secret/store';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { DeliveryList } from '../deliveries/list';
import type { Webhook } from '../labels';
import { InboxControls } from './controls';
import { LatestRequest } from './latest-request';
import { useInbox } from './use-inbox';

import './inbox.css';

const route = getRouteApi('/w/$ws/webhooks/inbox');
const SecretGuard = lazyWhenIdle(async () => (await import('../../../ui/secret/secret-guard')).SecretGuard);
const CreateInbox = lazyWhenIdle(async () => (await import('./create-inbox')).CreateInbox, <Loading shape="text" />);
const PasteCheck = lazyWhenIdle(
  async () => (await import('./paste-check')).PasteCheck,
  <Loading shape="form" rows={3} />,
);

export function InboxPage() {
  const { id: ws, name, role } = useWorkspace();
  const { check } = route.useSearch();
  const mayRead = useCan()('webhooks:read');
  return (
    <Page
      title={check ? 'Signature checker' : 'Inbox'}
      context={name}
      aside={!check && <ConnectionTag isPaused={false} />}
      actions={
        <>
          <Link to="." search={check ? {} : { check: true }} className="copy-button">
            {check ? 'Inbox' : 'Check a request'}
          </Link>
          <Link to="/w/$ws/webhooks" params={{ ws }} className="copy-button">
            All webhooks
          </Link>
        </>
      }
    >
      <SecretGuard label="secret" why="A new one can be made." staysInPage />
      <div className="inbox-stack">
        <KeptSecret />
        {check ? <PasteCheck /> : mayRead ? <Inbox /> : <Forbidden role={role} />}
      </div>
    </Page>
  );
}

function KeptSecret() {
  const secret = useSecret();
  if (secret?.label !== 'Signing secret') return null;
  return (
    <Card title="Signing secret">
      <div className="inbox-stack">
        <div className="dimmed">It checks what arrives, here and in your own receiver.</div>
        <SecretField
          label="Signing secret"
          value={secret.value}
          env={{ SWITCHBOARD_WEBHOOK_SECRET: secret.value }}
          actions={
            <Button variant="default" onClick={clearSecret}>
              I’ve saved it
            </Button>
          }
        />
        <SecretClock />
      </div>
    </Card>
  );
}

function Inbox() {
  const query = useInbox();
  return (
    <Content query={query} loading={<Loading shape="form" rows={3} />}>
      {({ inbox }) => (inbox ? <Arrivals of={inbox} /> : <CreateInbox />)}
    </Content>
  );
}

function Arrivals({ of }: { of: Webhook }) {
  return (
    <>
      <InboxControls of={of} />
      <LatestRequest webhookId={of.id} />
      <section aria-label="Arrivals">
        <DeliveryList
          webhookId={of.id}
          empty={
            <Empty icon={IconInbox} title="Nothing arrived yet">
              Send a test, or do something in the workspace: create a key, follow a short link, send a message.
            </Empty>
          }
        />
      </section>
    </>
  );
}
