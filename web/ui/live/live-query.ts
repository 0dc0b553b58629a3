import { byCursor } from '../../trpc';

/** Options of the query below a live list, which has new rows by itself. */
export const liveQuery = {
  ...byCursor,
  refetchOnWindowFocus: false,
  // Rows are merged by their ids; comparing thousands of them field by field would hold the page up.
  structuralSharing: false,
} as const;
