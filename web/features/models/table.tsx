import { IconChartBar, IconCopy, IconHistory } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Outputs } from '../../trpc';
import { copyText } from '../../ui/clipboard';
import { CopyId } from '../../ui/code/copy';
import { formatShort } from '../../ui/format';
import type { MenuActions } from '../../ui/menu/menu-action';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { DataTable, type Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { Status, type Tone } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { PROVIDER_LABELS } from './labels';
import { perMillion } from './money';
import { t } from './texts';

type Model = Outputs['models']['list']['data'][number];

const TONES: Record<Model['status'], Tone> = { available: 'success', degraded: 'warning', unavailable: 'error' };

export function ModelTable({ rows, footer }: { rows: Model[]; footer: ReactNode }) {
  const { id: ws } = useWorkspace();
  const can = useCan();
  const navigate = useNavigate();
  const actions = ({ id, name }: Model): MenuActions => [
    {
      label: t('copyId'),
      icon: IconCopy,
      onClick: () => void copyText(id).then((isCopied) => isCopied && toast(t('idCopied', { name }))),
    },
    can('usage:read') && {
      label: t('viewCalls'),
      icon: IconHistory,
      onClick: () => void navigate({ to: '/w/$ws/models/calls', params: { ws }, search: { model: id } }),
    },
    can('usage:read') && {
      label: t('viewUsage'),
      icon: IconChartBar,
      onClick: () => void navigate({ to: '/w/$ws/models/usage', params: { ws } }),
    },
  ];
  return (
    <DataTable
      label={t('models')}
      columns={can('ai:invoke') ? [...columns(), tryColumn(ws)] : columns()}
      rows={rows}
      rowKey={({ id }) => id}
      actions={actions}
      nameOf={({ name }) => name}
      footer={footer}
    />
  );
}

const columns = (): Column<Model>[] => [
  {
    title: t('model'),
    cell: ({ id, name }) => (
      <NameCell name={name}>
        <CopyId id={id} />
      </NameCell>
    ),
  },
  { title: t('aliases'), cell: ({ aliases }) => <span className="mono">{aliases.join(', ')}</span>, priority: 2 },
  {
    title: t('provider'),
    priority: 2,
    isMerged: true,
    cell: ({ provider }) => (
      <span>
        {provider.name}{' '}
        {provider.status !== 'up' && provider.status !== 'static' && (
          <span className="dimmed">{PROVIDER_LABELS[provider.status].word}</span>
        )}
      </span>
    ),
  },
  {
    title: t('context'),
    align: 'right',
    priority: 3,
    cell: ({ context_length: tokens }) => <Known text={tokens === null ? undefined : formatShort(tokens)} />,
  },
  {
    title: t('price'),
    align: 'right',
    priority: 3,
    cell: ({ pricing }) => <Known text={pricing && priceOf(pricing)} />,
  },
  {
    title: t('status'),
    fit: true,
    cell: ({ status }) => (
      <Status tone={TONES[status]} isUsual={status === 'available'}>
        {t(status)}
      </Status>
    ),
  },
];

const Known = ({ text }: { text: string | null | undefined }) => text ?? <span className="dimmed">{t('unknown')}</span>;

function priceOf({ prompt, completion, request }: NonNullable<Model['pricing']>): string {
  const isFree = [prompt, completion, request].every((price) => Number(price) === 0);
  return isFree ? t('free') : t('priceOf', { input: perMillion(prompt), output: perMillion(completion) });
}

const tryColumn = (ws: string): Column<Model> => ({
  title: '',
  label: t('try'),
  fit: true,
  cell: ({ id, supported_endpoints: endpoints }) =>
    endpoints.includes('/api/v1/chat/completions') && (
      <Link
        to="/w/$ws/models/playground"
        params={{ ws }}
        search={{ model: id }}
        className="copy-button"
        aria-label={t('tryModel', { id })}
      >
        {t('try')}
      </Link>
    ),
});
