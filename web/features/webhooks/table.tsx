import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatCount } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { DataTable, type Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { SurfaceTag, Tag } from '../../ui/tag';
import { Time, useNow } from '../../ui/time';
import { summaryOf, surfacesOf } from './form/patterns';
import { useEventTypes } from './form/use-event-types';
import {
  hostOf,
  lastDeliveryOf,
  nameOf,
  pendingLabel,
  rateLabel,
  RECEIVER_WARNINGS,
  RECEIVERS,
  stateOf,
  type Webhook,
} from './labels';

import './webhooks.css';

export function WebhookTable({ rows, footer }: { rows: Webhook[]; footer: ReactNode }) {
  const { id: ws } = useWorkspace();
  const types = useEventTypes();
  const columns: Column<Webhook>[] = [
    {
      title: 'Name',
      cell: (webhook) => (
        <NameCell
          name={
            <Link className="row-link" to="/w/$ws/webhooks/$webhook" params={{ ws, webhook: webhook.id }}>
              {nameOf(webhook)}
            </Link>
          }
        >
          <Host of={webhook} />
        </NameCell>
      ),
    },
    {
      title: 'Events',
      cell: ({ events }) => (
        <span className="webhooks-events" title={events.join('\n')}>
          <span className={events.length > 0 ? 'mono' : 'dimmed'}>{summaryOf(events)}</span>
          {surfacesOf(events, types ?? []).map((surface) => (
            <SurfaceTag key={surface} surface={surface} />
          ))}
        </span>
      ),
    },
    { title: 'Success 24 h', align: 'right', fit: true, named: true, cell: ({ health }) => rateLabel(health) },
    { title: 'Pending', align: 'right', fit: true, named: true, cell: ({ health }) => pendingLabel(health) },
    {
      title: 'Last delivery',
      fit: true,
      named: true,
      cell: ({ health }) => <Time at={lastDeliveryOf(health)} />,
    },
    { title: 'Health', cell: (webhook) => <WebhookState of={webhook} /> },
  ];
  return <DataTable label="Webhooks" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer} />;
}

function Host({ of }: { of: Webhook }) {
  const { kind, warnings } = of.receiver;
  return (
    <>
      <span className="webhooks-host">
        {of.name !== null && <span className="mono dimmed truncate">{hostOf(of.url)}</span>}
        {RECEIVERS[kind] && <Tag tone="info">{RECEIVERS[kind]}</Tag>}
      </span>
      {warnings.map((warning) => (
        <span key={warning} className="webhooks-warning">
          {RECEIVER_WARNINGS[warning]}
        </span>
      ))}
      {of.warnings.map(({ code, types }) => (
        <span key={code} className="webhooks-warning">
          Does not receive {formatCount(types.length, 'event type')} that it asks for.
        </span>
      ))}
    </>
  );
}

export function WebhookState({ of }: { of: Webhook }) {
  const { tone, label, note } = stateOf(of, useNow());
  return (
    <span className="webhooks-state">
      <Tag tone={tone} dot>
        {label}
      </Tag>
      {note && <span className="dimmed">{note}</span>}
    </span>
  );
}
