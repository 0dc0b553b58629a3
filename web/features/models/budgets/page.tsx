import { Button } from '@mantine/core';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { rowsOf } from '../../../ui/table/load-more';
import { REFRESH } from '../../usage/periods';
import { ModelsFrame } from '../frame';
import type { Budget } from './labels';
import { BudgetTable } from './table';

const BudgetDialog = lazyWhenIdle(async () => (await import('./dialogs')).BudgetDialog);
const ResetBudget = lazyWhenIdle(async () => (await import('./dialogs')).ResetBudget);
const DeleteBudget = lazyWhenIdle(async () => (await import('./dialogs')).DeleteBudget);

const route = getRouteApi('/w/$ws/models/budgets');

export function ModelBudgetsPage() {
  const can = useCan();
  const { create } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/models/budgets' });
  const setCreate = (isOpen: boolean) =>
    void navigate({ search: compact({ create: isOpen ? (true as const) : undefined }), replace: true });
  const mayWrite = can('workspace:write');
  return (
    <ModelsFrame
      title="Model budgets"
      lead="The most that calls of AI models may cost. A call above a budget is refused."
      actions={
        <>
          <CopyAsCode operation="ai_budgets_list" input={{}} />
          {mayWrite && (
            <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreate(true)}>
              Set budget
            </Button>
          )}
        </>
      }
    >
      {can('usage:read') ? <BudgetList onCreate={() => setCreate(true)} /> : <Forbidden need="usage:read" />}
      {create && mayWrite && <BudgetDialog onClose={() => setCreate(false)} />}
    </ModelsFrame>
  );
}

function BudgetList({ onCreate }: { onCreate: () => void }) {
  const trpc = useTRPC();
  const mayWrite = useCan()('workspace:write');
  const [open, setOpen] = useState<{ what: 'edit' | 'reset' | 'delete'; of: Budget }>();
  const query = useInfiniteQuery(
    trpc.ai.budgets.list.infiniteQueryOptions({ limit: 100 }, { ...byCursor, ...REFRESH }),
  );
  useLiveReload({ after: /^ai\.budget\./, queryKeys: [trpc.ai.budgets.pathKey()] });
  const close = () => setOpen(undefined);
  return (
    <Content query={query} loading={<Loading rows={3} />}>
      {(data) => (
        <>
          {rowsOf(data).length === 0 ? (
            <Empty
              icon={IconCoins}
              title="No budgets"
              actions={
                mayWrite && (
                  <button type="button" className="copy-button" onClick={onCreate}>
                    Set budget
                  </button>
                )
              }
            >
              Without a budget, the cost of AI models is not limited.{' '}
              {!mayWrite && 'An owner or admin of the workspace sets budgets.'}
            </Empty>
          ) : (
            <BudgetTable query={query} rows={rowsOf(data)} onOpen={(what, of) => setOpen({ what, of })} />
          )}
          {open?.what === 'edit' && <BudgetDialog of={open.of} onClose={close} />}
          {open?.what === 'reset' && <ResetBudget of={open.of} onClose={close} />}
          {open?.what === 'delete' && <DeleteBudget of={open.of} onClose={close} />}
        </>
      )}
    </Content>
  );
}
