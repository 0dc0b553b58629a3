import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { formatList } from '../../../ui/format';
import { ConnectionTag } from '../../../ui/live/connection-tag';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty, Forbidden } from '../../../ui/states/states';
import type { Column } from '../../../ui/table/data-table';
import { toast, toastError } from '../../../ui/toast/toast';
import { WebhooksFrame } from '../list/frame';
import type { Delivery } from './labels';
import { DeliveryList } from './list';
import { t } from './texts';
import { useUpdateDeliveries } from './use-actions';

/** The API takes so many at once. */
const LIMIT = 100;

export function DeadLettersPage() {
  const { role } = useWorkspace();
  const can = useCan();
  const trpc = useTRPC();
  const show = useUpdateDeliveries();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const retry = useMutation(
    trpc.webhooks.deliveries.retry_many.mutationOptions({
      onSuccess: ({ retried, skipped }) => {
        show(retried);
        setChosen(new Set(skipped.map(({ delivery_id: id }) => id)));
        if (retried.length > 0) toast(t('retried', { count: retried.length }));
        if (skipped.length === 0) return;
        toast(t('skipped', { count: skipped.length }), {
          tone: 'warning',
          text: formatList([...new Set(skipped.map(({ message }) => message))]),
          shownMs: 12_000,
        });
      },
      onError: (error) => toastError(error, t('notRetried')),
    }),
  );
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setChosen((old) => {
      const next = new Set(old);
      for (const id of ids) {
        if (isOn) next.add(id);
        else next.delete(id);
      }
      return next;
    });

  const mayWrite = can('webhooks:write');
  const select: Column<Delivery> = {
    title: '',
    label: t('select'),
    fit: true,
    cell: ({ id, event_type: type }) => (
      <label className="deliveries-select">
        <input
          type="checkbox"
          checked={chosen.has(id)}
          onChange={(event) => toggle([id], event.currentTarget.checked)}
        />
        <span className="visually-hidden">{t('selectThis', { type, id })}</span>
      </label>
    ),
  };

  const bar = (rows: readonly Delivery[]) => {
    const dead = rows.filter(({ status }) => status === 'exhausted').slice(0, LIMIT);
    // Only ids that are still listed are retried: others may have been retried or filtered out meanwhile.
    const ids = dead.map(({ id }) => id).filter((id) => chosen.has(id));
    if (!mayWrite || dead.length === 0) return null;
    const isAll = ids.length === dead.length;
    return (
      <div className="deliveries-selection" role="group" aria-label={t('selection')}>
        <label>
          <input
            type="checkbox"
            checked={isAll}
            onChange={() =>
              toggle(
                dead.map(({ id }) => id),
                !isAll,
              )
            }
          />
          {t(dead.length < rows.length ? 'selectFirst' : 'selectAll', { count: dead.length })}
        </label>
        <span className="numbers" role="status">
          {t('selected', { count: ids.length })}
        </span>
        <Button
          size="xs"
          disabled={ids.length === 0}
          loading={retry.isPending}
          onClick={() => retry.mutate({ delivery_ids: ids })}
        >
          {t('retrySelected')}
        </Button>
        {ids.length > 0 && <CopyAsCode operation="webhooks_deliveries_retry_many" input={{ delivery_ids: ids }} />}
      </div>
    );
  };

  return (
    <WebhooksFrame title={t('deadLetters')} aside={<ConnectionTag isPaused={false} />} lead={t('deadLettersLead')}>
      {can('webhooks:read') ? (
        <DeliveryList
          status="exhausted"
          leading={mayWrite ? [select] : []}
          above={bar}
          empty={
            <Empty icon={IconMailOff} title={t('noDeadLetters')}>
              {t('noDeadLettersHelp')}
            </Empty>
          }
        />
      ) : (
        <Forbidden role={role} />
      )}
    </WebhooksFrame>
  );
}
