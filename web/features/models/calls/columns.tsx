import { Link } from '@tanstack/react-router';

import { formatDuration, formatNumber } from '../../../ui/format';
import type { Column } from '../../../ui/table/data-table';
import { NameCell } from '../../../ui/table/name-cell';
import { Status, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { formatUsd } from '../money';
import { costStatusOf, OUTCOME_TONES, sourceOf, type ModelCall } from './labels';
import { t } from './texts';

export const columnsOf = (ws: string, nameOf: (id: string) => string): Column<ModelCall>[] => [
  { title: t('time'), fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: t('model'),
    main: true,
    cell: ({ id, model_id: model, requested_model: requested }) => (
      <NameCell
        name={
          <Link className="row-link" to="/w/$ws/models/calls/$call" params={{ ws, call: id }}>
            {model ?? requested}
          </Link>
        }
      >
        {model !== null && model !== requested && t('requested', { name: requested })}
      </NameCell>
    ),
  },
  {
    title: t('outcome'),
    fit: true,
    cell: ({ outcome, voided_at: voided }) =>
      voided === null ? (
        <Status tone={OUTCOME_TONES[outcome]} isUsual={outcome === 'succeeded'}>
          {t(outcome)}
        </Status>
      ) : (
        <Tag>{t('voided')}</Tag>
      ),
  },
  {
    title: t('key'),
    priority: 2,
    isMerged: true,
    cell: ({ key_id: key, source }) =>
      key === null ? <span className="dimmed">{sourceOf(source)}</span> : nameOf(key),
  },
  {
    title: t('input'),
    align: 'right',
    fit: true,
    priority: 3,
    cell: ({ prompt_tokens: count }) => formatNumber(count),
  },
  {
    title: t('output'),
    align: 'right',
    fit: true,
    priority: 3,
    cell: ({ completion_tokens: count }) => formatNumber(count),
  },
  {
    title: t('cost'),
    align: 'right',
    fit: true,
    cell: ({ cost_micro_usd: cost, cost_status: status }) =>
      status === 'price_unknown' ? <Tag tone="warning">{costStatusOf(status)}</Tag> : formatUsd(cost),
  },
  {
    title: t('duration'),
    align: 'right',
    fit: true,
    priority: 2,
    cell: ({ latency_ms: ms }) => (ms === null ? <span className="dimmed">{t('running')}</span> : formatDuration(ms)),
  },
];
