import type { ComponentType } from 'react';

import type { Instance } from '../labels';

export interface DriverComponents {
  Begin: ComponentType<object>;
  steps?: {
    title: () => string;
    Steps: (props: { madeId: string | undefined; onMade: (id: string) => void }) => React.ReactNode;
  };
  Connection?: ComponentType<{ of: Instance }>;
  Settings?: ComponentType<{ of: Instance; mayWrite: boolean }>;
}
