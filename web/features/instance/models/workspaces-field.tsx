import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { compact } from '../../../search';
import { account } from '../../../trpc';
import { MultiSelectField } from '../../../ui/form/multi-select-field';
import { shortId } from '../../../ui/format';
import { t } from './texts';

const SHOWN = 25;

interface WorkspacesFieldProps {
  value: string[];
  onChange: (ids: string[]) => void;
  error?: ReactNode;
}

export function WorkspacesField({ value, onChange, error }: WorkspacesFieldProps) {
  const [q, setQ] = useState('');
  const [names, setNames] = useState<Record<string, string>>({});
  const query = useQuery(
    account.instance.workspaces.list.queryOptions(
      { limit: SHOWN, ...compact({ q: q.trim() || undefined }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const found = query.data?.data ?? [];
  const known = { ...names, ...Object.fromEntries(found.map(({ id, name }) => [id, name])) };
  const ids = [...new Set([...value, ...found.map(({ id }) => id)])];
  return (
    <MultiSelectField
      label={t('workspaces')}
      description={t('workspacesHelp')}
      placeholder={value.length === 0 ? t('allWorkspaces') : ''}
      searchable
      hidePickedOptions
      data={ids.map((id) => ({ value: id, label: known[id] ?? shortId(id) }))}
      // The server has filtered already.
      filter={({ options }) => options}
      searchValue={q}
      onSearchChange={setQ}
      nothingFoundMessage={t('noWorkspace')}
      value={value}
      onChange={(next) => {
        setNames(known);
        onChange(next);
      }}
      error={error}
    />
  );
}
