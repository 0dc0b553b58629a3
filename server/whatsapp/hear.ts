import type { Database } from '../db/database';
import { scoped } from '../db/scoped';
import { applyNews } from './apply/apply';
import { changeConnection, notePairing } from './connections/connection-state';
import type { DriverInstance, Tell, WaDriver } from './drivers/driver';
import type { News } from './drivers/news';
import { addressFor } from './identity/addresses';
import type { MediaStore } from './media/types';
import type { MessageRow } from './present/messages';
import { waContacts } from './schema/people';
import { findInstance } from './system/connections';
import { type InstanceRow, type Work, workOn, type WorkContext } from './work';

interface HearOptions {
  work: WorkContext;
  database: Database;
  media: () => Pick<MediaStore, 'receive'>;
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance;
  wake: (instanceId: string) => void;
  /** After the commit: something of an instance has changed. */
  applied: (instanceId: string) => void;
}

export interface Hear {
  tell: Tell;
  /** Applies one piece in a transaction that holds the instance. */
  apply(work: Work, news: News): Promise<void>;
  /** Resolves when providers know what was read. */
  idle(): Promise<void>;
}

/** Applies what providers say. */
export function createHear({ work: ctx, database, media, driver, reveal, wake, applied }: HearOptions): Hear {
  const marking = new Set<Promise<void>>();

  async function apply(work: Work, news: News): Promise<void> {
    work.tx.store.afterCommit(() => applied(work.instance.id));
    if (news.kind === 'connection') {
      const { kind: _kind, ...change } = news;
      const row = await changeConnection(work, change);
      if (row?.status === 'connected') work.tx.store.afterCommit(() => wake(row.id));
      return;
    }
    if (news.kind === 'pairing') {
      await notePairing(work, news);
      return;
    }
    const row = await applyNews(work, news, { receive: (on, incoming) => media().receive(on, incoming) });
    const { instance } = work;
    if (row !== undefined && instance.settings.auto_read) {
      const person = row.contactId === null ? undefined : await work.tx.get(waContacts, row.contactId);
      const sender = person === undefined ? {} : addressFor(person);
      work.tx.store.afterCommit(() => {
        const mark = markRead(instance, row, sender).finally(() => marking.delete(mark));
        marking.add(mark);
      });
    }
  }

  async function markRead(instance: InstanceRow, row: MessageRow, sender: ReturnType<typeof addressFor>) {
    if (row.providerMessageId === null || row.groupId !== null) return;
    const target = {
      place: { type: 'direct', person: sender } as const,
      providerMessageId: row.providerMessageId,
      isOurs: false,
      sender,
    };
    try {
      await driver(instance.driver)?.markRead(reveal(instance), target, false);
    } catch (error) {
      ctx.log.warn({ err: error, message: row.id }, 'marking a message as read failed');
    }
  }

  return {
    apply,
    async idle() {
      while (marking.size > 0) await Promise.all(marking);
    },

    async tell(instanceId, pieces) {
      const instance = await findInstance(database, instanceId);
      if (instance === undefined || instance.deletedAt !== null) return;
      const db = scoped(database, instance.workspaceId);
      for (const news of pieces) {
        try {
          await workOn(ctx, db, instanceId, (work) => apply(work, news), { lock: true });
        } catch (error) {
          ctx.log.error({ err: error, instance: instanceId, kind: news.kind }, 'provider event not applied');
        }
      }
    },
  };
}
