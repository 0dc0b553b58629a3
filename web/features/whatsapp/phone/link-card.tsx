import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTRPC } from '../../../trpc';
import { HostIcon } from '../../../ui/icons/host-icon';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { useDomains } from '../../links/domains-and-tags';
import { firstLink } from './first-link';
import { t } from './texts';

const STALE_MS = 5 * 60_000;
const SLUG = /^\/[^/]+$/;

/** A preview of the first link of a text, made of what this console knows: no page is loaded for it. */
export function LinkCard({ text }: { text: string }) {
  const url = firstLink(text);
  return url && <Card url={url} />;
}

function Card({ url }: { url: URL }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const mayRead = useCan()('links:read');
  // Only short links of the workspace are looked up, so that no request fails for others.
  const isShort = useDomains().some(({ hostname }) => hostname === url.hostname || hostname === url.host);
  const { data: link } = useQuery(
    trpc.links.lookup.queryOptions(
      { short_url: url.origin + url.pathname },
      { enabled: mayRead && isShort && SLUG.test(url.pathname), retry: false, staleTime: STALE_MS },
    ),
  );

  if (link === undefined) {
    // The text above has the same link.
    return (
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="link-card"
        tabIndex={-1}
        aria-hidden
      >
        <Lines host={url.hostname} title={siteName(url)} detail={pathOf(url)} />
      </a>
    );
  }
  const target = new URL(link.url);
  return (
    <Link to="/w/$ws/links/$link" params={{ ws, link: link.id }} className="link-card">
      <span className="visually-hidden">{t('shortLink')} </span>
      <Lines host={target.hostname} title={link.title ?? shown(url)} detail={`→ ${shown(target)}`} />
    </Link>
  );
}

function Lines({ host, title, detail }: { host: string; title: string; detail: ReactNode }) {
  return (
    <>
      <HostIcon host={host} size={32} />
      <span className="link-card-lines">
        <strong className="truncate">{title}</strong>
        {detail !== '' && <span className="truncate dimmed">{detail}</span>}
      </span>
    </>
  );
}

const siteName = ({ host }: URL): string => host.replace(/^www\./, '');

const pathOf = ({ pathname, search }: URL): string => (pathname === '/' ? '' : pathname) + search;

const shown = (url: URL): string => siteName(url) + pathOf(url);
