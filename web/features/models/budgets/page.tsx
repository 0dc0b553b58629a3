import { Button } from '@mantine/core';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { byCursor, useTRPC } from '../../../trpc';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { useCan } from '../../../ui/shell/workspace';
import { useShortcuts } from '../../../ui/shortcuts';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { rowsOf } from '../../../ui/table/load-more';
import { useOverlay } from '../../../ui/use-overlay';
import { REFRESH } from '../../usage/periods';
import { ModelsFrame } from '../frame';
import type { Budget } from './labels';
import { BudgetTable } from './table';
import { t } from './texts';

const BudgetDialog = lazyWhenIdle(async () => (await import('./budget-dialog')).BudgetDialog);
const ResetBudget = lazyWhenIdle(async () => (await import('./confirmations')).ResetBudget);
const DeleteBudget = lazyWhenIdle(async () => (await import('./confirmations')).DeleteBudget);

const route = getRouteApi('/w/$ws/models/budgets');

export function ModelBudgetsPage() {
  const can = useCan();
  const { create } = route.useSearch();
  const dialog = useOverlay('create');
  const mayWrite = can('workspace:write');
  useShortcuts(useMemo(() => (mayWrite ? { c: () => dialog.open() } : {}), [mayWrite, dialog]));
  return (
    <ModelsFrame
      title={t('title')}
      lead={t('lead')}
      code={{ operation: 'ai_budgets_list', input: {} }}
      actions={mayWrite && <SetBudget />}
    >
      {can('usage:read') ? <BudgetList /> : <Forbidden need="usage:read" />}
      {create && mayWrite && <BudgetDialog onClose={() => dialog.close()} />}
    </ModelsFrame>
  );
}

function SetBudget() {
  const dialog = useOverlay('create');
  return (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => dialog.open()}>
      {t('setBudget')}
    </Button>
  );
}

function BudgetList() {
  const trpc = useTRPC();
  const mayWrite = useCan()('workspace:write');
  const { edit } = route.useSearch();
  const editing = useOverlay('edit');
  const [open, setOpen] = useState<{ what: 'reset' | 'delete'; of: Budget }>();
  const query = useInfiniteQuery(
    trpc.ai.budgets.list.infiniteQueryOptions({ limit: 100 }, { ...byCursor, ...REFRESH }),
  );
  useLiveReload({ after: /^ai\.budget\./, queryKeys: [trpc.ai.budgets.pathKey()] });
  const close = () => setOpen(undefined);
  return (
    <Content query={query} loading={<Loading rows={3} />}>
      {(data) => {
        const rows = rowsOf(data);
        const edited = mayWrite && rows.find(({ id }) => id === edit);
        return (
          <>
            {rows.length === 0 ? (
              <Empty icon={IconCoins} title={t('noBudgets')} actions={mayWrite && <SetBudget />}>
                {t('noBudgetsHelp')} {!mayWrite && t('askOwner')}
              </Empty>
            ) : (
              <BudgetTable
                query={query}
                rows={rows}
                onOpen={(what, of) => (what === 'edit' ? editing.open(of.id) : setOpen({ what, of }))}
              />
            )}
            {edited && <BudgetDialog of={edited} onClose={() => editing.close()} />}
            {open?.what === 'reset' && <ResetBudget of={open.of} onClose={close} />}
            {open?.what === 'delete' && <DeleteBudget of={open.of} onClose={close} />}
          </>
        );
      }}
    </Content>
  );
}
