import type { LinkChange } from '../../../shared/links/inputs';
import { readTarget } from '../../../shared/links/targets';
import { withUtm } from '../../../shared/links/utm';

/** The fields of a link that lead somewhere. */
type Urls = Pick<LinkChange, 'url' | 'utm' | 'expired_url' | 'limit_url' | 'targeting' | 'preview'>;

interface UrlField {
  pointer: string;
  url: string;
}

/** Every address that visitors could be sent to, with its place in the input. */
export function urlFieldsOf({ url, expired_url, limit_url, targeting, preview }: Urls): UrlField[] {
  const fields: [string, string | null | undefined][] = [
    ['/url', url],
    ['/expired_url', expired_url],
    ['/limit_url', limit_url],
    ...(targeting ?? []).map((rule, index): [string, string] => [`/targeting/${index}/url`, rule.url]),
    ['/preview/image_url', preview?.image_url],
  ];
  return fields.flatMap(([pointer, text]) => (typeof text === 'string' ? [{ pointer, url: text }] : []));
}

/** The input with the judged forms of its addresses, by their places. */
export function withUrls<T extends Urls>(input: T, judged: ReadonlyMap<string, string>): T {
  const { url, expired_url, limit_url, targeting, preview } = input;
  const image = judged.get('/preview/image_url');
  return {
    ...input,
    ...(typeof url === 'string' ? { url: judged.get('/url') ?? url } : {}),
    ...(typeof expired_url === 'string' ? { expired_url: judged.get('/expired_url') ?? expired_url } : {}),
    ...(typeof limit_url === 'string' ? { limit_url: judged.get('/limit_url') ?? limit_url } : {}),
    ...(targeting
      ? {
          targeting: targeting.map((rule, index) => ({
            ...rule,
            url: judged.get(`/targeting/${index}/url`) ?? rule.url,
          })),
        }
      : {}),
    ...(preview && image !== undefined ? { preview: { ...preview, image_url: image } } : {}),
  };
}

/**
 * The input with its campaign written into its address, or into `current` where it names none. An address that cannot
 * be read stays as it is, to be refused as it came.
 */
export function withCampaign<T extends Urls>(input: T, current?: string): T {
  const { utm, url = current } = input;
  if (utm === undefined || url === undefined || !readTarget(url).ok) return input;
  return { ...input, url: withUtm(url, utm) };
}
