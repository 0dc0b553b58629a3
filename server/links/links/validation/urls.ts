import type { LinkChange } from '../../../../shared/links/inputs';
import { parseLinkTarget } from '../../../../shared/links/targets';
import { withUtm } from '../../../../shared/links/utm';

type Urls = Pick<LinkChange, 'url' | 'utm' | 'expired_url' | 'limit_reached_url' | 'targeting' | 'preview'>;

interface UrlField {
  pointer: string;
  url: string;
}

export function urlFieldsOf({ url, expired_url, limit_reached_url, targeting, preview }: Urls): UrlField[] {
  const fields: [string, string | null | undefined][] = [
    ['/url', url],
    ['/expired_url', expired_url],
    ['/limit_reached_url', limit_reached_url],
    ...(targeting ?? []).map((rule, index): [string, string] => [`/targeting/${index}/url`, rule.url]),
    ['/preview/image_url', preview?.image_url],
  ];
  return fields.flatMap(([pointer, text]) => (typeof text === 'string' ? [{ pointer, url: text }] : []));
}

export function replaceUrls<T extends Urls>(input: T, validated: ReadonlyMap<string, string>): T {
  const { url, expired_url, limit_reached_url, targeting, preview } = input;
  const image = validated.get('/preview/image_url');
  return {
    ...input,
    ...(typeof url === 'string' ? { url: validated.get('/url') ?? url } : {}),
    ...(typeof expired_url === 'string' ? { expired_url: validated.get('/expired_url') ?? expired_url } : {}),
    ...(typeof limit_reached_url === 'string'
      ? { limit_reached_url: validated.get('/limit_reached_url') ?? limit_reached_url }
      : {}),
    ...(targeting
      ? {
          targeting: targeting.map((rule, index) => ({
            ...rule,
            url: validated.get(`/targeting/${index}/url`) ?? rule.url,
          })),
        }
      : {}),
    ...(preview && image !== undefined ? { preview: { ...preview, image_url: image } } : {}),
  };
}

/** Writes the campaign into the URL of the input, or of `current`. An invalid URL stays, to be refused as given. */
export function withCampaign<T extends Urls>(input: T, current?: string): T {
  const { utm, url = current } = input;
  if (utm === undefined || url === undefined || !parseLinkTarget(url).ok) return input;
  return { ...input, url: withUtm(url, utm) };
}
