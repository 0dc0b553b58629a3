import type { ReactNode } from 'react';

import { Page } from '../page';
import { Loading } from './loading';
import { Content } from './states';

interface UnreadPageProps {
  title: string;
  /** What is read: "rule". */
  what: string;
  query: Parameters<typeof Content>[0]['query'];
  /** The way to its list. */
  children: ReactNode;
}

/** The page of an object while it is read, or when it cannot be. */
export function UnreadPage({ title, what, query, children }: UnreadPageProps) {
  return (
    <Page title={title}>
      <Content query={query} what={what} actions={children} loading={<Loading shape="form" />}>
        {() => null}
      </Content>
    </Page>
  );
}
