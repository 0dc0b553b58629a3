import type { Egress } from '../../../egress/types';

export const GRAPH_URL = 'https://graph.facebook.com';

export type BaseVerdict = { ok: true; baseUrl: string } | { ok: false; reason: string };

/** Judges the address of a Graph API, as it is entered; another than Meta’s is the operator’s to allow. */
export function judgeBase(text: string, isCustomAllowed: boolean, judge: Egress['judge']): BaseVerdict {
  const baseUrl = text.replace(/\/+$/, '');
  if (baseUrl === GRAPH_URL) return { ok: true, baseUrl };
  if (!isCustomAllowed) {
    return {
      ok: false,
      reason: `Must be ${GRAPH_URL}. Another URL needs WHATSAPP_ALLOW_CUSTOM_GRAPH_URL on the server.`,
    };
  }
  const verdict = judge(baseUrl, 'provider');
  if (!verdict.ok) return { ok: false, reason: verdict.reason };
  const { origin, pathname, search } = new URL(verdict.href);
  if (search !== '') return { ok: false, reason: 'Must not have a query.' };
  return { ok: true, baseUrl: `${origin}${pathname}`.replace(/\/+$/, '') };
}
