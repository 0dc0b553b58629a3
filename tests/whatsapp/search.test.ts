import { afterAll, describe, expect, test } from 'bun:test';

import { and, eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { workspaces } from '../../server/db/workspaces';
import { messagesFound, wordsOf } from '../../server/whatsapp/queries/search';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { idAt, newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { readRows, runStatements } from '../support/statements';
import { type MessageScene, messageScenes, seedInstance, textTo, TO, WAITING } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scene = messageScenes(server);

interface Found {
  id: string;
  content: { text: string };
}

/** Texts of the messages that a search finds. */
const search = async ({ expectStatus }: MessageScene, q: string, more = ''): Promise<string[]> => {
  const { data } = await expectStatus(200, 'GET', `/whatsapp/messages?q=${encodeURIComponent(q)}${more}`);
  return (data as Found[]).map(({ content }) => content.text);
};

const say = async ({ send }: MessageScene, ...texts: string[]): Promise<void> => {
  for (const text of texts) await send(textTo(TO, text));
};

describe('a search', () => {
  test('finds messages that contain all words, newest first', async () => {
    const one = await scene(WAITING);
    await say(one, 'Your invoice is ready', 'Thanks for the invoice!', 'Ready when you are');
    expect(await search(one, 'invoice')).toEqual(['Thanks for the invoice!', 'Your invoice is ready']);
    expect(await search(one, 'READY invoice')).toEqual(['Your invoice is ready']);
    expect(await search(one, 'invoice missing')).toEqual([]);
    expect(await search(one, 'invoice', '&sort=created_at')).toEqual([
      'Your invoice is ready',
      'Thanks for the invoice!',
    ]);
  });

  test('matches the last word as a prefix, and no other', async () => {
    const one = await scene(WAITING);
    await say(one, 'Grüße aus Zürich, order-42.');
    for (const q of ['grü', 'grüße zür', 'order 42', '42', 'order-4', 'aus z']) {
      expect([q, await search(one, q)]).toEqual([q, ['Grüße aus Zürich, order-42.']]);
    }
    for (const q of ['grü zürich', 'rüße', 'zürichs']) expect([q, await search(one, q)]).toEqual([q, []]);
  });

  test('ignores operators of query languages', async () => {
    const one = await scene(WAITING);
    await say(one, 'alpha beta', 'it’s 100% "quoted"');
    for (const q of [
      'alpha" OR "gamma',
      'alpha OR gamma',
      'NOT alpha NEAR beta',
      "alpha' | 'gamma",
      'alpha & !gamma',
      'alpha -beta gamma',
    ]) {
      expect([q, await search(one, q)]).toEqual([q, []]);
    }
    for (const q of [
      'words: alpha',
      'place:alpha',
      '(alpha',
      '"alpha',
      'alpha:*',
      "alpha' & '",
      'alpha*',
      '^alpha \\ beta',
    ]) {
      const isKnown = !/words|place/.test(q);
      expect([q, await search(one, q)]).toEqual([q, isKnown ? ['alpha beta'] : []]);
    }
    expect(await search(one, '100% "quoted"')).toEqual(['it’s 100% "quoted"']);
    for (const q of ['!!!', '👍', ' ', '"']) {
      const answer = await one.call('GET', `/whatsapp/messages?q=${encodeURIComponent(q)}`);
      expect([answer.status, issuesOf(answer)]).toEqual([422, ['/q invalid']]);
    }
  });

  test('finds nothing of another workspace, also by its ids', async () => {
    const [one, other] = [await scene(WAITING), await scene(WAITING)];
    await say(one, 'secret plan');
    await say(other, 'public plan');
    expect(await search(other, 'plan')).toEqual(['public plan']);
    expect(await search(other, 'secret')).toEqual([]);
    expect(await search(other, one.workspaceId.slice(3))).toEqual([]);
    const chat = (await one.send()).chat_id;
    expect(await search(other, 'plan', `&chat_id=${chat}`)).toEqual([]);
  });

  test('covers all instances that the key sees, with other filters', async () => {
    const one = await scene(WAITING);
    const second = await seedInstance(one.workspaceId, WAITING);
    await say(one, 'plan one');
    const made = await one.expectStatus(202, 'POST', `/whatsapp/instances/${second}/messages`, textTo(TO, 'plan two'));
    await one.receive('+15550100042', 'plan three');
    expect(await search(one, 'plan')).toEqual(['plan three', 'plan two', 'plan one']);
    expect(await search(one, 'plan', '&direction=inbound')).toEqual(['plan three']);
    expect(await search(one, 'plan', `&chat_id=${made.chat_id}`)).toEqual(['plan two']);
    expect(await search(one, 'plan', '&type=image,text&status=queued')).toEqual(['plan two', 'plan one']);
    const narrow = {
      ...one,
      expectStatus: async (_: number, ...request: Parameters<typeof one.call>) => {
        const key = await one.keyOf({ resources: { whatsapp_instances: [second] } });
        return (await key(...request)).body;
      },
    };
    expect(await search(narrow, 'plan')).toEqual(['plan two']);
    const { data } = await narrow.expectStatus(200, 'GET', '/whatsapp/messages');
    expect(data).toHaveLength(1);
  });

  test('pages through results, and its cursor fits no other search', async () => {
    const one = await scene(WAITING);
    await say(one, ...Array.from({ length: 5 }, (_, index) => `page ${index}`), 'other');
    for (const [sort, expected] of [
      ['-created_at', [4, 3, 2, 1, 0]],
      ['created_at', [0, 1, 2, 3, 4]],
    ] as const) {
      const found: string[] = [];
      let cursor = '';
      for (let count = 0; count < 3; count += 1) {
        const path = `/whatsapp/messages?q=page&limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`;
        const { data, next_cursor: next, has_more: more } = await one.expectStatus(200, 'GET', path);
        found.push(...(data as Found[]).map(({ content }) => content.text));
        expect(more).toBe(count < 2);
        if (count === 0) {
          for (const other of ['q=other', 'q=page&direction=inbound', 'type=text']) {
            const answer = await one.call('GET', `/whatsapp/messages?${other}&limit=2&sort=${sort}&cursor=${next}`);
            expect(answer.body.code).toBe('invalid_cursor');
          }
        }
        cursor = next;
      }
      expect(found).toEqual(expected.map((index) => `page ${index}`));
    }
  });
});

/** The statement with its values, for EXPLAIN. */
const filledIn = ({ text, params }: ReturnType<typeof messagesFound>): string =>
  text.replaceAll(/\$(\d+)/g, (_, number) => {
    const value = params[Number(number) - 1];
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  });

const BEGAN = Date.now();
let seeded = 0;

/** Messages of one chat in this order. */
async function seedTexts(one: MessageScene, texts: readonly string[]): Promise<void> {
  const made = await one.send(textTo(TO, 'first'));
  const [row] = await queries(database).select().from(waMessages).where(eq(waMessages.id, made.id));
  if (!row) throw new Error('The message is not stored.');
  const rows = texts.map((text) => ({
    ...row,
    id: idAt('msg', BEGAN + (seeded += 1)),
    providerMessageId: null,
    content: { type: 'text' as const, text },
    search: text,
  }));
  for (let from = 0; from < rows.length; from += 200) {
    await queries(database)
      .insert(waMessages)
      .values(rows.slice(from, from + 200));
  }
}

describe('among many messages', () => {
  const MANY = 800;

  test('a search pages through all that match, wherever they stand', async () => {
    const one = await scene(WAITING);
    const kinds = ['often', 'rarely', 'lately', 'formerly'] as const;
    const has = (kind: (typeof kinds)[number], index: number): boolean =>
      ({ often: true, rarely: index % 97 === 0, lately: index >= MANY - 20, formerly: index < 20 })[kind];
    const numbers = Array.from({ length: MANY }, (_, index) => index);
    await seedTexts(
      one,
      numbers.map((index) => [index, ...kinds.filter((kind) => has(kind, index))].join(' ')),
    );
    for (const kind of kinds) {
      for (const sort of ['-created_at', 'created_at']) {
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const path = `/whatsapp/messages?q=${kind}&limit=15&sort=${sort}${cursor && `&cursor=${cursor}`}`;
          const { data, next_cursor: next } = await one.expectStatus(200, 'GET', path);
          found.push(...(data as Found[]).map(({ content }) => content.text.split(' ', 1)[0] ?? ''));
          cursor = found.length > MANY ? null : next;
        }
        const expected = numbers.filter((index) => has(kind, index)).map(String);
        expect([kind, sort, found]).toEqual([kind, sort, sort === 'created_at' ? expected : expected.toReversed()]);
      }
    }
  });

  test.skipIf(engine === 'sqlite')('a page of a frequent word does not read all messages that have it', async () => {
    const one = await scene(WAITING);
    await seedTexts(
      one,
      Array.from({ length: 4 * MANY }, () => 'frequent'),
    );
    await runStatements(database.url, 'analyze wa_messages');
    const ask = {
      where: undefined,
      words: ['frequent'],
      within: [],
      order: 'desc',
      after: undefined,
      limit: 26,
    } as const;
    const statement = filledIn(messagesFound(database, one.workspaceId, ask));
    const plan = await readRows(database.url, `explain (analyze, format json) ${statement}`);
    const rows = [...JSON.stringify(plan).matchAll(/"Actual Rows":\s*(\d+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...rows)).toBeLessThan(MANY);
  });
});

describe('the index', () => {
  test('follows edits of messages, and drops deleted ones', async () => {
    const one = await scene(WAITING);
    const made = await one.send(textTo(TO, 'apple'));
    const set = (change: Partial<typeof waMessages.$inferInsert>) =>
      queries(database).update(waMessages).set(change).where(eq(waMessages.id, made.id));
    await set({ search: 'banana' });
    expect([await search(one, 'apple'), await search(one, 'banana')]).toEqual([[], ['apple']]);
    await set({ search: '' });
    expect(await search(one, 'banana')).toEqual([]);
    await set({ search: 'cherry', status: 'canceled' });
    expect(await search(one, 'cherry')).toEqual(['apple']);

    const other = await one.send(textTo('+15550100042', 'elsewhere'));
    await set({ chatId: other.chat_id });
    expect(await search(one, 'cherry', `&chat_id=${other.chat_id}`)).toEqual(['apple']);
    expect(await search(one, 'cherry', `&chat_id=${made.chat_id}`)).toEqual([]);
    await queries(database)
      .delete(waMessages)
      .where(and(eq(waMessages.id, made.id)));
    expect(await search(one, 'cherry')).toEqual([]);
    expect(await search(one, 'elsewhere')).toEqual(['elsewhere']);
    await queries(database).delete(workspaces).where(eq(workspaces.id, one.workspaceId));
    if (engine === 'postgres') return;
    const left = await readRows(database.url, `select no from wa_message_search_rows where message_id = '${other.id}'`);
    expect(left).toEqual([]);
  });

  test('is read by a search, from its newest end', async () => {
    const workspaceId = newId('ws');
    const words = wordsOf('common word');
    const ask = { where: undefined, words, within: [], order: 'desc', after: undefined, limit: 2 } as const;
    const { text, params } = messagesFound(database, workspaceId, ask);
    const filled = filledIn({ text, params });
    if (engine === 'sqlite') {
      const plan = (await readRows(database.url, `explain query plan ${filled}`)).map((row) => String(row['detail']));
      expect(plan[0]).toMatch(/^SCAN wa_message_search VIRTUAL TABLE/);
      expect(plan.join('\n')).not.toMatch(/TEMP B-TREE/);
      expect(plan.slice(1).every((step) => step.startsWith('SEARCH'))).toBe(true);
      return;
    }
    // Among so few rows the planner would take any other way.
    const others = { enable_seqscan: 'off', enable_indexscan: 'off', enable_indexonlyscan: 'off' };
    const client = new Bun.SQL({ url: database.url, max: 1, connection: others });
    const rows = await client.unsafe(`explain ${filled.replaceAll(/"wa_messages"."workspace_id" = '\w+' and /g, '')}`);
    await client.close();
    expect(JSON.stringify(rows)).toContain('Bitmap Index Scan on wa_messages_search_idx');
  });
});

test.skipIf(engine === 'postgres')('messages of a client reference are read by its index, not among all', async () => {
  const found = `select id from wa_messages where workspace_id = 'ws_1' and client_reference = 'order-42' order by id desc`;
  const plan = await readRows(database.url, `explain query plan ${found}`);
  expect(plan.map((row) => String(row['detail']))).toEqual([expect.stringContaining('wa_messages_client_ref_idx')]);
});
