import { Button } from '@mantine/core';
import { useState } from 'react';

import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { clearSecret, useSecret } from '../../../ui/secret/store';
import { useCan } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Status } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import type { Webhook } from '../labels';
import { t } from './texts';

import '../webhooks.css';

const RotateDialog = lazyWhenIdle(async () => (await import('./rotate-dialog')).RotateDialog);
const NewWebhookSecret = lazyWhenIdle(async () => (await import('./new-secret')).NewWebhookSecret);

type WebhookSecret = Webhook['secrets'][number];

const columns = (): Column<WebhookSecret>[] => [
  {
    title: t('secret'),
    cell: ({ masked_secret: masked, expires_at: end }) => (
      <span className="webhooks-events">
        <span className="mono">{masked}</span>
        <Status tone="warning" isUsual={end === null}>
          {t(end === null ? 'current' : 'replaced')}
        </Status>
      </span>
    ),
  },
  { title: t('created'), named: true, cell: ({ created_at: at }) => <Time at={at} /> },
  { title: t('stops'), named: true, cell: ({ expires_at: at }) => <Time at={at} never={t('withWebhook')} /> },
];

export function WebhookSecrets({ of }: { of: Webhook }) {
  const mayWrite = useCan()('webhooks:write');
  const secret = useSecret();
  const [open, setOpen] = useState<'rotate' | 'leave'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Card
        title={t('signingSecrets')}
        actions={
          mayWrite && (
            <Button size="xs" variant="default" onClick={() => setOpen('rotate')}>
              {t('rotate')}
            </Button>
          )
        }
        flush
      >
        <DataTable
          bare
          label={t('signingSecrets')}
          columns={columns()}
          rows={of.secrets}
          rowKey={({ masked_secret: masked, created_at: at }) => `${masked} ${at}`}
        />
        {of.secrets.length > 1 && <div className="card-body dimmed">{t('severalHelp')}</div>}
      </Card>
      {open === 'rotate' && <RotateDialog of={of} onClose={close} />}
      {secret && secret.ownerId === of.id && (
        <Sheet title={t('save')} size={720} onClose={() => setOpen('leave')}>
          <NewWebhookSecret secret={secret} />
        </Sheet>
      )}
      {open === 'leave' && secret && (
        <Confirm title={t('closeUnsaved')} action={t('close')} onClose={close} onConfirm={clearSecret}>
          {t('notShownAgain')}
        </Confirm>
      )}
    </>
  );
}
