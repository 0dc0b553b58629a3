import { Button } from '@mantine/core';
import type { InfiniteData } from '@tanstack/react-query';

import { ErrorState } from '../states/states';
import { t } from '../texts';

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

export function LoadMore({ query }: { query: Paged }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query;
  if (isFetchNextPageError) return <ErrorState error={error} onRetry={() => fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <div className="table-foot">
      <Button variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {t('loadMore')}
      </Button>
    </div>
  );
}

export const rowsOf = <T,>(data: InfiniteData<{ data: T[] }>): T[] => data.pages.flatMap((page) => page.data);
