import type { restClient } from '../support/client';

export type InboundFixtures = Awaited<ReturnType<typeof addInboundFixtures>>;

/** Endpoints that take whatever comes, by key and by token, with requests that came. */
export async function addInboundFixtures(call: ReturnType<typeof restClient>) {
  const make = async (name: string) => {
    const made = await call('POST', '/inbound-endpoints', { name, mode: 'record', rate_limit_per_minute: 6000 });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body as { id: string; token: string };
  };
  const endpoint = await make('ProcessInput');
  const changing = await make('Changing');
  const signed = await call('POST', '/inbound-endpoints', { name: 'Signed', preset: 'github' });
  const spare = await make('Spare');
  const send = async () => (await call('POST', `/inbound/${endpoint.id}`, { message: 'Hi' })).body.id as string;
  return {
    endpoint: endpoint.id,
    token: endpoint.token,
    changing: changing.id,
    signed: signed.body.id as string,
    spare: spare.id,
    request: await send(),
    other: await send(),
  };
}

/** What reads and calls is drawn of one endpoint, what changes of another. */
export const knownInboundIds = (of: InboundFixtures): Record<string, string[]> => ({
  endpoint_id: [of.endpoint],
  token: [of.token],
  ...Object.fromEntries(
    ['update', 'rotate_token', 'versions_restore'].map((verb) => [
      `automation_inbound_endpoints_${verb}.endpoint_id`,
      [of.changing],
    ]),
  ),
  'automation_inbound_endpoints_versions_restore.version': ['1'],
  'automation_inbound_endpoints_rotate_secret.endpoint_id': [of.signed],
  'automation_inbound_endpoints_delete.endpoint_id': [of.spare],
  ...Object.fromEntries(
    ['inbound_requests_get', 'inbound_requests_replay', 'endpoints_test'].map((id) => [
      `automation_${id}.request_id`,
      [of.request, of.other],
    ]),
  ),
});

/** An endpoint and a request that a sample may do with what it says, and the token that stands in examples. */
export async function freshInbound(
  call: ReturnType<typeof restClient>,
  printed: string,
): Promise<{ iep: string; inr: string; token: string }> {
  const isSigned = printed.includes('/rotate-secret');
  const own = isSigned ? { preset: 'github' } : { mode: 'record', rate_limit_per_minute: 6000 };
  const { body } = await call('POST', '/inbound-endpoints', { name: 'Sample', ...own });
  // The second version, which samples restore.
  const changed = await call('PATCH', `/inbound-endpoints/${body.id}`, { overflow: 'split' });
  if (changed.status !== 200) throw new Error(`${changed.status} ${JSON.stringify(changed.body)}`);
  const sent = await call('POST', `/inbound/${body.id}`, { message: 'Hi' });
  return { iep: body.id, inr: sent.body.id, token: body.token ?? '' };
}
/** As the document writes it. */
export const EXAMPLE_TOKEN = 'dGhlIHRva2VuIG9mIGFuIGVuZHBvaW50LCA0MyBjaGF';
