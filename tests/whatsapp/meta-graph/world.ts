import { Clock } from './clock';
import type { Fault } from './faults';

/** Loose JSON: requests come from the code under test and are checked before use. */
export type Json = Record<string, unknown>;

export interface Account {
  appSecret: string;
  /** The secret before the last seed: what `stale_secret` signs with. */
  staleSecret: string;
  verifyToken: string;
  callbackUrl: string;
  wabaId: string;
  phoneNumberId: string;
  accessToken: string;
  tier: string;
  displayPhone: string;
  /** Sends outside 24 hours after a user’s message are accepted and fail by notification, as 131047. */
  enforceWindow: boolean;
  /** Milliseconds after a send until `sent` and `delivered` are notified; null: nothing is. */
  statusDelays: { sent: number; delivered: number } | null;
  /** Answered by `GET /{phone_number_id}`, beside the usual fields. */
  phone: Json;
  profile: Json;
  registered: boolean;
  blocked: Set<string>;
  subscription: Json | null;
  /** By recipient: when a user last wrote. */
  lastInbound: Map<string, number>;
  history: Json[];
}

export interface SentMessage {
  id: string;
  account: Account;
  request: Json;
  to: string;
  recipientType: string;
}

export interface StoredMedia {
  id: string;
  account: Account;
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
  sha256: string;
  createdAt: number;
  lifeMs: number;
  /** Answered in place of the stand-in’s own address. */
  url: string | null;
}

export interface StoredGroup {
  id: string;
  account: Account;
  subject: string;
  description: string | null;
  joinApprovalMode: string;
  createdAt: number;
  participants: string[];
  invite: string;
  requests: { join_request_id: string; wa_id: string; creation_timestamp: string }[];
  picture: boolean;
}

export interface StoredTemplate extends Json {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  components: Json[];
}

export interface LoggedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** JSON, a form’s fields (files by name, type and size), or text. */
  body: unknown;
}

/** One notification that was posted, and what its receiver said. */
export interface Delivery {
  body: string;
  signature: string | null;
  /** Null where no answer came. */
  status: number | null;
  ms: number;
}

export interface World {
  /** Of the stand-in itself, without a slash at its end. */
  origin: string;
  clock: Clock;
  accounts: Map<string, Account>;
  messages: Map<string, SentMessage>;
  media: Map<string, StoredMedia>;
  groups: Map<string, StoredGroup>;
  templates: Map<string, StoredTemplate & { account: Account }>;
  faults: Fault[];
  log: LoggedRequest[];
  deliveries: Delivery[];
  counter: number;
}

export const createWorld = (): World => ({
  origin: '',
  clock: new Clock(),
  accounts: new Map(),
  messages: new Map(),
  media: new Map(),
  groups: new Map(),
  templates: new Map(),
  faults: [],
  log: [],
  deliveries: [],
  counter: 0,
});

export function resetWorld(world: World): void {
  world.clock.reset();
  for (const map of [world.accounts, world.messages, world.media, world.groups, world.templates]) map.clear();
  world.faults.length = 0;
  world.log.length = 0;
  world.deliveries.length = 0;
}

/** Digits that no other object of this process has. */
export function nextNumber(world: World): string {
  world.counter += 1;
  return String(1_000_000_000_000 + world.counter);
}

export const nextWamid = (world: World): string =>
  `wamid.HBgL${Buffer.from(`${nextNumber(world)}${crypto.randomUUID().slice(0, 8)}`).toString('base64url')}`;

export const sha256Hex = (bytes: Uint8Array | string): string =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

/** A text, or what stands for anything else. */
export const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
