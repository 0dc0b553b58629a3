import { createContext, useContext } from 'react';

import type { FieldOption } from '../../conditions/field-options';
import type { Tested } from '../test/test-result';
import type { ActionDraft } from './draft';
import { outputFields } from './output-fields';

interface RuleSample {
  /** Of the event or the input, and of every run. */
  fields: readonly FieldOption[];
  actions: readonly ActionDraft[];
  tested: Tested | undefined;
  /** What the server says about a field of the form, such as `actions.0.text`. */
  faults: Readonly<Record<string, string>>;
}

export const RuleSampleContext = createContext<RuleSample>({ fields: [], actions: [], tested: undefined, faults: {} });

export const useRuleSample = (): RuleSample => useContext(RuleSampleContext);

/** The fields that a step can use: also what the steps before it made. `step` is the number of steps before. */
export function useFields(step: number): readonly FieldOption[] {
  const { fields, actions, tested } = useRuleSample();
  if (step === 0) return fields;
  const types = actions.slice(0, step).map(({ type }) => type);
  return [...outputFields(types, tested?.steps.map(({ output }) => output) ?? []), ...fields];
}
