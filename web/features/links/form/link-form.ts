import type { UseFormReturnType } from '@mantine/form';

import type { LinkDraft } from './draft';

export type LinkForm = UseFormReturnType<LinkDraft>;
