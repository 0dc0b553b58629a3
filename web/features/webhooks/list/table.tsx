import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useWorkspace } from '../../../ui/shell/workspace';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Status, SurfaceTag } from '../../../ui/tag';
import { Time, useNow } from '../../../ui/time';
import { summaryOf, surfacesOf } from '../form/patterns';
import { useEventTypes } from '../form/use-event-types';
import { stateOf } from '../health/health-texts';
import { RECEIVER_WARNINGS, RECEIVERS } from '../health/receivers';
import { hostOf, lastDeliveryOf, nameOf, pendingLabel, rateLabel, type Webhook } from '../labels';
import { ReceiverIcon } from '../receiver-icon';
import { t } from './texts';
import { useWebhookActions } from './use-webhook-actions';

import '../webhooks.css';

export function WebhookTable({ rows, footer }: { rows: Webhook[]; footer: ReactNode }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const types = useEventTypes();
  const { menu, opened } = useWebhookActions();
  const columns: Column<Webhook>[] = [
    {
      title: t('name'),
      cell: (webhook) => (
        <NameCell
          name={
            <Link className="row-link" to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: webhook.id }}>
              <ReceiverIcon url={webhook.url} /> {nameOf(webhook)}
            </Link>
          }
        >
          <Host of={webhook} />
        </NameCell>
      ),
    },
    {
      title: t('events'),
      priority: 2,
      cell: ({ events }) => (
        <span className="webhooks-events" title={events.join('\n')}>
          <span className={events.length > 0 ? 'mono' : 'dimmed'}>{summaryOf(events)}</span>
          {surfacesOf(events, types ?? []).map((surface) => (
            <SurfaceTag key={surface} surface={surface} />
          ))}
        </span>
      ),
    },
    { title: t('status'), cell: (webhook) => <WebhookState of={webhook} /> },
    { title: t('successRate'), align: 'right', fit: true, named: true, cell: ({ health }) => rateLabel(health) },
    { title: t('pending'), align: 'right', fit: true, named: true, cell: ({ health }) => pendingLabel(health) },
    {
      title: t('lastDelivery'),
      fit: true,
      named: true,
      priority: 3,
      cell: ({ health }) => <Time at={lastDeliveryOf(health)} />,
    },
  ];
  const edit = (id: string) =>
    void navigate({
      to: '/w/$ws/webhooks/$webhook',
      params: { ws, webhook: id },
      search: { tab: 'settings', edit: true },
    });
  return (
    <>
      <DataTable
        label={t('webhooks')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        actions={(webhook) => menu(webhook, () => edit(webhook.id))}
        nameOf={nameOf}
        footer={footer}
      />
      {opened}
    </>
  );
}

function Host({ of }: { of: Webhook }) {
  const { kind, warnings } = of.receiver;
  return (
    <>
      <span className="webhooks-host">
        {of.name !== null && <span className="mono dimmed truncate">{hostOf(of.url)}</span>}
        {RECEIVERS[kind] && kind !== 'inbox' && <span className="dimmed">{RECEIVERS[kind]}</span>}
      </span>
      {warnings
        .filter((warning) => warning !== 'plain_http')
        .map((warning) => (
          <span key={warning} className="webhooks-warning">
            {RECEIVER_WARNINGS[warning]}
          </span>
        ))}
      {of.warnings.map(({ code, types }) => (
        <span key={code} className="webhooks-warning">
          {t('leftOutTypes', { count: types.length })}
        </span>
      ))}
    </>
  );
}

export function WebhookState({ of }: { of: Webhook }) {
  const { tone, label, isUsual, note } = stateOf(of, useNow());
  return (
    <span className="webhooks-state">
      <Status tone={tone} isUsual={isUsual}>
        {label}
      </Status>
      {note && <span className="dimmed">{note}</span>}
    </span>
  );
}
