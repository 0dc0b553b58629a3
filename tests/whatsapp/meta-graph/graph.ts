import { Refusal } from './graph-error';
import * as groups from './groups';
import { describeMedia, liveMedia, upload } from './media';
import { postMessage } from './messages';
import * as numbers from './numbers';
import { page } from './paging';
import { presentTemplate } from './template-check';
import * as templates from './templates';
import { isRecord, type Account, type Json, type World } from './world';

interface Call {
  world: World;
  account: Account;
  request: Request;
  url: URL;
  id: string;
}

type Handler = (call: Call) => Json | Promise<Json>;

/** Below a phone number, by method and the path after it. */
const OF_NUMBER: Record<string, Handler> = {
  'GET ': ({ account, url }) => numbers.phoneNumber(account, url),
  'POST messages': async (call) => postMessage(call.world, call.account, await json(call)),
  'POST media': ({ world, account, request }) => upload(world, account, request),
  'GET whatsapp_business_profile': ({ account }) => numbers.getProfile(account),
  'POST whatsapp_business_profile': async (call) => numbers.setProfile(call.account, await json(call)),
  'POST register': async (call) => numbers.register(call.account, await json(call)),
  'POST deregister': ({ account }) => numbers.deregister(account),
  'GET block_users': ({ account, url }) => numbers.listBlocked(account, url),
  'POST block_users': async (call) => numbers.changeBlocked(call.world, call.account, await json(call), true),
  'DELETE block_users': async (call) => numbers.changeBlocked(call.world, call.account, await json(call), false),
  'GET groups': ({ world, account, url }) => groups.listGroups(world, account, url),
  'POST groups': async (call) => groups.createGroup(call.world, call.account, await json(call)),
  'GET message_history': ({ account, url }) => page(account.history, url),
};

const OF_WABA: Record<string, Handler> = {
  'GET message_templates': ({ world, account, url }) => templates.listTemplates(world, account, url),
  'POST message_templates': async (call) => templates.createTemplate(call.world, call.account, await json(call)),
  'DELETE message_templates': ({ world, account, url }) => templates.deleteTemplates(world, account, url),
  'GET subscribed_apps': ({ account }) => ({ data: account.subscription === null ? [] : [account.subscription] }),
  'POST subscribed_apps': async (call) => {
    call.account.subscription = { whatsapp_business_api_data: { id: '1', name: 'app' }, ...(await json(call)) };
    return { success: true };
  },
  'DELETE subscribed_apps': ({ account }) => {
    account.subscription = null;
    return { success: true };
  },
  'GET phone_numbers': ({ world, account, url }) => {
    const own = [...world.accounts.values()].filter(({ wabaId }) => wabaId === account.wabaId);
    return page(
      own.map((one) => numbers.phoneNumber(one, url)),
      url,
    );
  },
};

const OF_GROUP: Record<string, (call: Call, group: Parameters<typeof groups.groupInfo>[0]) => Json | Promise<Json>> = {
  'GET ': (_, group) => groups.groupInfo(group),
  'POST ': ({ world, request }, group) => groups.updateGroup(world, group, request),
  'DELETE ': ({ world }, group) => groups.deleteGroup(world, group),
  'GET invite_link': ({ world }, group) => groups.inviteLink(world, group, 'GET'),
  'POST invite_link': ({ world }, group) => groups.inviteLink(world, group, 'POST'),
  'DELETE invite_link': ({ world }, group) => groups.inviteLink(world, group, 'DELETE'),
  'GET join_requests': ({ url }, group) => groups.joinRequests(group, url),
  'POST join_requests': async (call, group) => groups.decideJoin(group, await json(call), true),
  'DELETE join_requests': async (call, group) => groups.decideJoin(group, await json(call), false),
  'DELETE participants': async (call, group) => groups.removeParticipants(call.world, group, await json(call)),
  'POST participants': () => {
    throw new Refusal(100, { details: 'Participants join by the invite link.' });
  },
};

/** Answers `/{version}/{id}[/{edge}]`, or refuses. */
export function answerGraph(world: World, account: Account, request: Request, url: URL): Json | Promise<Json> {
  const [, version = '', id = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (!/^v\d+\.\d+$/.test(version)) throw new Refusal(2500, { http: 400, details: `Unknown version ${version}.` });
  const key = `${request.method} ${rest.join('/')}`;
  const call: Call = { world, account, request, url, id };

  if (id === account.phoneNumberId) return run(OF_NUMBER[key], call);
  if (id === account.wabaId) return run(OF_WABA[key], call);
  const group = world.groups.get(id);
  if (group?.account === account) return run(OF_GROUP[key] && ((at) => OF_GROUP[key]?.(at, group) ?? {}), call);

  const media = liveMedia(world, account, id);
  if (media !== undefined && key === 'GET ') return describeMedia(world, media);
  if (media !== undefined && key === 'DELETE ') {
    world.media.delete(id);
    return { success: true };
  }
  const template = world.templates.get(id);
  if (template?.account.wabaId === account.wabaId && key === 'GET ') return presentTemplate(template);
  if (template?.account.wabaId === account.wabaId && key === 'POST ')
    return json(call).then((body) => templates.editTemplate(template, body));
  return unknownObject(request.method, id);
}

function run(handler: Handler | undefined, call: Call): Json | Promise<Json> {
  return handler === undefined ? unknownObject(call.request.method, call.id) : handler(call);
}

function unknownObject(method: string, id: string): never {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`;
  throw new Refusal(100, { http: 400, subcode: 33, message });
}

async function json({ request }: Call): Promise<Json> {
  const body: unknown = await request.json().catch(() => undefined);
  if (!isRecord(body)) throw new Refusal(100, { details: 'The body must be a JSON object.' });
  return body;
}
