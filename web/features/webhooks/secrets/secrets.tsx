import { Button } from '@mantine/core';
import { useState } from 'react';

import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { clearSecret, useSecret } from '../../../ui/secret/store';
import { useCan } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { SECRET_LOST, type Webhook } from '../labels';

import '../webhooks.css';

const RotateDialog = lazyWhenIdle(async () => (await import('./rotate-dialog')).RotateDialog);
const NewWebhookSecret = lazyWhenIdle(async () => (await import('./new-secret')).NewWebhookSecret);

type WebhookSecret = Webhook['secrets'][number];

const COLUMNS: Column<WebhookSecret>[] = [
  {
    title: 'Secret',
    cell: ({ masked_secret: masked, expires_at: end }) => (
      <span className="webhooks-events">
        <span className="mono">{masked}</span>
        {end === null ? <Tag tone="success">Current</Tag> : <Tag tone="warning">Replaced</Tag>}
      </span>
    ),
  },
  { title: 'Made', named: true, cell: ({ created_at: at }) => <Time at={at} /> },
  { title: 'Stops signing', named: true, cell: ({ expires_at: at }) => <Time at={at} never="With the webhook" /> },
];

export function WebhookSecrets({ of }: { of: Webhook }) {
  const mayWrite = useCan()('webhooks:write');
  const secret = useSecret();
  const [open, setOpen] = useState<'rotate' | 'leave'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Card
        title="Signing secrets"
        actions={
          mayWrite && (
            <Button size="xs" variant="default" onClick={() => setOpen('rotate')}>
              Rotate
            </Button>
          )
        }
        flush
      >
        <DataTable
          bare
          label="Signing secrets"
          columns={COLUMNS}
          rows={of.secrets}
          rowKey={({ masked_secret: masked, created_at: at }) => `${masked} ${at}`}
        />
        <div className="card-body dimmed">
          While several sign, each request carries a signature of each: a receiver with any of them verifies it.
        </div>
      </Card>
      {open === 'rotate' && <RotateDialog of={of} onClose={close} />}
      {secret && secret.ownerId === of.id && (
        <Sheet title="Save the signing secret" size={720} onClose={() => setOpen('leave')}>
          <NewWebhookSecret secret={secret} />
        </Sheet>
      )}
      {open === 'leave' && secret && (
        <Confirm title="Close without saving the secret?" action="Close" onClose={close} onConfirm={clearSecret}>
          You will not see this secret again. {SECRET_LOST}
        </Confirm>
      )}
    </>
  );
}
