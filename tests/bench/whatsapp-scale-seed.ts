/**
 * A thousand sandbox instances and a million messages, straight into the file: rows that the app made are copied. The
 * indexes are built after them, as the migrations build them, which takes a tenth of the time.
 */
import { Database } from 'bun:sqlite';

import { idAt, newId } from '../../shared/ids';
import { messageText } from './whatsapp-scale-words';

type Row = Record<string, string | number | null>;

/** Rows that the app made: one instance, its chat and contact, and a message of it that was read. */
export interface Pattern {
  instanceId: string;
  messageId: string;
}

export interface Seeded {
  instanceIds: string[];
  chatIds: string[];
}

const CHATS = 20;
const DAY_MS = 86_400_000;

export function seed(file: string, { instanceId, messageId }: Pattern, count: { instances: number; messages: number }) {
  const driver = new Database(file);
  for (const pragma of ['foreign_keys = off', 'synchronous = off', 'cache_size = -400000'])
    driver.run(`pragma ${pragma}`);
  const [instance, message] = [rowOf(driver, 'wa_instances', instanceId), rowOf(driver, 'wa_messages', messageId)];
  const chat = rowOf(driver, 'wa_chats', String(message['chat_id']));
  const contact = rowOf(driver, 'wa_contacts', String(message['contact_id']));
  const later = takeDown(driver);

  const seeded: Seeded = { instanceIds: [], chatIds: [] };
  const places: { instance: string; chat: string; contact: string }[] = [];
  driver.run('begin');
  const addInstance = adder(driver, 'wa_instances', instance, ['id', 'name']);
  const addContact = adder(driver, 'wa_contacts', contact, ['id', 'instance_id', 'phone']);
  const addChat = adder(driver, 'wa_chats', chat, ['id', 'instance_id', 'contact_id', 'provider_chat_id']);
  for (let index = 0; index < count.instances; index += 1) {
    const id = newId('wai');
    addInstance(id, `Instance ${index}`);
    seeded.instanceIds.push(id);
    for (let place = 0; place < CHATS; place += 1) {
      const phone = `49151${String(index * CHATS + place).padStart(8, '0')}`;
      const [contactId, chatId] = [newId('cnt'), newId('cht')];
      addContact(contactId, id, `+${phone}`);
      addChat(chatId, id, contactId, phone);
      seeded.chatIds.push(chatId);
      places.push({ instance: id, chat: chatId, contact: contactId });
    }
  }

  const columns = ['id', 'instance_id', 'chat_id', 'contact_id', 'direction', 'status', 'sender_key'];
  const varied = [...columns, 'provider_message_id', 'content', 'search', 'created_at'];
  const addMessage = adder(driver, 'wa_messages', message, varied);
  const began = Date.now() - 20 * DAY_MS;
  for (let index = 0; index < count.messages; index += 1) {
    // Instances take turns, so that the messages of none lie together.
    const at = places[(index * 7919) % places.length];
    if (at === undefined) break;
    const text = messageText(index, count.messages);
    const side =
      index % 3 === 0 ? (['inbound', 'received', at.contact] as const) : (['outbound', 'read', 'me'] as const);
    const time = Math.round(began + (index * 19 * DAY_MS) / count.messages);
    const id = idAt('msg', time);
    addMessage(id, at.instance, at.chat, at.contact, ...side, id, JSON.stringify({ type: 'text', text }), text, time);
  }
  driver.run('commit');

  for (const statement of later) driver.run(statement);
  indexWords(driver);
  for (const pragma of ['analysis_limit = 1000', 'optimize', 'wal_checkpoint(truncate)'])
    driver.run(`pragma ${pragma}`);
  driver.close();
  return seeded;
}

function rowOf(driver: Database, table: string, id: string): Row {
  const row = driver.query<Row, [string]>(`select * from ${table} where id = ?1`).get(id);
  if (row === null) throw new Error(`No ${table} of the id ${id}.`);
  return row;
}

/** Adds copies of a row, with values of their own in some columns. */
function adder(driver: Database, table: string, pattern: Row, varied: readonly string[]) {
  const names = Object.keys(pattern);
  const values = names.map((name) => {
    const place = varied.indexOf(name);
    const value = pattern[name] ?? null;
    if (place >= 0) return `?${place + 1}`;
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  });
  const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${values.join(', ')})`;
  const statement = driver.prepare(text);
  return (...own: (string | number)[]): void => void statement.run(...own);
}

/** Drops the indexes and triggers of messages; returns what brings them back. */
function takeDown(driver: Database): string[] {
  const found = driver
    .query<{ type: string; name: string; sql: string }, []>(
      "select type, name, sql from sqlite_master where tbl_name = 'wa_messages' and type in ('index', 'trigger') and sql is not null",
    )
    .all();
  for (const { type, name } of found) driver.run(`drop ${type} "${name}"`);
  return found.map(({ sql }) => sql);
}

/** What the triggers would have done. */
function indexWords(driver: Database): void {
  driver.run("insert into wa_message_search (wa_message_search, rank) values ('hashsize', 16777216)");
  driver.run(`insert into wa_message_search_rows (message_id) select id from wa_messages
    where search <> '' and id not in (select message_id from wa_message_search_rows) order by id`);
  driver.run(`insert into wa_message_search (rowid, place, words)
    select r.no, substr(m.workspace_id, 4) || ' ' || substr(m.instance_id, 5) || ' ' || substr(m.chat_id, 5), m.search
    from wa_message_search_rows r cross join wa_messages m on m.id = r.message_id
    where r.no > (select count(*) from wa_message_search) order by r.no`);
  driver.run("insert into wa_message_search (wa_message_search, rank) values ('hashsize', 1048576)");
}
