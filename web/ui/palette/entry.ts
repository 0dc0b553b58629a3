import type { Icon } from '@tabler/icons-react';

/** A place in the console, as the router takes it. */
export interface Target {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, unknown>;
  hash?: string;
}

interface EntryBase {
  /** Unique in the palette. */
  id: string;
  group: string;
  label: string;
  icon: Icon;
  hint?: string;
  /** Further words that find it. */
  words?: string;
}

/** A place to open, which the palette remembers; or something to do. */
export type Entry = EntryBase & ({ target: Target; run?: never } | { run: () => void; target?: never });
