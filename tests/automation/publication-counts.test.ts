import { expect, test } from 'bun:test';

import { countPublicationDeliveries } from '../../server/automation/queries/publications';
import { engine } from '../../server/db/engine';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { readRows } from '../support/statements';

/** With a server the planner knows how many there are. */
test.if(engine === 'sqlite')(
  'deliveries of many publications are counted without a look at all of the workspace',
  async () => {
    const fresh = await freshDatabase();
    const texts: string[] = [];
    fresh.database.observe((text) => texts.push(text));
    const ids = Array.from({ length: 20 }, () => newId('pub'));
    expect(await countPublicationDeliveries(fresh.database, newId('ws'), ids)).toEqual(new Map());
    const [plan] = await readRows(fresh.url, `explain query plan ${texts[0]}`);
    expect(String(plan?.['detail'])).toContain('(publication_id=?)');
    await fresh.close();
  },
);
