import type { ComponentType } from 'react';

import type { Instance } from '../labels';

/** What a driver adds to the pages of instances. */
export interface DriverParts {
  /** Creates an instance, or leads to `steps`; shown where the driver is chosen. */
  Begin: ComponentType<object>;
  /** A new instance in several steps. */
  steps?: {
    title: string;
    /** `madeId` is the instance that was made, when more steps follow. */
    Steps: (props: { madeId: string | undefined; onMade: (id: string) => void }) => React.ReactNode;
  };
  /** Below the connection. */
  Connection?: ComponentType<{ of: Instance }>;
  /** In the settings. */
  Settings?: ComponentType<{ of: Instance; mayWrite: boolean }>;
}
