import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react';

import type { PublicationPreview } from '../../../../../shared/automation/publication-preview';
import { issueText } from '../../../../i18n/labels';
import { InlineCode } from '../../../../ui/code/inline-code';
import { errorText } from '../../../../ui/problem';
import { Note, Tag, type Tone } from '../../../../ui/tag';
import { MessageParts } from '../../publications/composer/preview';
import { useChannelName } from '../../use-channels';
import { reasonText, stageName } from '../labels';
import { t } from './texts';
import type { InboundTest, useDryRun } from './use-dry-run';

const ICONS = { ok: IconCheck, stopped: IconAlertTriangle, failed: IconX, skipped: IconMinus };
const TONES: Record<InboundTest['expected_result'], Tone> = {
  accept: 'success',
  record: 'info',
  filter: 'neutral',
  duplicate: 'neutral',
  reject: 'error',
};

export function DryRun({ of, toDo }: { of: ReturnType<typeof useDryRun>; toDo: string | undefined }) {
  const { test, error, general } = of;
  if (error) return <Note tone="error">{errorText(error)}</Note>;
  return (
    <>
      {general.map((message) => (
        <Note key={message} tone="error">
          {message}
        </Note>
      ))}
      {test ? <Outcome of={test} toDo={toDo} /> : <p className="dimmed">{t('dryRunHelp')}</p>}
    </>
  );
}

function Outcome({ of, toDo }: { of: InboundTest; toDo: string | undefined }) {
  return (
    <>
      {toDo === undefined ? (
        <p aria-live="polite">
          <Tag tone={TONES[of.expected_result]} dot>
            {t(`result_${of.expected_result}`)}
          </Tag>{' '}
          <span className="dimmed">{t('respondedWith', { status: String(of.http.status) })}</span>
          {of.reason !== null && <span> {reasonText(of.reason)}</span>}
        </p>
      ) : (
        <p aria-live="polite">
          <Tag tone="neutral" dot>
            {t('incomplete')}
          </Tag>{' '}
          {toDo}
        </p>
      )}
      <ol className="endpoint-stages" aria-label={t('stages')}>
        {of.stages.map((stage) => (
          <Stage
            key={stage.stage}
            of={toDo !== undefined && stage.status === 'failed' ? { ...stage, status: 'stopped', error: null } : stage}
          />
        ))}
      </ol>
      {(of.publications as PublicationPreview[]).map((publication, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- previews have no other name than their place
        <Preview key={at} of={publication} />
      ))}
    </>
  );
}

function Stage({ of }: { of: InboundTest['stages'][number] }) {
  const Icon = ICONS[of.status];
  return (
    <li>
      <Icon size={15} data-status={of.status} aria-hidden />
      <span className={of.status === 'skipped' ? 'dimmed' : undefined}>
        {stageName(of.stage)} <span className="visually-hidden">{t(`stage_${of.status}`)}</span>
      </span>
      <span className="dimmed numbers">
        {of.status === 'ok' && t('milliseconds', { count: of.duration_ms.toFixed(1) })}
      </span>
      {of.error !== null && (
        <span className="endpoint-stage-error">
          <InlineCode text={issueText(of.error.message)} />
          {of.error.line !== null && ` ${t('position', { line: of.error.line, column: of.error.col ?? 1 })}`}
        </span>
      )}
      {of.warnings.map(({ message, path, line, col }) => (
        <span key={`${path ?? ''} ${line ?? 0} ${col ?? 0}`} className="endpoint-stage-error">
          {t('warning', { message: issueText(message) })}
        </span>
      ))}
    </li>
  );
}

function Preview({ of }: { of: PublicationPreview }) {
  const channelName = useChannelName();
  return [...Map.groupBy(of.deliveries, ({ channel }) => channel)].map(([channel, deliveries]) => {
    const shown = deliveries.find(({ parts }) => parts.length > 0);
    return (
      <section
        key={channel}
        className="card pub-outlook-channel"
        aria-label={t('previewOn', { channel: channelName(channel) })}
      >
        <header>
          <h3>{channelName(channel)}</h3>
          <span className="dimmed">{t('recipientCount', { count: deliveries.length })}</span>
        </header>
        {shown && <MessageParts of={shown} />}
      </section>
    );
  });
}
