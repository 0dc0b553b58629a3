import { IconFile } from '@tabler/icons-react';

import type { PublicationPreview } from '../../../../../shared/automation/publication-preview';
import { MINUTE_MS } from '../../../../../shared/durations';
import { CodeBlock } from '../../../../ui/code/code-block';
import { formatMoment } from '../../../../ui/format';
import { errorText } from '../../../../ui/problem';
import { Note, Tag } from '../../../../ui/tag';
import { useChannelName } from '../../use-channels';
import { useRecipientNames } from '../../use-recipient-names';
import { skipLabel } from '../labels';
import { t } from './texts';
import type { usePreview } from './use-preview';

type Delivery = PublicationPreview['deliveries'][number];

export function PublicationPreviewPanel({ of }: { of: ReturnType<typeof usePreview> }) {
  const { preview, isAsked, error, general, dueAt } = of;
  if (!isAsked) {
    return <p className="dimmed">{t('previewHelp')}</p>;
  }
  if (error) return <Note tone="error">{errorText(error)}</Note>;
  return (
    <>
      {general.map((message) => (
        <Note key={message} tone="error">
          {message}
        </Note>
      ))}
      {preview && <Summary of={preview} dueAt={dueAt} />}
      {preview &&
        [...Map.groupBy(preview.deliveries, ({ channel }) => channel)].map(([channel, deliveries]) => (
          <OnChannel key={channel} channel={channel} deliveries={deliveries} />
        ))}
    </>
  );
}

function Summary({ of, dueAt }: { of: PublicationPreview; dueAt: string | null }) {
  return (
    <p aria-live="polite">
      {of.valid ? (
        <Tag tone="success" dot>
          {t('ready')}
        </Tag>
      ) : (
        <Tag tone="error" dot>
          {t('problems', { count: of.issues.length })}
        </Tag>
      )}{' '}
      {[
        t('recipientCount', { count: of.total }),
        ...(of.links.length > 0 ? [t('linkCount', { count: of.links.length })] : []),
        ...(dueAt === null ? [] : [dueText(dueAt)]),
      ].join(' · ')}
    </p>
  );
}

const SOON_MS = MINUTE_MS;
const dueText = (at: string): string =>
  Date.parse(at) - Date.now() < SOON_MS ? t('sentNow') : t('sentAt', { moment: formatMoment(at) });

interface OnChannelProps {
  channel: string;
  deliveries: readonly Delivery[];
}

function OnChannel({ channel, deliveries }: OnChannelProps) {
  const channelName = useChannelName();
  const nameOf = useRecipientNames(deliveries);
  const shown = deliveries.find(({ parts }) => parts.length > 0);
  const remarks = deliveries.filter(({ warnings, skip_reason: skipped }) => warnings.length > 0 || skipped !== null);
  return (
    <section className="card pub-outlook-channel" aria-label={t('previewOn', { channel: channelName(channel) })}>
      <header>
        <h3>{channelName(channel)}</h3>
        <span className="dimmed">
          {shown ? t('asSeenBy', { name: nameOf(shown) }) : t('recipientCount', { count: deliveries.length })}
        </span>
      </header>
      {shown && <MessageParts of={shown} />}
      {remarks.length > 0 && (
        <ul className="pub-outlook-list">
          {remarks.map((one) => (
            <li key={one.to}>
              <strong>{nameOf(one)}</strong>: {remarkOf(one)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const remarkOf = ({ skip_reason: skipped, warnings }: Delivery): string =>
  [...(skipped === null ? [] : [t('skippedFor', { reason: skipLabel(skipped) })]), ...warnings].join(' ');

export function MessageParts({ of }: { of: Pick<Delivery, 'parts'> }) {
  const messages = of.parts.filter((part) => isMessage(part.content));
  const others = of.parts.filter((part) => !isMessage(part.content));
  return (
    <>
      {messages.length > 0 && (
        <div className="pub-outlook-parts">
          {messages.map(({ type, content }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
            <div key={index} className="pub-outlook-bubble">
              {content['media'] !== undefined && (
                <span className="pub-outlook-file">
                  <IconFile size={15} aria-hidden />
                  <span className="truncate">
                    {type}: {addressOf(content['media'])}
                  </span>
                </span>
              )}
              {textOf(content)}
            </div>
          ))}
        </div>
      )}
      {others.map(({ type, content }, index) => (
        <CodeBlock
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
          key={index}
          code={JSON.stringify(content, null, 2)}
          language="json"
          label={type}
          hasCopy={false}
        />
      ))}
    </>
  );
}

const textOf = (content: Record<string, unknown>): string => {
  const text = content['text'] ?? content['caption'] ?? content['body'] ?? content['question'];
  return typeof text === 'string' ? text : '';
};

const isMessage = (content: Record<string, unknown>): boolean =>
  content['media'] !== undefined || textOf(content) !== '';

function addressOf(media: unknown): string {
  if (typeof media !== 'object' || media === null) return '';
  const { url, link, media_id: id } = media as Record<string, unknown>;
  return [url, link, id].find((part): part is string => typeof part === 'string') ?? '';
}
