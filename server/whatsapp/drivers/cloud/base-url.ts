import type { Egress } from '../../../egress/types';

export const GRAPH_URL = 'https://graph.facebook.com';

type BaseUrlCheck = { ok: true; baseUrl: string } | { ok: false; reason: string };

/** A Graph API other than Meta's needs the operator's permission. */
export function validateBaseUrl(text: string, isCustomAllowed: boolean, checkUrl: Egress['check']): BaseUrlCheck {
  const baseUrl = text.replace(/\/+$/, '');
  if (baseUrl === GRAPH_URL) return { ok: true, baseUrl };
  if (!isCustomAllowed) {
    return {
      ok: false,
      reason: `Must be ${GRAPH_URL}. Another URL needs WHATSAPP_ALLOW_CUSTOM_GRAPH_URL on the server.`,
    };
  }
  const check = checkUrl(baseUrl, 'provider');
  if (!check.ok) return { ok: false, reason: check.reason };
  const { origin, pathname, search } = new URL(check.href);
  if (search !== '') return { ok: false, reason: 'Must not have a query.' };
  return { ok: true, baseUrl: `${origin}${pathname}`.replace(/\/+$/, '') };
}
