import { useEffect, useEffectEvent, useState } from 'react';

/** Reports the id in the next render, when the leave guard has seen the emptied form. */
export function useReportCreated(onCreated: (id: string) => void): (id: string) => void {
  const [created, setCreated] = useState<string>();
  const report = useEffectEvent(onCreated);
  useEffect(() => {
    if (created !== undefined) report(created);
  }, [created]);
  return setCreated;
}
