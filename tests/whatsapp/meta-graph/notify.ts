import { z } from 'zod';

import type { Account, Delivery, Json, World } from './world';

export const NotifyOptions = z.object({
  sign: z.enum(['good', 'bad', 'missing', 'stale_secret']).default('good'),
  /** How often the same notification is posted. */
  repeat: z.int().min(1).max(1000).default(1),
  /** Items of one notification; a number is that many in one change. */
  batch: z
    .union([
      z.int().min(1),
      z.strictObject({ entries: z.int().min(1), changes: z.int().min(1), items: z.int().min(1) }),
    ])
    .default(1),
  encoding: z.enum(['utf8', 'escaped']).default('utf8'),
  order: z.enum(['given', 'reversed']).default('given'),
  /** Post again what is not answered by 200, for seven days. */
  retry: z.boolean().default(false),
});

type Options = z.output<typeof NotifyOptions>;

const WEEK_MS = 7 * 24 * 3_600_000;

export const signature = (secret: string, body: string | Uint8Array): string =>
  `sha256=${new Bun.CryptoHasher('sha256', secret).update(body).digest('hex')}`;

/** Meta escapes what is not ASCII, and slashes. */
export const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function signed(account: Account, body: string, sign: Options['sign']): string | null {
  if (sign === 'missing') return null;
  if (sign === 'bad') return signature('not the secret', body);
  return signature(sign === 'good' ? account.appSecret : account.staleSecret, body);
}

/** Posts a notification as often as asked; resolves with the receiver’s answers. */
export async function post(world: World, account: Account, notification: Json, options: Options): Promise<Delivery[]> {
  const plain = JSON.stringify(notification);
  const body = options.encoding === 'escaped' ? escaped(plain) : plain;
  const deliveries: Delivery[] = [];
  for (let count = 0; count < options.repeat; count += 1) {
    deliveries.push(await attempt(world, account, body, options, 0, world.clock.now()));
  }
  return deliveries;
}

async function attempt(
  world: World,
  account: Account,
  body: string,
  options: Options,
  tries: number,
  since: number,
): Promise<Delivery> {
  const mark = signed(account, body, options.sign);
  const started = performance.now();
  const delivery: Delivery = { body, signature: mark, status: null, ms: 0 };
  world.deliveries.push(delivery);
  if (account.callbackUrl !== '') {
    const headers = { 'content-type': 'application/json', 'user-agent': 'facebookexternalua' };
    const sent = fetch(account.callbackUrl, {
      method: 'POST',
      headers: mark === null ? headers : { ...headers, 'x-hub-signature-256': mark },
      body,
      redirect: 'manual',
    });
    delivery.status = await sent.then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => null,
    );
  }
  delivery.ms = performance.now() - started;
  // Without an address there is nobody to tell again.
  const isRetried = options.retry && account.callbackUrl !== '' && delivery.status !== 200;
  if (isRetried && world.clock.now() - since < WEEK_MS) {
    world.clock.after(1000 * 2 ** tries, () => void attempt(world, account, body, options, tries + 1, since));
  }
  return delivery;
}

/** Posts without waiting, retried like Meta does. */
export function notify(world: World, account: Account, field: string, value: Json): void {
  void post(world, account, envelope(account, [{ field, value }]), NotifyOptions.parse({ retry: true }));
}

export const envelope = (account: Account, changes: Json[]): Json => ({
  object: 'whatsapp_business_account',
  entry: [{ id: account.wabaId, changes }],
});

export const metadataOf = (account: Account): Json => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: account.displayPhone, phone_number_id: account.phoneNumberId },
});

/** Spreads `messages` values over notifications of `entries` × `changes` × `items`. */
export function pack(account: Account, key: 'messages' | 'statuses', items: Json[], options: Options): Json[] {
  const grid = typeof options.batch === 'number' ? { entries: 1, changes: 1, items: options.batch } : options.batch;
  const ordered = options.order === 'reversed' ? items.toReversed() : items;
  const chunks = <Item>(list: Item[], size: number): Item[][] =>
    Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

  const changes = chunks(ordered, grid.items).map((some) => ({
    field: 'messages',
    value: { ...metadataOf(account), ...valueOf(key, some) },
  }));
  const entries = chunks(changes, grid.changes).map((some) => ({ id: account.wabaId, changes: some }));
  return chunks(entries, grid.entries).map((entry) => ({ object: 'whatsapp_business_account', entry }));
}

const without = (item: Json): Json => Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'contact'));

/** Contacts stand beside the messages, each once. */
function valueOf(key: 'messages' | 'statuses', items: Json[]): Json {
  if (key === 'statuses') return { statuses: items };
  const contacts = new Map(items.map(({ contact }) => [JSON.stringify(contact), contact]));
  return { contacts: [...contacts.values()], messages: items.map(without) };
}
