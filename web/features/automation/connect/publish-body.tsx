import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../../trpc';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { t } from './texts';

const LIMIT = 100;

export function usePublishBody(tool: string) {
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.destinations.list.queryOptions({ limit: LIMIT }));
  const destinations = query.data?.data ?? [];
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState(() => t('helloFrom', { tool }));
  const to = chosen ?? destinations.find(({ status }) => status === 'ok')?.id ?? destinations[0]?.id;
  return {
    query,
    destinations,
    to,
    text,
    setChosen,
    setText,
    body: { content: { text }, targets: [to ?? 'whatsapp:wai_…:grp_…'] },
  };
}

export function PublishFields({ of }: { of: ReturnType<typeof usePublishBody> }) {
  return (
    <Content query={of.query} loading={<Loading shape="form" rows={2} />}>
      {() => <Fields of={of} />}
    </Content>
  );
}

function Fields({ of }: { of: ReturnType<typeof usePublishBody> }) {
  if (of.destinations.length === 0) {
    return <p className="dimmed">{t('noDestinations')}</p>;
  }
  return (
    <div className="connect-line">
      <NativeSelect
        label={t('publishTo')}
        data={of.destinations.map(({ id, label, detail }) => ({
          value: id,
          label: detail === null || detail === label ? label : `${label} · ${detail}`,
        }))}
        value={of.to ?? ''}
        onChange={(event) => of.setChosen(event.currentTarget.value)}
      />
      <TextInput
        label={t('text')}
        maxLength={200}
        autoComplete="off"
        value={of.text}
        onChange={(event) => of.setText(event.currentTarget.value)}
      />
    </div>
  );
}
