import type { ReactNode } from 'react';

import { formatList } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { TYPES, type Content, type Message } from '../messages/labels';
import { FormattedText } from './formatted-text';
import { MediaView } from './media-view';
import { t } from './texts';

const LinkCard = lazyWhenIdle(
  async () => (await import('./link-card')).LinkCard,
  <span className="link-card" aria-hidden />,
);
const HAS_LINK = /\bhttps?:\/\/\S/;

/** Nothing that a sender wrote becomes markup but the formatting of WhatsApp. */
export function ContentView({ of }: { of: Pick<Message, 'content' | 'media' | 'deleted_at'> }) {
  const { content, media } = of;
  if (of.deleted_at !== null) return <em className="dimmed">{t('deleted')}</em>;
  return (
    <>
      {media && <MediaView media={media} caption={'caption' in content ? (content.caption ?? undefined) : undefined} />}
      <Words of={content} hasMedia={media !== null} />
    </>
  );
}

function Words({ of, hasMedia }: { of: Content; hasMedia: boolean }): ReactNode {
  switch (of.type) {
    case 'text':
      return (
        <>
          <Text of={of.text} />
          {HAS_LINK.test(of.text) && <LinkCard text={of.text} />}
        </>
      );
    case 'image':
    case 'video':
    case 'document':
      return (
        <>
          {!hasMedia && <em className="dimmed">{TYPES[of.type]}</em>}
          {of.caption && <Text of={of.caption} />}
        </>
      );
    case 'audio':
    case 'voice':
    case 'sticker':
      return hasMedia ? null : <em className="dimmed">{TYPES[of.type]}</em>;
    case 'location':
      return (
        <>
          {of.name && <strong>{of.name}</strong>}
          {of.address && <span className="bubble-text">{of.address}</span>}
          <span className="mono">
            {of.latitude}, {of.longitude}
          </span>
        </>
      );
    case 'contacts':
      return <Cards of={of.contacts} />;
    case 'reaction':
      return of.emoji === '' ? (
        <em className="dimmed">{t('reactionRemoved')}</em>
      ) : (
        <span>{t('reacted', { emoji: of.emoji })}</span>
      );
    case 'poll':
      return (
        <>
          <strong>{of.question}</strong>
          <Choices titles={of.options} />
        </>
      );
    case 'buttons':
      return (
        <>
          <Framed header={of.header?.text} body={of.body} footer={of.footer} />
          <Choices titles={of.buttons.map(({ title }) => title)} />
        </>
      );
    case 'list':
      return (
        <>
          <Framed header={of.header} body={of.body} footer={of.footer} />
          <Choices titles={of.sections.flatMap(({ rows }) => rows.map(({ title }) => title))} />
        </>
      );
    case 'cta_url':
      return (
        <>
          <Framed header={of.header?.text} body={of.body} footer={of.footer} />
          <Choices titles={[`${of.title}: ${of.url}`]} />
        </>
      );
    case 'template':
      return (
        <>
          <span>
            {t.rich('template', { name: of.name, b: (name) => <strong>{name}</strong> })}{' '}
            <span className="dimmed">{of.language}</span>
          </span>
          {of.variables && <span className="mono bubble-text">{JSON.stringify(of.variables)}</span>}
        </>
      );
    case 'button_reply':
    case 'list_reply':
      return (
        <>
          <span className="bubble-text">{of.title}</span>
          <span className="dimmed">
            {TYPES[of.type]} <span className="mono">{of.id}</span>
          </span>
        </>
      );
    case 'poll_vote':
      return (
        <span>{of.options.length > 0 ? t('votedFor', { options: formatList(of.options) }) : t('voteRemoved')}</span>
      );
    case 'order':
      return (
        <>
          <span className="bubble-text">{of.text}</span>
          <Choices titles={of.items.map(({ quantity, product_id: id }) => `${quantity} × ${id}`)} />
        </>
      );
    case 'system':
      return (
        <em className="dimmed">
          {of.kind !== 'number_changed'
            ? t('newPhone')
            : of.new_phone
              ? t('newNumber', { phone: of.new_phone })
              : t('numberChanged')}
        </em>
      );
    case 'flow_reply':
      return <span className="mono bubble-text">{JSON.stringify(of.response)}</span>;
    case 'undecryptable':
      return <em className="dimmed">{t('undecryptable')}</em>;
    case 'unsupported':
      return <em className="dimmed">{TYPES[of.type]}</em>;
    default:
      return of satisfies never;
  }
}

const Text = ({ of }: { of: string }) => (
  <span className="bubble-text">
    <FormattedText text={of} />
  </span>
);

interface FramedProps {
  header: string | null | undefined;
  body: string;
  footer: string | null | undefined;
}

function Framed({ header, body, footer }: FramedProps) {
  return (
    <>
      {header && <strong>{header}</strong>}
      <Text of={body} />
      {footer && <span className="dimmed">{footer}</span>}
    </>
  );
}

function Choices({ titles }: { titles: readonly string[] }) {
  return (
    <ul className="bubble-choices">
      {titles.map((title, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- titles of strangers may be the same
        <li key={index}>{title}</li>
      ))}
    </ul>
  );
}

/** Cards have no fixed schema: unknown fields are left out. */
function Cards({ of }: { of: readonly Record<string, unknown>[] }) {
  return (
    <ul className="bubble-choices">
      {of.map((card, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- cards have no other name than their place
        <li key={index}>
          <strong>{textIn(card['name'], 'formatted') ?? t('contactCard')}</strong>{' '}
          <span className="mono">{numbersOf(card['phones']).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

function textIn(of: unknown, name: string): string | undefined {
  const value: unknown = typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const numbersOf = (phones: unknown): string[] =>
  Array.isArray(phones) ? phones.flatMap((entry) => textIn(entry, 'phone') ?? []) : [];
