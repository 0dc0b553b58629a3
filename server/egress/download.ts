import {
  noTimings,
  WireError,
  type ExchangeAnswer,
  type Download,
  type HeaderList,
  type ExchangeLimits,
} from './types';

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that may follow a redirect to another host: others could be credentials. */
const SAFE_HEADERS = new Set(['accept', 'accept-language', 'range', 'user-agent']);

type Get = (url: string, headers: HeaderList, limits: ExchangeLimits) => Promise<ExchangeAnswer>;

export async function download(url: string, headers: HeaderList, limits: ExchangeLimits, get: Get): Promise<Download> {
  const started = performance.now();
  let [at, sent] = [url, headers];
  for (let followed = 0; ; followed += 1) {
    const leftMs = limits.totalMs - (performance.now() - started);
    const answer = await get(at, sent, { ...limits, totalMs: Math.max(1, leftMs) });
    const location = answer.headers.find(([name]) => name === 'location')?.[1];
    if (!REDIRECTS.has(answer.status) || location === undefined) return { ...answer, url: at };

    if (followed === MAX_REDIRECTS) throw refused(`More than ${MAX_REDIRECTS} redirects.`, answer);
    if (!URL.canParse(location, at)) throw refused('The redirect leads to no valid address.', answer);
    const [from, to] = [new URL(at), new URL(location, at)];
    if (from.protocol === 'https:' && to.protocol !== 'https:') {
      throw refused('The redirect leads from https to plain http.', answer);
    }
    if (from.host !== to.host) sent = sent.filter(([name]) => SAFE_HEADERS.has(name.toLowerCase()));
    to.hash = '';
    at = to.href;
  }
}

const refused = (detail: string, { timings, remoteIp, reused }: ExchangeAnswer): WireError =>
  new WireError('protocol_error', { phase: 'head', detail, timings: { ...noTimings(), ...timings }, remoteIp, reused });
