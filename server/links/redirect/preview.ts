import { escaped, htmlPage } from './pages';
import type { CompiledLink } from './types';

/** Shows the destination only if the link has no password and no limit. */
export function previewPage(link: CompiledLink, hostname: string, shortUrl: string): string {
  const { preview } = link.extras ?? { preview: null };
  const isOpen = link.extras?.passwordHash == null && link.extras?.maxClicks == null;
  const title = preview?.title ?? (isOpen ? new URL(link.url).hostname : hostname);
  const text = preview?.description ?? (isOpen ? link.url : 'Open the link to see its destination.');

  const tags: [name: string, content: string | null | undefined][] = [
    ['og:type', 'website'],
    ['og:site_name', hostname],
    ['og:url', shortUrl],
    ['og:title', title],
    ['og:description', preview?.description],
    ['og:image', preview?.image_url],
    ['twitter:card', preview?.image_url == null ? 'summary' : 'summary_large_image'],
  ];
  const head = tags
    .map(([name, content]) => (content == null ? '' : `<meta property="${name}" content="${escaped(content)}">\n`))
    .join('');
  const body = isOpen ? `<a class="go" rel="noreferrer" href="${escaped(link.url)}">Go on</a>\n` : '';
  return htmlPage(title, text, { head, body });
}
