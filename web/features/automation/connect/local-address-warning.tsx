import { Note } from '../../../ui/tag';
import { t } from './texts';
import { isPrivate } from './workflows';

/** Services in the internet cannot call an address of this network. */
export function LocalAddressWarning({ tool }: { tool: string }) {
  if (!isPrivate(location.origin)) return null;
  return (
    <Note tone="warning">
      {t.rich('localWarning', { tool, address: () => <span className="mono">{location.origin}</span> })}
    </Note>
  );
}
