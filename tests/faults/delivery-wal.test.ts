import { expect, test } from 'bun:test';
import { copyFileSync, statSync, truncateSync } from 'node:fs';

import { engine } from '../../server/db/engine';
import { readRows } from '../support/statements';
import { openLoad } from './delivery-load';

const CUTS = 12;

test.skipIf(engine === 'postgres')(
  'a log that is cut anywhere after the last acknowledged commit keeps what was acknowledged, and no half of the rest',
  async () => {
    await using load = await openLoad();
    await load.webhooks(3, 'https://receiver.example');
    await load.emit(20);
    const file = load.url;
    const acknowledged = statSync(`${file}-wal`).size;
    // A power cut may take of these as much as it likes.
    for (let late = 0; late < 10; late += 1) await load.emit(3);
    const end = statSync(`${file}-wal`).size;
    expect(end).toBeGreaterThan(acknowledged);

    const kept: number[] = [];
    for (let cut = 0; cut <= CUTS; cut += 1) {
      const copy = `${file}.${cut}.db`;
      copyFileSync(file, copy);
      copyFileSync(`${file}-wal`, `${copy}-wal`);
      truncateSync(`${copy}-wal`, acknowledged + Math.floor(((end - acknowledged) * cut) / CUTS));
      const [row] = await readRows(
        copy,
        `select (select count(*) from events) as events, (select count(*) from webhook_deliveries) as deliveries,
           (select last_sequence from workspace_counter where workspace_id = '${load.workspaceId}') as last,
           (select integrity_check from pragma_integrity_check) as integrity`,
      );
      const events = Number(row?.['events']);
      expect(row).toEqual({ events, deliveries: 3 * events, last: events, integrity: 'ok' });
      kept.push(events);
    }
    expect([kept[0], kept.at(-1)]).toEqual([20, 50]);
    // Whole transactions only, in their order.
    expect(kept.every((events) => (events - 20) % 3 === 0)).toBe(true);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  },
);
