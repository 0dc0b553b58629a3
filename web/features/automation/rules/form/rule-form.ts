import type { UseFormReturnType } from '@mantine/form';

import type { RuleDraft } from './draft';

export type RuleForm = UseFormReturnType<RuleDraft>;
