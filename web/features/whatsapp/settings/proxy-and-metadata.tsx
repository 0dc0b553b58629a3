import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { MetadataCard } from './metadata-card';
import { ProxyCard } from './proxy-card';

export function ProxyAndMetadata({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  const driver = useDriver(of.driver);
  return (
    <>
      {(driver?.traits.proxy === true || of.proxy !== null) && <ProxyCard of={of} mayWrite={mayWrite} />}
      <MetadataCard of={of} mayWrite={mayWrite} />
    </>
  );
}
