import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';

import { Breakable } from '../../ui/breakable';
import { CodeBlock, type CodeLanguage } from '../../ui/code/code-block';
import type { GuideNode } from './guide-node';
import { t } from './texts';

const LANGUAGES: Record<string, CodeLanguage> = {
  sh: 'bash',
  json: 'json',
  ts: 'typescript',
  python: 'python',
};

type Attributes = Record<string, string>;

export function GuideContent({ nodes }: { nodes: readonly GuideNode[] }) {
  // The elements never change their order.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <GuideElement key={index} node={node} />);
}

function GuideElement({ node }: { node: GuideNode }) {
  if (typeof node === 'string') return node;
  const [tag, attributes, ...children] = node;
  if (tag === 'pre') return <CodeExample attributes={attributes} code={textOf(children)} />;
  if (tag === 'hr' || tag === 'br') return createElement(tag);

  if (tag === 'code')
    return (
      <code>
        <Breakable text={textOf(children)} />
      </code>
    );

  const content = <GuideContent nodes={children} />;
  if (tag === 'a') return <GuideLink href={attributes['href'] ?? ''}>{content}</GuideLink>;
  if (/^h[2-6]$/.test(tag)) return <Heading tag={tag} attributes={attributes} content={content} />;
  if (tag === 'table') return <Table of={attributes['of'] ?? ''}>{content}</Table>;
  return createElement(tag, null, content);
}

const textOf = (nodes: readonly GuideNode[]): string => nodes.filter((node) => typeof node === 'string').join('');

function CodeExample({ attributes, code }: { attributes: Attributes; code: string }) {
  return <CodeBlock code={code} language={LANGUAGES[attributes['language'] ?? ''] ?? 'text'} />;
}

function Heading({ tag, attributes, content }: { tag: string; attributes: Attributes; content: ReactNode }) {
  const { id = '' } = attributes;
  return createElement(
    tag,
    { id },
    <a href={`#${id}`} className="guide-anchor">
      {content}
      <IconLink size={14} aria-hidden />
    </a>,
  );
}

/** Wide tables scroll by themselves, also by keyboard. */
const Table = ({ of, children }: { of: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className="guide-table" aria-label={t('table', { of })} tabIndex={0}>
    <table>{children}</table>
  </section>
);

function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  const [, name, hash] = /^\/docs\/([\w-]+)(?:#(.+))?$/.exec(href) ?? [];
  if (name === undefined) return <a href={href}>{children}</a>;
  return (
    <Link to="/docs/$guide" params={{ guide: name }} {...(hash === undefined ? {} : { hash })}>
      {children}
    </Link>
  );
}
