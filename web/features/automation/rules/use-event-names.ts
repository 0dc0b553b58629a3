import { useCallback } from 'react';

import { useEventTypes } from '../../webhooks/form/use-event-types';

/** The display name of an event type, such as `Message received`; a pattern is its own name. */
export function useEventNames(): (type: string) => string {
  const types = useEventTypes();
  return useCallback((type: string) => types?.find((one) => one.type === type)?.label ?? type, [types]);
}
