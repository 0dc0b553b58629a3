import { Status } from '../../ui/tag';
import { STATUS_LABELS, toneOf, type Instance } from './labels';

export const StateTag = ({ of }: { of: Instance }) => (
  <span className="wa-state">
    <Status tone={toneOf(of)} isUsual={of.status === 'connected'}>
      {STATUS_LABELS[of.status].label}
    </Status>
  </span>
);
