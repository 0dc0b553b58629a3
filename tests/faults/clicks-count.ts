import type { restClient } from '../support/client';

/** How often each click of the workspace is in its export. */
export async function countClicks(url: string, secret: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/api/v1/links/clicks/export?format=ndjson&bots=include`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const listed = new Map<string, number>();
  for (const line of (await answer.text()).split('\n')) {
    if (line === '') continue;
    const { id } = JSON.parse(line) as { id: string };
    listed.set(id, (listed.get(id) ?? 0) + 1);
  }
  return listed;
}

/** Every event of the workspace, by its sequence. */
export async function countEvents(call: ReturnType<typeof restClient>) {
  const found = { clicked: 0, limits: 0, gaps: 0, ids: new Set<string>() };
  let [after, next] = [0, ''];
  do {
    const { body } = await call('GET', `/events?after_sequence=0&limit=100${next}`);
    for (const event of body.data as { type: string; sequence: number; data: { id: string } }[]) {
      if (event.sequence !== after + 1) found.gaps += 1;
      after = event.sequence;
      if (event.type === 'link.limit_reached') found.limits += 1;
      if (event.type !== 'link.clicked') continue;
      found.clicked += 1;
      found.ids.add(event.data.id);
    }
    next = body.has_more ? `&cursor=${body.next_cursor}` : '';
  } while (next !== '');
  return found;
}
