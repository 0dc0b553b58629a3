import type { Instance } from '../words';
import { MetadataCard } from './metadata-card';
import { ProxyCard } from './proxy-card';

/** What the owner of an instance adds to it. */
export function OwnCards({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  return (
    <>
      {(of.driver === 'web' || of.proxy !== null) && <ProxyCard of={of} mayWrite={mayWrite} />}
      <MetadataCard of={of} mayWrite={mayWrite} />
    </>
  );
}
