import { z } from 'zod';

import {
  ClockInput,
  InboundInput,
  NotifyInput,
  SeedInput,
  StatusInput,
  TemplateInput,
  VerifyInput,
} from './control-schemas';
import { FaultInput } from './faults';
import { Refusal } from './graph-error';
import { takeMedia } from './media';
import { statusItem } from './messages';
import { envelope, metadataOf, pack, post } from './notify';
import { addTemplate, decideTemplate } from './templates';
import { nextWamid, resetWorld, type Account, type Delivery, type Json, type World } from './world';

type Control = (world: World, input: unknown) => Json | Promise<Json>;

const CONTROLS: Record<string, Control> = {
  'POST seed': (world, input) => seed(world, SeedInput.parse(input)),
  'POST fault': (world, input) => {
    world.faults.push({ ...FaultInput.parse(input), seen: 0 });
    return {};
  },
  'POST inbound': (world, input) => inbound(world, InboundInput.parse(input)),
  'POST status': async (world, input) => {
    const { phone_number_id, statuses, ...options } = StatusInput.parse(input);
    const account = accountOf(world, phone_number_id);
    const items = statuses.map(({ message_id: id, ...status }) => {
      const known = world.messages.get(id);
      const message = known ?? { id, account, request: {}, to: '16505551234', recipientType: 'individual' };
      return statusItem(world, message, status);
    });
    return postAll(world, account, pack(account, 'statuses', items, options), options);
  },
  'POST notify': (world, input) => {
    const { phone_number_id, notification, field, value, ...options } = NotifyInput.parse(input);
    const account = accountOf(world, phone_number_id);
    const made = envelope(account, [{ field, value: { ...metadataOf(account), ...value } }]);
    return postAll(world, account, [notification ?? made], options);
  },
  'POST template': (world, input) => {
    const { phone_number_id, reason, ...decision } = TemplateInput.parse(input);
    decideTemplate(world, accountOf(world, phone_number_id), {
      ...decision,
      ...(reason === undefined ? {} : { reason }),
    });
    return {};
  },
  'POST verify': (world, input) => verify(world, VerifyInput.parse(input)),
  'GET log': (world) => ({ requests: world.log, deliveries: world.deliveries }),
  'POST clock': (world, input) => {
    world.clock.advance(ClockInput.parse(input).advance_seconds);
    return { now: world.clock.now() };
  },
  'POST reset': (world) => {
    resetWorld(world);
    return {};
  },
};

export async function control(world: World, request: Request, url: URL): Promise<Response> {
  const run = CONTROLS[`${request.method} ${url.pathname.slice('/__/'.length)}`];
  if (run === undefined) return Response.json({ error: 'no such control' }, { status: 404 });
  try {
    const input: unknown = request.method === 'POST' ? await request.json().catch(() => ({})) : undefined;
    return Response.json(await run(world, input));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return Response.json({ error: reason }, { status: 400 });
  }
}

function seed(world: World, input: z.output<typeof SeedInput>): Json {
  const before = world.accounts.get(input.phone_number_id);
  const account: Account = {
    appSecret: input.app_secret,
    staleSecret: before?.appSecret ?? `stale-${input.app_secret}`,
    verifyToken: input.verify_token,
    callbackUrl: input.callback_url,
    wabaId: input.waba_id,
    phoneNumberId: input.phone_number_id,
    accessToken: input.access_token,
    tier: input.tier,
    displayPhone: input.display_phone,
    enforceWindow: input.enforce_window,
    statusDelays: input.status_delays_ms,
    phone: input.phone,
    profile: { about: 'Hey there!', vertical: 'OTHER' },
    registered: input.registered,
    blocked: new Set(),
    subscription: null,
    lastInbound: new Map(),
    history: [],
  };
  // Seeded again, it keeps its objects: only what is seeded changes.
  const kept = before === undefined ? account : Object.assign(before, { ...account, history: before.history });
  world.accounts.set(input.phone_number_id, kept);
  const body = { type: 'BODY', text: 'Welcome and congratulations!!' };
  for (const template of [
    { id: `1${input.waba_id}`, name: 'hello_world', language: 'en_US', components: [body] },
    ...input.templates,
  ])
    addTemplate(world, kept, template);
  for (const group of input.groups) seedGroup(world, kept, group);
  return {};
}

function seedGroup(world: World, account: Account, group: z.output<typeof SeedInput>['groups'][number]): void {
  const creation_timestamp = String(world.clock.seconds());
  world.groups.set(group.id, {
    id: group.id,
    account,
    subject: group.subject,
    description: null,
    joinApprovalMode: 'approval_required',
    createdAt: world.clock.seconds(),
    participants: group.participants,
    invite: `https://chat.whatsapp.com/${group.id}`,
    requests: group.requests.map((request) => ({ ...request, creation_timestamp })),
    picture: false,
  });
}

function inbound(world: World, input: z.output<typeof InboundInput>): Promise<Json> {
  const { phone_number_id, from, name, user_id, username, hide_phone, group_id, messages, ...options } = input;
  const account = accountOf(world, phone_number_id);
  account.lastInbound.set(hide_phone ? (user_id ?? from) : from, world.clock.now());
  const contact = {
    profile: { name, ...(username === undefined ? {} : { username }) },
    ...(hide_phone ? {} : { wa_id: from }),
    ...(user_id === undefined ? {} : { user_id }),
  };
  const items = messages.map((message) => ({
    ...(hide_phone ? {} : { from }),
    ...(user_id === undefined ? {} : { from_user_id: user_id }),
    ...(group_id === undefined ? {} : { group_id }),
    id: nextWamid(world),
    timestamp: String(world.clock.seconds()),
    ...takeMedia(world, account, message),
    contact,
  }));
  const ids = items.map(({ id }) => id);
  return postAll(world, account, pack(account, 'messages', items, options), options, ids);
}

async function postAll(
  world: World,
  account: Account,
  notifications: Json[],
  options: Parameters<typeof post>[3],
  ids: unknown[] = [],
): Promise<Json> {
  const deliveries: Delivery[] = [];
  for (const notification of notifications) deliveries.push(...(await post(world, account, notification, options)));
  return { ids, deliveries };
}

/** Meta’s question to a callback address that was just entered. */
async function verify(world: World, input: z.output<typeof VerifyInput>): Promise<Json> {
  const account = accountOf(world, input.phone_number_id);
  const challenge = String(1_000_000_000 + Math.floor(Math.random() * 1_000_000_000));
  const url = new URL(account.callbackUrl);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', input.verify_token ?? account.verifyToken);
  const answer = await fetch(url);
  return { status: answer.status, body: await answer.text(), challenge };
}

function accountOf(world: World, phoneNumberId: string): Account {
  const account = world.accounts.get(phoneNumberId);
  if (account === undefined) throw new Refusal(100, { details: `${phoneNumberId} is not seeded.` });
  return account;
}
