import type { startServer } from './app';
import { clickOn, recordClicks } from './clicks';
import { restClient } from './client';
import { furnishInbound } from './inbound';
import { seedImport } from './link-imports';
import { furnishLinks } from './links';
import { memberOf } from './people';
import { furnishPublications } from './publications';
import { furnishRules } from './rules';
import { seedKey, seedWorkspace } from './seed';
import { furnishWebhooks } from './webhooks';
import { furnishInstance } from './whatsapp';
import { furnishMedia } from './whatsapp-media';
import { furnishMessages } from './whatsapp-messages';

type Server = Awaited<ReturnType<typeof startServer>>;
export type Furnished = Awaited<ReturnType<typeof furnish>>;

/** A workspace with two or more of everything that can be listed, its owner, and a key that may do all. */
export async function furnish(server: Server, name = 'Acme') {
  const workspaceId = await seedWorkspace(name);
  const key = await seedKey(workspaceId, { fullAccess: true, browserUse: true });
  const other = await seedKey(workspaceId);
  const owner = await memberOf(server, workspaceId, 'owner');
  const member = await memberOf(server, workspaceId, 'developer');
  const call = restClient(server.url, key.secret);

  const invite = (email: string) => owner.rpc.invitations.create.mutate({ email, role: 'viewer' });
  const invitation = await invite(`first@${workspaceId.slice(3)}.example`);
  await invite(`second@${workspaceId.slice(3)}.example`);
  const made = await call('POST', '/keys', { kind: 'lk', name: 'Made', scopes: ['links:read'] });
  await call('PATCH', `/workspaces/${workspaceId}`, { name: `${name} renamed` });
  await call('GET', '/me');
  await server.services.recorder.flush();

  const webhooks = await furnishWebhooks(server.services, workspaceId);
  const links = await furnishLinks(call);
  const clicked = (await call('GET', `/links/${links.link}`)).body;
  const clicks = [clickOn(workspaceId, clicked), clickOn(workspaceId, clicked)] as const;
  await recordClicks(server, clicks);
  const media = await furnishMedia(workspaceId, call);
  const messages = await furnishMessages(workspaceId, media.instance);
  const whatsapp = await furnishInstance(call, media.instance, (id) => server.services.whatsapp.idle(id));
  const rules = await furnishRules(call);
  const publications = await furnishPublications(call, media.instance);
  const inbound = await furnishInbound(call);
  await server.services.automation.inbound.flush();
  const queued = await seedImport(workspaceId);
  await seedImport(workspaceId);

  const first = async (path: string): Promise<string> => (await call('GET', path)).body.data[0].id;
  return {
    workspaceId,
    key,
    call,
    owner,
    member,
    invitation,
    webhooks,
    links,
    media,
    messages,
    whatsapp,
    inbound,
    publications,
    rules,
    /** The request that made the key `ids.made`. */
    made: made.headers.get('x-request-id') ?? '',
    /** By kind: a key, the workspace, a member, an event, a request, a webhook and so on. */
    ids: {
      key: other.id,
      made: made.body.id as string,
      ws: workspaceId,
      mem: member.memberId,
      usr: member.id,
      evt: await first('/events'),
      req: await first('/request-logs'),
      aud: await first('/audit-entries'),
      whk: webhooks.active,
      dlv: webhooks.exhausted,
      rpl: webhooks.completed,
      lnk: links.link,
      dom: links.domain,
      tag: links.tag,
      iep: inbound.endpoint,
      inr: inbound.request,
      'automation_endpoints_delete.endpoint_id': inbound.spare,
      bat: queued,
      clk: clicks[0].id,
      wai: media.instance,
      med: media.file,
      cht: messages.chat,
      cnt: messages.contact,
      msg: messages.message,
      grp: whatsapp.group,
      tpl: whatsapp.template,
      pub: publications.publication,
      pdl: publications.delivery,
      batch_id: whatsapp.batch,
      rul: rules.rule,
      run: rules.waiting,
      'whatsapp_instances_get_qr.instance_id': whatsapp.pairing,
    },
  };
}
