import type { StatusReason } from '../../../../shared/whatsapp/instance';
import { BSUID } from '../../../../shared/whatsapp/party';
import { defined } from '../../../defined';
import { type JsonObject, asObject, asObjects } from '../../../json-object';
import type { DriverEvent, Person } from '../driver-events';
import { textOf, timeOf } from './json';

export interface NotificationContext {
  value: JsonObject;
  now: Date;
  displayPhone: string | null;
  people: People;
}

interface People {
  only: JsonObject | undefined;
  /** By number and by BSUID; the first one wins. */
  byAddress: ReadonlyMap<string, JsonObject>;
}

export const NOBODY: People = { only: undefined, byAddress: new Map() };

/** Indexed once, since there may be thousands of both. */
export function peopleIn(value: JsonObject): People {
  const contacts = asObjects(value['contacts']);
  const byAddress = new Map<string, JsonObject>();
  for (const contact of contacts) {
    const { phone, bsuid } = addressesOf(contact['wa_id'], contact['user_id']);
    for (const address of [phone, bsuid]) {
      if (address !== undefined && !byAddress.has(address)) byAddress.set(address, contact);
    }
  }
  return { only: contacts.length === 1 ? contacts[0] : undefined, byAddress };
}

export type ParsedItem =
  | { kind: 'events'; events: DriverEvent[]; failed?: StatusReason | undefined }
  | { kind: 'unknown'; type: string | null };

export const unknown = (type: unknown): ParsedItem => ({ kind: 'unknown', type: textOf(type) ?? null });
export const parsedEvents = (...events: DriverEvent[]): ParsedItem => ({ kind: 'events', events });

export class Malformed extends Error {
  override readonly name = 'Malformed';
}

export function needed(value: unknown, what: string): string {
  const text = textOf(value);
  if (text === undefined) throw new Malformed(`${what} is missing.`);
  return text;
}

export const timeIn = (item: JsonObject, { now }: NotificationContext): Date => timeOf(item['timestamp']) ?? now;

/** The phone number, or the BSUID of users with a username, completed by the contact beside it. */
export function personOf(id: unknown, userId: unknown, { only, byAddress }: People): Person | undefined {
  const given = addressesOf(id, userId);
  const contact = byAddress.get(given.phone ?? '') ?? byAddress.get(given.bsuid ?? '');
  // A single contact belongs to an item without an address.
  const known = contact ?? (given.phone === undefined && given.bsuid === undefined ? only : undefined);
  const other = addressesOf(known?.['wa_id'], known?.['user_id']);
  const profile = asObject(known?.['profile']);

  const phone = given.phone ?? other.phone;
  const bsuid = given.bsuid ?? other.bsuid;
  if (phone === undefined && bsuid === undefined) return undefined;
  const username = textOf(profile['username']) ?? textOf(known?.['username']);
  const name = textOf(profile['name']);
  return {
    ...defined({ phone, bsuid, username, name }),
  };
}

function addressesOf(id: unknown, userId: unknown): { phone?: string; bsuid?: string } {
  const [first, second] = [textOf(id), textOf(userId)];
  const bsuid = [second, first].find((text) => text !== undefined && BSUID.test(text));
  const digits = first?.replace(/^\+/, '');
  return {
    ...(digits !== undefined && /^\d{5,20}$/.test(digits) ? { phone: digits } : {}),
    ...(bsuid === undefined ? {} : { bsuid }),
  };
}
