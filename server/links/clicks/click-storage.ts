import { dirname, join } from 'node:path';

import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import { type DrainTurn, turnByLease, turnByLock, type TurnOptions } from './drain/drain-turn';
import { createJournalRows, type JournalRows } from './store/journal-rows';

interface ClickStorage {
  folder: string;
  rows: JournalRows | undefined;
  turn: (options: TurnOptions) => DrainTurn;
}

export function clickStorage(database: Database, config: Pick<Config, 'clickFolder'>): ClickStorage {
  const { location } = database;
  if ('url' in location) {
    return { folder: config.clickFolder, rows: createJournalRows(database), turn: turnByLease };
  }
  return {
    folder: join(dirname(location.file), 'clicks'),
    rows: undefined,
    turn: (options) => turnByLock(database, options),
  };
}
