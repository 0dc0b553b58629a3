import { Note } from '../../../ui/tag';
import { isPrivate } from './workflows';

/** Services in the internet cannot call an address of this network. */
export function LocalAddressWarning({ tool }: { tool: string }) {
  if (!isPrivate(location.origin)) return null;
  return (
    <Note tone="warning">
      {tool} calls from the internet, and <span className="mono">{location.origin}</span> is an address of your own
      machine or network. Open the console under its public address first, so that what is copied works there.
    </Note>
  );
}
