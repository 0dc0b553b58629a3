import { Link } from '@tanstack/react-router';

import { InlineCode } from '../../ui/code/inline-code';
import { usePageTitle } from '../../ui/page-title';
import { t as docs } from '../docs/texts';
import { anchorOfEvent, anchorOfOperation } from './anchors';
import type { OpenApi } from './document';
import { guideOfTag } from './guides-of-tags';
import { t } from './texts';

interface Entry {
  tag: string;
  anchor: string;
  method: string;
  name: string;
  path: string;
}

/** What the document has, before the viewer is loaded: each operation leads to its place there. */
export function Outline({ document, title }: { document: OpenApi | undefined; title: string }) {
  const heading = usePageTitle(title, t('title'));
  const groups = groupsOf(document);
  return (
    <main className="reference-outline">
      <nav aria-label={t('operations')} className="reference-contents">
        {[...groups.keys()].map((tag) => (
          <a key={tag} href={`#${groups.get(tag)?.[0]?.anchor}`} className="nav-item">
            {tag}
          </a>
        ))}
      </nav>
      <div className="reference-summary">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {[...groups].map(([tag, entries]) => (
          <section key={tag} aria-label={tag}>
            <h2>{tag}</h2>
            <p className="dimmed">
              <InlineCode text={document?.tags?.find(({ name }) => name === tag)?.description ?? ''} />{' '}
              <GuideOf tag={tag} />
            </p>
            <ul>
              {entries.map(({ anchor, method, name, path }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`}>{name}</a>
                  <span className="mono dimmed">
                    {method} {path}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}

function GuideOf({ tag }: { tag: string }) {
  const guide = guideOfTag(tag);
  if (guide === undefined) return null;
  return (
    <Link to="/docs/$guide" params={{ guide }}>
      {t('guideNamed', { title: docs(guide) })}
    </Link>
  );
}

/** In the order of the viewer, which takes the place of the outline. */
export function groupsOf(document: OpenApi | undefined): Map<string, Entry[]> {
  const groups = Map.groupBy(document ? entriesOf(document) : [], ({ tag }) => tag);
  const places = new Map(document?.tags?.map(({ name }, place) => [name, place]));
  const placeOf = (tag: string) => places.get(tag) ?? places.size;
  return new Map([...groups].toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
}

function entriesOf({ paths = {}, webhooks = {} }: OpenApi): Entry[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId = '', summary = '', tags = [] }]) => {
      const [tag = ''] = tags;
      return { tag, anchor: anchorOfOperation(tag, operationId), method: method.toUpperCase(), name: summary, path };
    }),
  );
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const tag = post.tags?.[0] ?? '';
    return { tag, anchor: anchorOfEvent(tag, type), method: t('event'), name: post.summary ?? type, path: type };
  });
  return [...operations, ...events];
}
