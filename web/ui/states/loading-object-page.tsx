import type { ReactNode } from 'react';

import { Page } from '../page';
import { Loading } from './loading';
import { Content } from './states';

interface UnreadPageProps {
  title: string;
  what: string;
  query: Parameters<typeof Content>[0]['query'];
  children: ReactNode;
}

export function LoadingObjectPage({ title, what, query, children }: UnreadPageProps) {
  return (
    <Page title={title}>
      <Content query={query} what={what} actions={children} loading={<Loading shape="form" />}>
        {() => null}
      </Content>
    </Page>
  );
}
