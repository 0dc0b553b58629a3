/** Calls REST with the types of the document. `./openapi` is what `openapi-typescript` made of it. */
import createClient from 'openapi-fetch';

import type { paths } from './openapi.js';

export async function shorten(address: string, key: string, slug: string): Promise<string[]> {
  const switchboard = createClient<paths>({
    baseUrl: `${address}/api/v1`,
    headers: { authorization: `Bearer ${key}` },
  });

  const made = await switchboard.POST('/links', { body: { url: 'https://example.com/spring-sale', slug } });
  const found = await switchboard.GET('/links', { params: { query: { limit: 10, status: ['active'] } } });
  const refused = await switchboard.POST('/links', { body: { url: 'https://example.com/other', slug } });

  const addresses = found.data?.data.map((link) => link.short_url) ?? [];
  return [made.data?.slug ?? '', ...addresses, refused.error?.code ?? 'no problem'];
}
