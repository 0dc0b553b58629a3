import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { type DefinedInput, type Inputs, useTRPC, useTRPCClient } from '../../../../trpc';
import type { Publication } from '../labels';
import { addDays, dayOf, startOf, type Day } from './days';

const PAGE = 100;
const MAX_PAGES = 5;

export type Filters = Omit<DefinedInput<Inputs['automation']['publications']['list']>, 'cursor' | 'limit'>;

interface Period {
  publications: readonly Publication[];
  /** More publications exist than were loaded. */
  isCut: boolean;
}

/** What is scheduled from one day to another, both included. */
export function usePeriod(filters: Filters, from: Day, until: Day) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const due = {
    // `due_after` and `due_before` are exclusive.
    due_after: new Date(startOf(from).getTime() - 1).toISOString(),
    due_before: startOf(addDays(until, 1)).toISOString(),
  };
  return useQuery({
    queryKey: [...trpc.automation.publications.list.pathKey(), 'period', filters, due],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Period> => {
      const found: Publication[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const page: { data: Publication[]; next_cursor: string | null } =
          await client.automation.publications.list.query({
            ...filters,
            ...due,
            limit: PAGE,
            ...(cursor === null ? {} : { cursor }),
          });
        found.push(...page.data);
        cursor = page.next_cursor;
        if (cursor === null) break;
      }
      return { publications: found, isCut: cursor !== null };
    },
  });
}

/** In the order of their times, by day. */
export function inDays(publications: readonly Publication[]): Map<Day, Publication[]> {
  const byDay = new Map<Day, Publication[]>();
  const sorted = publications.toSorted((a, b) => ((a.due_at ?? '') < (b.due_at ?? '') ? -1 : 1));
  for (const publication of sorted) {
    if (publication.due_at === null) continue;
    const day = dayOf(publication.due_at);
    byDay.set(day, [...(byDay.get(day) ?? []), publication]);
  }
  return byDay;
}
