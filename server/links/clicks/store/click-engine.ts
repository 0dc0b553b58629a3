import type { DatabaseLocation } from '../../../db/database';
import { postgresClicks } from './postgres-clicks';
import { sqliteClicks } from './sqlite-clicks';
import type { ClickEngine } from './store';

export const clickEngine = (location: DatabaseLocation): ClickEngine =>
  'url' in location ? postgresClicks(location.url) : sqliteClicks(location.file, location.clicksFile);
