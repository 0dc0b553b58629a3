import { addAiFixtures } from '../ai/fixtures';
import { addInboundFixtures } from '../automation/inbound-fixtures';
import { addPublicationsFixtures } from '../automation/publications-fixtures';
import { addRulesFixtures } from '../automation/rules-fixtures';
import { clickOn, recordClicks } from '../links/clicks/recorded';
import { seedImport } from '../links/import-scene';
import { addLinksFixtures } from '../links/support';
import type { startServer } from '../support/app';
import { restClient } from '../support/client';
import { memberOf } from '../support/people';
import { seedKey, seedWorkspace } from '../support/seed';
import { addWebhooksFixtures } from '../webhooks/fixtures';
import { addMediaFixtures } from '../whatsapp/media-fixtures';
import { addMessagesFixtures } from '../whatsapp/messages-fixtures';
import { addInstanceFixtures } from '../whatsapp/support';

type Server = Awaited<ReturnType<typeof startServer>>;
export type Fixtures = Awaited<ReturnType<typeof addFixtures>>;

/** A workspace with two or more of everything that can be listed, its owner, and a key that may do all. */
export async function addFixtures(server: Server, name = 'Acme') {
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

  const ai = await addAiFixtures(workspaceId, other.id);
  const webhooks = await addWebhooksFixtures(server.services, workspaceId);
  const links = await addLinksFixtures(call);
  const clicked = (await call('GET', `/links/${links.link}`)).body;
  const clicks = [clickOn(workspaceId, clicked), clickOn(workspaceId, clicked)] as const;
  await recordClicks(server, clicks);
  const media = await addMediaFixtures(workspaceId, call);
  const messages = await addMessagesFixtures(workspaceId, media.instance);
  const whatsapp = await addInstanceFixtures(call, media.instance, (id) => server.services.whatsapp.idle(id));
  const rules = await addRulesFixtures(call);
  const publications = await addPublicationsFixtures(call, media.instance);
  const inbound = await addInboundFixtures(call);
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
    ai,
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
      bud: ai.budget,
      'ai_requests_get.request_id': ai.request,
      'ai_requests_void.request_id': ai.request,
      whk: webhooks.active,
      dlv: webhooks.exhausted,
      rpl: webhooks.completed,
      lnk: links.link,
      dom: links.domain,
      tag: links.tag,
      iep: inbound.endpoint,
      inr: inbound.request,
      'automation_inbound_endpoints_delete.endpoint_id': inbound.spare,
      bat: queued,
      clk: clicks[0].id,
      wai: media.instance,
      med: media.file,
      cht: messages.chat,
      cnt: messages.contact,
      msg: messages.message,
      grp: whatsapp.group,
      tpl: whatsapp.template,
      lbl: whatsapp.label,
      cal: whatsapp.call,
      pub: publications.publication,
      pdl: publications.delivery,
      batch_id: whatsapp.batch,
      rul: rules.rule,
      run: rules.waiting,
      'whatsapp_instances_get_qr.instance_id': whatsapp.pairing,
    },
  };
}
