import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';

import { compact } from '../../search';
import type { CodeCall } from './operations';

type AddCall = (call: CodeCall) => () => void;

/** Of the page or drawer around. Its header has one `</>` for all calls within. */
export const HeaderCalls = createContext<AddCall | undefined>(undefined);

/** Tells the calls of one card from those of the next. */
export const CardTitle = createContext<string | undefined>(undefined);

export function useHeaderCalls(): [readonly CodeCall[], AddCall] {
  const [calls, setCalls] = useState<readonly CodeCall[]>([]);
  const add = useCallback((call: CodeCall) => {
    setCalls((old) => [...old, call]);
    return () => setCalls((old) => old.filter((one) => one !== call));
  }, []);
  return [calls, add];
}

export const valuesOf = (input: CodeCall['input']): Record<string, unknown> =>
  typeof input === 'function' ? input() : input;

/** Shows nothing: the header has it. */
export function HeaderCall({ operation, input, label, add }: CodeCall & { add: AddCall }): null {
  const card = use(CardTitle);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(
    () => add({ operation, input: () => valuesOf(latest.current), ...compact({ label, card }) }),
    [add, operation, label, card],
  );
  return null;
}
