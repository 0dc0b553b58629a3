import { dirname, join } from 'node:path';

import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import { type Draining, type DrainTurn, turnByLease, turnByLock } from './drain/drain-turn';
import { createJournalRows, type JournalRows } from './store/journal-rows';

/** Where clicks wait until they are counted, and which process counts them. */
interface ClickStorage {
  /** Of the local journal. */
  folder: string;
  /** The journal in the database, from which any process counts. */
  rows: JournalRows | undefined;
  turn: (drainer: Draining) => DrainTurn;
}

export function clickStorage(database: Database, config: Pick<Config, 'clickFolder'>): ClickStorage {
  const { location } = database;
  if ('url' in location) {
    return { folder: config.clickFolder, rows: createJournalRows(database), turn: turnByLease };
  }
  return {
    folder: join(dirname(location.file), 'clicks'),
    rows: undefined,
    turn: (drainer) => turnByLock(database, drainer),
  };
}
