import type { PublicationLink } from '../../../../shared/automation/publication';
import type { ScopedDb } from '../../../db/scoped';
import type { AutomationContext } from '../../context';
import { createForPublication, withShortUrls } from '../short-links';
import type { PreparedPublication } from './compose';
import { instanceColumns } from './granted-instances';

export async function contentColumns(ctx: AutomationContext, tx: ScopedDb, prepared: PreparedPublication) {
  const { id, input, recipients, targets } = prepared;
  const { drafts, kept, urls } = prepared.links;
  const { links: made, events } = await createForPublication(ctx, tx, id, drafts);
  const links = [
    ...kept,
    ...made.map(({ url, linkId, shortUrl }): PublicationLink => ({ url, link_id: linkId, short_url: shortUrl })),
  ];
  const shortOf = new Map(links.map((link) => [link.url, link.short_url]));
  const { content, overrides } = withShortUrls(input, input.shortLinks, (url) => shortOf.get(url) ?? url);

  const columns = {
    title: input.title,
    content,
    overrides,
    targets,
    ...instanceColumns(recipients),
    schedule: input.schedule,
    expiresAfterSeconds: input.expiresAfterSeconds,
    overflow: input.overflow,
    onInvalidTarget: input.onInvalidTarget,
    duplicateWindowSeconds: input.duplicateWindowSeconds,
    shortLinks: input.shortLinks,
    links: inOrder(links, urls),
    metadata: input.metadata,
    search: publicationSearchText(input.title, content.text),
  };
  return { columns, events };
}

const inOrder = (links: readonly PublicationLink[], urls: readonly string[]): PublicationLink[] =>
  links.toSorted((a, b) => urls.indexOf(a.url) - urls.indexOf(b.url));

const MAX_SEARCH = 4096;

/** The title comes first, because the text is truncated. */
const publicationSearchText = (title: string | null, text: string | undefined): string =>
  `${title ?? ''}\n${text ?? ''}`.slice(0, MAX_SEARCH).toWellFormed().toLowerCase();
