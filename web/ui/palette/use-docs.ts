import { useQuery } from '@tanstack/react-query';

import { translationsLoaded } from '../../i18n/texts';
import { useOperations } from '../code/operations';
import type { Entry } from './entry';

/** Guides, error codes and operations: loaded with the first word that is typed. */
export function useDocs(isWanted: boolean): Entry[] {
  const operations = useOperations();
  const { data: make } = useQuery({
    queryKey: ['searchable-documentation'],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const { docEntries } = await import('./docs');
      await translationsLoaded();
      return docEntries;
    },
  });
  return isWanted && make ? make(operations) : [];
}
